"""Decisions: permissions, effects, notifications, the log, and reversals."""

import io

import pytest
from django.test import Client
from django.utils import translation
from PIL import Image

from accounts.core.pictures import find_shown_picture, store_picture
from accounts.core.renaming import RenamedLately, is_name_taken, rename_player
from accounts.core.restrictions import Muted, is_restricted
from accounts.models import Player, Restriction, StaffAction
from accounts.models.restriction import RestrictionKind as Restrict
from accounts.privacy.account_deletion import delete
from accounts.security.staff_permissions import GRADES
from games.models import Message
from games.verbs import Ruling
from moderation import services
from moderation.errors import (
    CaseOver,
    CaseTaken,
    DecisionNotReversible,
    InvalidRestrictionEnd,
    MeasureNotApplicable,
    MissingPermission,
    NoSuchCase,
    ReasonNeeded,
)
from moderation.models import Case, CaseNote, Decision, Report
from moderation.models.case import CaseKind, CaseState
from moderation.models.decision import Measure
from moderation.services.measures import NEEDS
from notifications.models import Notice
from rules import Color
from tests.clubs.helpers import make_club
from tests.factories import NOON, days, make_game, make_moderator, make_player, reload, side
from tests.leagues.helpers import make_league
from tests.moderation.helpers import decide, insult, report

pytestmark = pytest.mark.django_db


def offender():
    """Someone with a profile, an insult and a case about it."""
    player = make_player(bio="a bad text")
    game = make_game(black=player)
    message = insult(game, player)
    return player, message, report(player, kind=CaseKind.ABUSE)


@pytest.mark.parametrize("grade", GRADES)
@pytest.mark.parametrize("measure", [measure for measure in Measure if measure not in (Measure.LIFT, Measure.GAME)])
def test_each_grade_does_what_its_permissions_allow(grade, measure):
    player, message, case = offender()
    staff = make_moderator(grade=grade)
    more = {}
    if measure in (Measure.HIDE_CLUB, Measure.RENAME_CLUB, Measure.CLOSE_CLUB):
        club = make_club(player)
        complaint = services.ReportContent(CaseKind.ABUSE, make_player(), "a bad name")
        services.report_player(target=services.target_club(make_player(), club.pk), complaint=complaint, now=NOON)
        more = {"club": club.pk}
    if measure == Measure.HIDE_EVENT:
        league = make_league(player, started=False)
        complaint = services.ReportContent(CaseKind.ABUSE, make_player(), "a bad name")
        services.report_player(
            target=services.target_event("league", make_player(), league.pk), complaint=complaint, now=NOON
        )
        more = {"event": f"league-{league.pk}"}

    if NEEDS[measure] in GRADES[grade]:
        assert decide(case, staff, measure, message=message.pk, **more).measure == measure
        assert StaffAction.objects.filter(about__case=case.pk).count() == 1
    else:
        with pytest.raises(MissingPermission):
            decide(case, staff, measure, message=message.pk, **more)
        assert not Decision.objects.exists()
        assert not StaffAction.objects.exists()


def test_players_keep_no_order():
    _, _, case = offender()

    for verb in (services.assign_case, services.release_case):
        with pytest.raises(NoSuchCase):
            verb(case_id=case.pk, staff=make_player(), now=NOON)
    with pytest.raises(MissingPermission):
        decide(case, make_player(), Measure.WARN)


def test_the_muted_are_refused_with_the_reason_and_reach_nobody():
    """Never a shadow-ban."""
    player, _, case = offender()
    decide(case, make_moderator(), Measure.MUTED)
    before = Message.objects.count()

    with pytest.raises(Muted) as refused:
        insult(Message.objects.get().game, Player.objects.get(pk=player.pk), "again")

    assert refused.value.data["until"].startswith("2026-03-09")
    assert Message.objects.count() == before
    assert Notice.objects.filter(player=player, kind="order_decided", path="/decisions/").exists()
    assert Decision.objects.concerning(player).get().reason_text == "for a reason"


