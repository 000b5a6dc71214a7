"""Appeals, and calls for a referee (R61)."""

import re

import pytest
from django.test import Client
from django.utils import timezone

from accounts.core.restrictions import is_restricted, restriction_end
from accounts.models import Player, Restriction, StaffAction
from accounts.models.restriction import RestrictionKind as Restrict
from games import verbs
from games.management.commands.check_games import find_record_faults
from games.services.pauses import current_pause_end
from games.verbs import Ruling
from moderation import services
from moderation.errors import (
    AlreadyAppealed,
    CaseTaken,
    DecisionNotReversible,
    InvalidRestrictionEnd,
    InvolvedInCase,
    MeasureNotApplicable,
    MissingPermission,
    NoSuchDecision,
    RestrictionExtendedByAppeal,
    TooLateToAppeal,
)
from moderation.models import Case, Decision, Report
from moderation.models.case import CaseKind, CaseState
from moderation.models.decision import AppealOutcome, Measure
from notifications.models import Notice
from rules import BLACK_AND_WHITE, AfterRejection, Color, parse_vertex
from tests.factories import NOON, act, days, make_game, make_moderator, make_player, reload, side
from tests.moderation.helpers import decide, report

pytestmark = pytest.mark.django_db


def appealed(measure=Measure.MUTED, **more):
    player = make_player()
    done = decide(report(player), make_moderator(grade="administrators"), measure, **more)
    appeal = services.appeal_decision(decision_id=done.pk, player=player, text="please", now=NOON)
    return player, done, appeal


def answer(appeal, outcome, staff=None, *, days=None, now=NOON):
    until = None if days is None else now + days
    verdict = services.AppealAnswer(outcome, "because", until)
    return services.answer_appeal(case_id=appeal.case_id, staff=staff or make_moderator(), verdict=verdict, now=now)


def test_an_appeal_goes_to_somebody_else_than_the_one_who_decided():
    _, done, appeal = appealed()
    other = make_moderator()

    for verb in (services.assign_case, services.release_case):
        with pytest.raises(InvolvedInCase):
            verb(case_id=appeal.case_id, staff=done.by, now=NOON)
    with pytest.raises(InvolvedInCase):
        answer(appeal, AppealOutcome.UPHELD, done.by)
    assert not Notice.objects.filter(player=done.by, path=appeal.case.get_absolute_url()).exists()
    services.assign_case(case_id=appeal.case_id, staff=other, now=NOON)


def test_a_decision_that_is_upheld_stands_and_the_answer_is_final():
    player, done, appeal = appealed()

    answer(appeal, AppealOutcome.UPHELD)

    player.refresh_from_db()
    assert is_restricted(player, Restrict.MUTED, NOON)
    with pytest.raises(AlreadyAppealed):
        services.appeal_decision(decision_id=done.pk, player=player, text="again", now=NOON)
    assert Notice.objects.filter(player=player, kind="appeal_answered", path="/decisions/").count() == 1
    assert StaffAction.objects.filter(action="appeal", about__outcome="upheld").count() == 1
    assert Case.objects.get(pk=appeal.case_id).state == CaseState.DECIDED


def test_a_decision_that_is_lifted_is_as_if_it_had_not_been():
    player, _, appeal = appealed()

    answer(appeal, AppealOutcome.LIFTED, now=NOON + days(3))

    player.refresh_from_db()
    assert not is_restricted(player, Restrict.MUTED, NOON + days(3))


def test_a_restriction_is_changed_to_another_end():
    player, _, appeal = appealed(days=None)

    with pytest.raises(InvalidRestrictionEnd):
        answer(appeal, AppealOutcome.CHANGED, days=days(91))
    answer(appeal, AppealOutcome.CHANGED, days=days(2))

    player.refresh_from_db()
    assert restriction_end(player, Restrict.MUTED) == NOON + days(2)
    assert Restriction.objects.in_force(NOON).count() == 1