def test_moderators_restrict_for_ninety_days_and_administrators_without_an_end():
    _, _, case = offender()

    for wrong in (None, 91, -1):
        with pytest.raises(InvalidRestrictionEnd):
            decide(case, make_moderator(), Measure.BARRED, days=wrong)
    decide(case, make_moderator(grade="administrators"), Measure.BARRED, days=None)

    assert Restriction.objects.get().end is None


@pytest.mark.parametrize(
    "reason", [{"reason": ""}, {"reason": " \n"}, {"reason": "x" * 1001}, {"reason_key": "because"}]
)
def test_there_is_no_decision_without_a_reason(reason):
    _, _, case = offender()

    with pytest.raises(ReasonNeeded):
        decide(case, make_moderator(), Measure.WARN, **reason)


def test_a_chosen_reason_is_read_in_the_language_of_the_person_concerned():
    player, message, case = offender()
    Player.objects.filter(pk=player.pk).update(language="fi")

    decide(case, make_moderator(), Measure.HIDE, message=message.pk, reason_key="insults", reason="")

    assert Message.objects.get().hidden_reason == "Loukkaukset ja uhkaukset eivät ole sallittuja."


def test_a_hidden_message_is_kept_and_shown_again_when_the_decision_is_taken_back():
    _, message, case = offender()
    staff = make_moderator(grade="helpers")
    done = decide(case, staff, Measure.HIDE, message=message.pk)
    message.refresh_from_db()
    assert (message.shown_text, message.text) == ("", "You are a fool")

    services.undo_decision(decision_id=done.pk, staff=staff, reason="a mistake", now=NOON + days(0.9))

    message.refresh_from_db()
    assert message.shown_text == "You are a fool"
    assert Case.objects.get().state == CaseState.OPEN
    assert [a.action for a in StaffAction.objects.order_by("pk")] == ["hide", "undo"]


def test_only_messages_of_the_person_are_hidden():
    _, _, case = offender()
    game = make_game()
    foreign = insult(game, side(game, Color.BLACK))

    with pytest.raises(MeasureNotApplicable):
        decide(case, make_moderator(), Measure.HIDE, message=foreign.pk)


@pytest.mark.parametrize(
    "measure", [Measure.MUTED, Measure.SUSPENDED, Measure.HIDE_PROFILE, Measure.RENAME, Measure.WARN]
)
def test_what_was_decided_can_be_taken_back_for_a_day(measure):
    player, _, case = offender()
    name, staff = player.username, make_moderator(grade="administrators")
    done = decide(case, staff, measure)
    player.refresh_from_db()
    changed = (player.username, player.bio, player.muted_until, player.suspended_until)
    assert measure == Measure.WARN or changed != (name, "a bad text", None, None)

    with pytest.raises(DecisionNotReversible):
        services.undo_decision(decision_id=done.pk, staff=staff, reason="late", now=NOON + days(1))
    with pytest.raises(MissingPermission):
        services.undo_decision(decision_id=done.pk, staff=make_moderator(), reason="not mine", now=NOON)
    services.undo_decision(
        decision_id=done.pk, staff=make_moderator(grade="administrators"), reason="a mistake", now=NOON
    )
    with pytest.raises(DecisionNotReversible):
        services.undo_decision(decision_id=done.pk, staff=staff, reason="twice", now=NOON)

    player.refresh_from_db()
    assert (player.username, player.bio, player.muted_until, player.suspended_until) == (name, "a bad text", None, None)
    assert Notice.objects.filter(player=player, kind="order_undone").count() == 1


def test_a_name_that_was_taken_away_is_nobodys_and_another_can_be_chosen_at_once():
    player = make_player("offensive")
    staff = make_moderator(grade="administrators")
    done = decide(report(player), staff, Measure.RENAME)

    assert is_name_taken("offensive", NOON)
    assert is_name_taken("0ffensive", NOON)
    assert rename_player(player=player, name="polite", now=NOON).username == "polite"
    services.undo_decision(decision_id=done.pk, staff=staff, reason="a mistake", now=NOON)

    player.refresh_from_db()
    assert player.username == "polite"
    assert is_name_taken("offensive", NOON)


def test_whose_name_was_taken_away_signs_in_with_it_and_reads_the_new_one_S14():
    player, reader = make_player("offensive"), Client(headers={"Accept-Language": "en"})
    done = decide(report(player), make_moderator(grade="administrators"), Measure.RENAME)

    assert Client().get("/players/offensive/").status_code == 404
    reader.post("/accounts/login/", {"login": "offensive", "password": "correct horse"})
    page = reader.get("/decisions/").content.decode()

    assert f"Your name is <bdi>{done.kept['neutral']}</bdi> until you choose another." in page
    assert reader.post("/settings/name/", {"name": "Offensive"}).status_code == 400
    assert reader.post("/settings/name/", {"name": "polite"}).status_code == 302
    assert "until you choose another" not in reader.get("/decisions/").content.decode()


def test_whose_name_was_taken_away_need_not_wait_for_another():
    player = make_player("first")
    rename_player(player=player, name="offensive", now=NOON)
    decide(report(Player.objects.get(pk=player.pk)), make_moderator(grade="administrators"), Measure.RENAME)

    assert rename_player(player=player, name="polite", now=NOON).username == "polite"
    with pytest.raises(RenamedLately):
        rename_player(player=player, name="another", now=NOON)


def test_to_a_deleted_account_nothing_more_is_done():
    player, message, case = offender()
    delete(player=player, now=NOON)
    staff = make_moderator(grade="administrators")

    for measure in (Measure.RENAME, Measure.SUSPENDED, Measure.WARN, Measure.HIDE_PROFILE):
        with pytest.raises(MeasureNotApplicable):
            decide(case, staff, measure)
    decide(case, staff, Measure.HIDE, message=message.pk)

    with translation.override("en"):
        assert Player.objects.get(pk=player.pk).shown_name == "deleted player"


def test_who_keeps_order_is_reminded_of_no_case_that_is_over():
    case, others = report(make_player()), [make_moderator(), make_moderator()]
    later = report(make_player())
    assert Notice.objects.unread().filter(player__in=others, path=later.get_absolute_url()).count() == 2

    decide(later, others[0], Measure.WARN)

    assert not Notice.objects.unread().filter(path=later.get_absolute_url()).exists()
    assert not Notice.objects.unread().filter(path=case.get_absolute_url()).exclude(player__in=others).exists()


def test_a_new_profile_is_not_overwritten_by_taking_a_decision_back():
    player, _, case = offender()
    staff = make_moderator()
    done = decide(case, staff, Measure.HIDE_PROFILE)
    Player.objects.filter(pk=player.pk).update(bio="a kind text")

    services.undo_decision(decision_id=done.pk, staff=staff, reason="a mistake", now=NOON)

    player.refresh_from_db()
    assert player.bio == "a kind text"


def test_a_restriction_is_lifted_by_a_decision_of_its_own():
    player, _, case = offender()
    staff = make_moderator()
    decide(case, staff, Measure.MUTED)
    row = Restriction.objects.get()

    decide(report(player), staff, Measure.LIFT, restriction=row.pk)

    player.refresh_from_db()
    assert not is_restricted(player, Restrict.MUTED, NOON)
    with pytest.raises(MeasureNotApplicable):
        decide(report(player), staff, Measure.LIFT, restriction=row.pk)


def test_reporters_get_an_answer_without_details():
    player = make_player()
    reporters = [make_player(), make_player()]
    for reporter in reporters:
        case = report(player, by=reporter)
    other = report(make_player(), by=reporters[0])
    decide(case, make_moderator(), Measure.WARN)
    decide(other, make_moderator(), Measure.NONE, reason_key="nothing", reason="")

    answers = {(row.reporter, row.answer) for row in Report.objects.all()}
    assert answers == {(reporters[0], "right"), (reporters[1], "right"), (reporters[0], "no_action")}
    assert Notice.objects.filter(kind="report_answered", path="/reports/").count() == 3
    assert not Notice.objects.filter(player=other.player).exists()