def test_a_changed_decision_is_final_too():
    player, _, appeal = appealed()
    second = make_moderator()
    answer(appeal, AppealOutcome.CHANGED, second, days=days(2))
    changed = Decision.objects.get(case=appeal.case)

    with pytest.raises(TooLateToAppeal):
        services.appeal_decision(decision_id=changed.pk, player=player, text="again", now=NOON)
    with pytest.raises(DecisionNotReversible):
        services.undo_decision(decision_id=changed.pk, staff=second, reason="on second thoughts", now=NOON)
    client = Client()
    client.force_login(player)
    assert "/appeal/" not in client.get("/decisions/").content.decode()


def test_a_warning_is_upheld_or_lifted_and_a_helper_may_do_that():
    _, _, appeal = appealed(Measure.WARN)
    helper = make_moderator(grade="helpers")

    with pytest.raises(MeasureNotApplicable):
        answer(appeal, AppealOutcome.CHANGED, helper)
    answer(appeal, AppealOutcome.LIFTED, helper)

    assert Decision.objects.get().undone_at == NOON


@pytest.mark.parametrize("outcome", AppealOutcome)
def test_helpers_answer_no_appeal_against_what_they_could_not_have_decided(outcome):
    _, _, appeal = appealed()
    helper = make_moderator(grade="helpers")

    with pytest.raises(MissingPermission):
        answer(appeal, outcome, helper, days=days(1))
    client = Client()
    client.force_login(helper)
    page = client.get(appeal.case.get_absolute_url()).content.decode()
    assert "you need permission to make this kind of decision" in page
    assert 'name="outcome"' not in page


@pytest.mark.parametrize("longer", [days(8), None])
def test_an_appeal_makes_no_restriction_longer_and_keeps_its_reason(longer):
    _, done, appeal = appealed(Measure.MUTED, reason_key="insults")

    with pytest.raises(RestrictionExtendedByAppeal):
        answer(appeal, AppealOutcome.CHANGED, make_moderator(grade="administrators"), days=longer)
    answer(appeal, AppealOutcome.CHANGED, days=days(1))

    changed = Decision.objects.get(case=appeal.case)
    assert changed.until == NOON + days(1)
    assert changed.reason_text == f"{done.reason_text.removesuffix(' for a reason')} because"


def test_only_the_person_concerned_appeals_in_time_while_the_decision_stands():
    player = make_player()
    done = decide(report(player), make_moderator(), Measure.WARN)

    with pytest.raises(NoSuchDecision):
        services.appeal_decision(decision_id=done.pk, player=make_player(), text="please", now=NOON)
    with pytest.raises(TooLateToAppeal):
        services.appeal_decision(decision_id=done.pk, player=player, text="please", now=NOON + days(30))
    services.undo_decision(decision_id=done.pk, staff=done.by, reason="a mistake", now=NOON)
    with pytest.raises(TooLateToAppeal):
        services.appeal_decision(decision_id=done.pk, player=player, text="please", now=NOON)


def test_closing_without_action_concerns_nobody():
    player = make_player()
    done = decide(report(player), make_moderator(), Measure.NONE)

    with pytest.raises(NoSuchDecision):
        services.appeal_decision(decision_id=done.pk, player=player, text="please", now=NOON)


def test_what_is_appealed_against_is_no_longer_just_taken_back():
    _, done, _ = appealed()

    with pytest.raises(DecisionNotReversible):
        services.undo_decision(decision_id=done.pk, staff=done.by, reason="a mistake", now=NOON)


def rejected_twice(now=NOON):
    """A game in which two proposals have been rejected."""
    game = make_game(moves="E5 D4 pass pass", now=now)
    for _ in range(2):
        act(game, verbs.Propose, dead=[parse_vertex("E5", 9, 9)], now=now)
        number = reload(game).state().proposal.number
        act(game, verbs.Reject, proposal=number, then=AfterRejection.MARK, reason="it lives", now=now)
    return reload(game)


def test_a_call_for_a_referee_is_a_case_for_those_who_have_no_part_in_the_game():
    game = rejected_twice()
    black = side(game, Color.BLACK)
    staff, busy = make_moderator(), make_moderator()
    make_game(black=busy, white=black)

    act(game, verbs.CallReferee, by=black)

    case = Case.objects.get()
    assert (case.kind, case.game, case.player) == (CaseKind.REFEREE, game, None)
    assert Report.objects.get().reporter == black
    with pytest.raises(InvolvedInCase):
        services.assign_case(case_id=case.pk, staff=busy, now=NOON)
    services.assign_case(case_id=case.pk, staff=staff, now=NOON)


def ruled(game, staff, **more):
    more = {"ruling": Ruling.BLACK, "reason": "E5 lives.", **more}
    return act(game, verbs.Decide, by=staff, **more)


def test_the_ruling_answers_the_call_binds_and_either_side_may_appeal_once():
    game = rejected_twice()
    black, white = side(game, Color.BLACK), side(game, Color.WHITE)
    act(game, verbs.CallReferee, by=black)
    staff = make_moderator()

    ruled(game, staff)

    done = Decision.objects.get()
    assert Case.objects.get().state == CaseState.DECIDED
    assert Report.objects.get().answer
    for player in (black, white):
        assert Decision.objects.concerning(player).get() == done
    with pytest.raises(DecisionNotReversible):
        services.undo_decision(decision_id=done.pk, staff=staff, reason="hm", now=NOON)
    appeal = services.appeal_decision(decision_id=done.pk, player=white, text="no, it is dead", now=NOON)
    assert [appeal.may_read_text(player) for player in (black, white)] == [False, True]
    with pytest.raises(AlreadyAppealed):
        services.appeal_decision(decision_id=done.pk, player=black, text="me too", now=NOON)
    other = make_moderator()
    ruling = services.CaseRuling(verb="annul", reason="unclear", expected=reload(game).number, key="k")
    services.rule_in_case(case_id=appeal.case_id, staff=other, ruling=ruling, now=NOON)
    answer(appeal, AppealOutcome.CHANGED, other)
    assert reload(game).result == "Void"


def test_while_somebody_looks_at_the_call_nobody_else_rules():
    game = rejected_twice()
    act(game, verbs.CallReferee, by=side(game, Color.BLACK))
    services.assign_case(case_id=Case.objects.get().pk, staff=make_moderator(), now=NOON)

    with pytest.raises(CaseTaken):
        ruled(game, make_moderator())
    assert not reload(game).is_finished
    assert not StaffAction.objects.exists()


def test_nobody_rules_in_the_game_of_an_opponent():
    game = make_game(moves="E5 D4")
    staff = make_moderator()
    make_game(black=staff, white=side(game, Color.WHITE))

    with pytest.raises(InvolvedInCase):
        ruled(game, staff)
    assert not reload(game).is_finished


def test_nobody_rules_in_the_game_of_an_opponent_from_a_case_about_the_other_side():
    game = make_game(moves="E5 D4")
    black, white = side(game, Color.BLACK), side(game, Color.WHITE)
    staff = make_moderator()
    make_game(black=staff, white=white)
    target = services.target_game(white, game.pk)
    case_id = services.report_player(
        target=target, complaint=services.ReportContent(CaseKind.OTHER, white, ""), now=NOON
    ).case_id

    assert target.player == black
    ruling = services.CaseRuling(verb="decide", fields={"ruling": "white"}, reason="x", expected=2, key="k")
    with pytest.raises(InvolvedInCase):
        services.rule_in_case(case_id=case_id, staff=staff, ruling=ruling, now=NOON)
    assert not reload(game).is_finished


def test_a_report_of_stalling_is_a_case_about_the_opponent():
    game = make_game(moves="E5 D4 pass pass")
    black, white = side(game, Color.BLACK), side(game, Color.WHITE)

    act(game, verbs.ReportStalling, by=white)

    case = Case.objects.get()
    assert (case.kind, case.player, case.game) == (CaseKind.STALLING, black, game)


def test_the_button_calls_a_referee_and_the_caller_finds_it_among_their_reports():
    game = rejected_twice(timezone.now())
    black = side(game, Color.BLACK)
    client = Client()
    client.force_login(black)

    client.post(f"/g/{game.pk}/referee/", {"number": game.number, "key": "12345678"})

    assert Case.objects.get().kind == CaseKind.REFEREE
    assert "Referee call" in client.get("/reports/").content.decode()
    assert Player.objects.get(pk=black.pk).reports_made.count() == 1