def test_a_case_may_take_several_decisions():
    _, message, case = offender()
    staff = make_moderator()
    decide(case, staff, Measure.HIDE, message=message.pk, ends_case=False, note="looks like the third time")
    decide(case, staff, Measure.MUTED)

    case.refresh_from_db()
    assert (case.state, case.decisions.count()) == (CaseState.DECIDED, 2)
    assert CaseNote.objects.get().text == "looks like the third time"
    with pytest.raises(CaseOver):
        decide(case, staff, Measure.WARN)


def test_who_looks_at_a_case_has_it_for_twenty_minutes():
    _, _, case = offender()
    first, second = make_moderator(), make_moderator()
    services.assign_case(case_id=case.pk, staff=first, now=NOON)

    with pytest.raises(CaseTaken) as refused:
        decide(case, second, Measure.WARN, now=NOON + days(19 / 1440))
    assert refused.value.data["by"] == first.username
    services.add_case_note(case_id=case.pk, staff=first, text="still looking", now=NOON + days(19 / 1440))
    with pytest.raises(CaseTaken):
        services.assign_case(case_id=case.pk, staff=second, now=NOON + days(38 / 1440))
    decide(case, second, Measure.WARN, now=NOON + days(39 / 1440))


def test_a_case_can_be_left_to_others():
    _, _, case = offender()
    first, second = make_moderator(), make_moderator()
    services.assign_case(case_id=case.pk, staff=first, now=NOON)
    services.release_case(case_id=case.pk, staff=first, now=NOON)

    services.assign_case(case_id=case.pk, staff=second, now=NOON)


def rule(case, by, *, now=NOON, **more):
    game = reload(case.game)
    ruling = services.CaseRuling(
        verb="decide",
        fields={"ruling": Ruling.WHITE},
        reason="Black marked living stones as dead.",
        expected=game.number,
        key="k",
        **more,
    )
    return services.rule_in_case(case_id=case.pk, staff=by, ruling=ruling, now=now)


def test_a_ruling_ends_the_game_in_its_record_and_both_sides_are_notified():
    game = make_game()
    black, white = side(game, Color.BLACK), side(game, Color.WHITE)
    target = services.target_game(white, game.pk)
    case = services.report_player(
        target=target, complaint=services.ReportContent(CaseKind.SCORE, white, ""), now=NOON
    ).case
    staff = make_moderator()

    rule(case, staff)

    assert reload(game).result == "W+F"
    assert reload(game).actions.last().payload["reason"] == "Black marked living stones as dead."
    for player in (black, white):
        assert Decision.objects.concerning(player).count() == 1
    assert StaffAction.objects.get().action == "decide"
    with pytest.raises(CaseOver):
        rule(case, staff)


def test_helpers_do_not_rule_in_games_and_a_case_without_a_game_takes_no_ruling():
    game = make_game()
    white = side(game, Color.WHITE)
    target = services.target_game(white, game.pk)
    case = services.report_player(
        target=target, complaint=services.ReportContent(CaseKind.SCORE, white, ""), now=NOON
    ).case

    with pytest.raises(MissingPermission):
        rule(case, make_moderator(grade="helpers"))
    without = report(make_player())
    without.game = game
    with pytest.raises(MeasureNotApplicable):
        rule(without, make_moderator())


def test_a_hidden_profile_has_no_picture_until_the_decision_is_taken_back(settings):
    settings.IGO_PICTURES = True
    player, _, case = offender()
    out = io.BytesIO()
    Image.new("RGB", (9, 9), "red").save(out, "PNG")
    store_picture(player, out.getvalue(), NOON)
    player.refresh_from_db()
    digest, staff = player.picture, make_moderator()

    done = decide(case, staff, Measure.HIDE_PROFILE)
    player.refresh_from_db()
    assert (player.picture, find_shown_picture(digest)) == ("", None)

    services.undo_decision(decision_id=done.pk, staff=staff, reason="a mistake", now=NOON)
    player.refresh_from_db()
    assert player.picture == digest
    assert find_shown_picture(digest)