def test_more_time_does_not_answer_the_call_for_a_referee():
    game, staff = rejected_twice(), make_moderator()
    act(game, verbs.CallReferee, by=side(game, Color.BLACK))

    act(
        game,
        verbs.AddTimeByRuling,
        by=staff,
        side=Color.BLACK,
        minutes=2 * 24 * 60,
        reason="while we look at it",
    )

    case = Case.objects.get()
    assert (case.state, case.taken_by) == (CaseState.OPEN, staff)
    assert Report.objects.get().answer == ""
    ruled(game, staff)
    assert Case.objects.get().state == CaseState.DECIDED


def test_R61_the_clocks_wait_for_a_moderator_until_the_case_is_over():
    game, staff = rejected_twice(), make_moderator()
    act(game, verbs.CallReferee, by=side(game, Color.BLACK))
    for ends_case in (False, True):
        decide(Case.objects.get(), staff, Measure.NONE, days=None, ends_case=ends_case)
        assert (current_pause_end(reload(game), NOON) is None) is ends_case


def test_a_call_that_is_not_followed_is_explained_to_both_and_the_clocks_go_on():
    game = rejected_twice()
    act(game, verbs.CallReferee, by=side(game, Color.BLACK))

    decide(Case.objects.get(), make_moderator(), Measure.NONE, days=None, reason="Agree among yourselves.")

    assert current_pause_end(reload(game), NOON) is None
    assert find_record_faults(reload(game)) == []
    for color in BLACK_AND_WHITE:
        client = Client(headers={"Accept-Language": "en"})
        client.force_login(side(game, color))
        assert "Agree among yourselves." in client.get("/decisions/").content.decode()
        assert Notice.objects.filter(player=side(game, color), kind="order_decided").count() == 1
        assert "A ruling was made in this game" not in client.get("/reports/").content.decode()

    decision = Decision.objects.get()
    services.undo_decision(decision_id=decision.pk, staff=decision.by, reason="a mistake", now=NOON)
    assert Notice.objects.filter(kind="order_undone").count() == 2, "both players read the answer"


def test_both_sides_read_what_was_ruled_and_whose_appeal_it_was():
    game = rejected_twice()
    black, white = side(game, Color.BLACK), side(game, Color.WHITE)
    ruled(game, make_moderator())
    appeal = services.appeal_decision(decision_id=Decision.objects.get().pk, player=white, text="it is dead", now=NOON)
    answer(appeal, AppealOutcome.UPHELD)

    pages = []
    for player in (black, white):
        client = Client(headers={"Accept-Language": "en"})
        client.force_login(player)
        pages.append(client.get("/decisions/").content.decode())

    assert all("Ruling in a game: decided by a moderator" in page for page in pages)
    assert ["Another player in the game appealed:" in page for page in pages] == [True, False]
    assert ["it is dead" in page for page in pages] == [False, True]
    assert Notice.objects.filter(player=black, kind="order_decided").count() == 2


def test_an_appeal_against_a_ruling_offers_what_can_still_be_done():
    game, staff = rejected_twice(), make_moderator()
    ruled(game, make_moderator(), ruling=Ruling.ANNULLED)
    appeal = services.appeal_decision(
        decision_id=Decision.objects.get().pk, player=side(game, Color.WHITE), text="no", now=NOON
    )
    client = Client()
    client.force_login(staff)

    page = client.get(appeal.case.get_absolute_url()).content.decode()

    assert re.findall(r'name="outcome" value="(\w+)"', page) == ["upheld", "changed"]
    assert 'value="annul"' not in page
    assert 'value="unrate"' not in page


def test_who_reported_waits_again_when_the_case_is_open_again():
    staff = make_moderator()
    done = decide(report(make_player()), staff, Measure.WARN)
    assert Report.objects.get().answer

    services.undo_decision(decision_id=done.pk, staff=staff, reason="a mistake", now=NOON)

    assert Report.objects.get().answer == ""
