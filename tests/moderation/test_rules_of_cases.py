"""Limits of reports, notes and decisions, and content hidden and restored in clubs (E79, S14, V63)."""

from __future__ import annotations

from datetime import timedelta
from decimal import Decimal

import pytest

from accounts.core.renaming import digest_of_name
from accounts.models import FormerName, Player, Restriction, StaffAction
from clubs.models import Club
from clubs.services.notices import write_notice
from games import verbs
from games.models import Message
from moderation import services
from moderation.detectors.finding import Finding
from moderation.errors import (
    CannotReport,
    InvalidRestrictionEnd,
    MeasureNotApplicable,
    ReasonNeeded,
    ReportTooLong,
    TooManyReports,
)
from moderation.models import Case, Report
from moderation.models.case import LOCK, CaseKind, CaseState
from moderation.models.decision import GamesAfterSuspension, Measure
from moderation.models.report import LONGEST_TEXT, ReportAnswer
from moderation.services import cases, findings, reports, suspensions
from moderation.services import clubs as club_cases
from moderation.services.decisions import LONGEST_REASON, cleaned_reason
from moderation.services.measures import LONGEST, check_restriction_end
from notifications.models import Notice
from rules import Color
from tests.clubs.helpers import asked, make_club
from tests.factories import NOON, act, days, make_game, make_moderator, make_player, side
from tests.moderation.helpers import decide, insult, report
from tests.tournaments.helpers import make_open
from tournaments.models import EntryState
from tournaments.services import entering

pytestmark = pytest.mark.django_db
SECOND, MINUTE = timedelta(seconds=1), timedelta(minutes=1)


def refused(refusal, do, *arguments, **named):
    with pytest.raises(refusal) as caught:
        do(*arguments, **named)
    return caught.value.data


def complain(target, reporter=None, kind=CaseKind.ABUSE, text=""):
    return services.report_player(
        target=target, complaint=services.ReportContent(kind, reporter or make_player(), text), now=NOON
    )


def reported_club(owner=None, **plan):
    club = make_club(owner, **plan)
    return club, complain(services.target_club(make_player(), club.pk)).case


def taken_back(decision, staff):
    services.undo_decision(decision_id=decision.pk, staff=staff, reason="a mistake", now=NOON + MINUTE)


def again(club):
    return Club.objects.get(pk=club.pk)


def test_a_note_has_up_to_four_thousand_characters_and_a_reason_up_to_a_thousand():
    case, staff = report(make_player()), make_moderator()
    write = lambda text: services.add_case_note(case_id=case.pk, staff=staff, text=text, now=NOON)  # noqa: E731
    assert write("x" * cases.LONGEST_NOTE).text
    for text in ("", " \n", "x" * (cases.LONGEST_NOTE + 1)):
        refused(ReasonNeeded, write, text)
    assert (cases.LONGEST_NOTE, LONGEST_REASON) == (4000, 1000)
    assert len(cleaned_reason("x" * LONGEST_REASON)) == LONGEST_REASON
    assert cleaned_reason("", "insults") == "", "a key is enough"


def test_a_note_keeps_the_case_for_who_has_it_and_for_nobody_else():
    case, holder, other = report(make_player()), make_moderator(), make_moderator()
    services.assign_case(case_id=case.pk, staff=holder, now=NOON)
    services.add_case_note(case_id=case.pk, staff=other, text="I know them", now=NOON + MINUTE)
    assert Case.objects.get(pk=case.pk).taken_until == NOON + LOCK
    services.add_case_note(case_id=case.pk, staff=holder, text="still looking", now=NOON + MINUTE)
    assert Case.objects.get(pk=case.pk).taken_until == NOON + MINUTE + LOCK
    decide(case, holder, Measure.NONE, now=NOON + MINUTE)
    services.add_case_note(case_id=case.pk, staff=holder, text="for later", now=NOON + 2 * MINUTE)
    assert Case.objects.get(pk=case.pk).taken_until is None, "also when it is over"


def test_who_decides_reads_in_the_log_what_the_person_concerned_reads():
    player, staff = make_player(), make_moderator(grade="administrators")
    decide(report(player), staff, Measure.WARN, reason="too loud")
    done = decide(report(player), staff, Measure.MUTED, reason="too loud again")
    taken_back(done, staff)
    assert [(one.action, one.reason) for one in StaffAction.objects.order_by("pk")][-3:] == [
        ("warn", "too loud"), ("restrict", "too loud again"), ("lift", "a mistake"),
    ]  # fmt: skip


def test_a_restriction_ends_later_than_now_and_within_ninety_days_for_moderators():
    moderator, administrator = make_moderator(), make_moderator(grade="administrators")
    for until in (NOON, NOON - SECOND, NOON + LONGEST + SECOND, None):
        assert refused(InvalidRestrictionEnd, check_restriction_end, moderator, until, NOON) == {"most": 90}
    check_restriction_end(moderator, NOON + LONGEST, NOON)
    check_restriction_end(moderator, NOON + SECOND, NOON)
    check_restriction_end(administrator, None, NOON)
    refused(InvalidRestrictionEnd, check_restriction_end, administrator, NOON, NOON)


def test_a_decision_that_lifts_names_what_it_lifted_and_lifting_twice_is_logged():
    player, staff = make_player(), make_moderator()
    muted = decide(report(player), staff, Measure.MUTED)
    refused(MeasureNotApplicable, decide, report(player), staff, Measure.LIFT, restriction=None)
    lifted = decide(report(player), staff, Measure.LIFT, restriction=muted.restriction_id)
    assert lifted.restriction_id == muted.restriction_id
    assert Restriction.objects.get(pk=muted.restriction_id).lifted_at == NOON
    taken_back(muted, staff)
    assert [one.action for one in StaffAction.objects.order_by("pk")] == ["restrict", "lift", "lift"]
    refused(MeasureNotApplicable, decide, report(player), staff, Measure.LIFT, restriction=None)


def test_a_case_is_opened_again_unless_there_is_a_newer_one_and_its_reports_are_unanswered_again():
    player, staff = make_player(), make_moderator()
    first = report(player)
    done = decide(first, staff, Measure.WARN)
    second = report(player)
    assert second != first
    taken_back(done, staff)
    assert [Case.objects.get(pk=one.pk).is_open for one in (first, second)] == [False, True]
    assert first.reports.exclude(answer="").exists()
    done = decide(second, staff, Measure.WARN)
    taken_back(done, staff)
    assert Case.objects.get(pk=second.pk).is_open
    assert not second.reports.exclude(answer="", answered_at=None).exists()


def test_findings_about_the_last_day_are_reported_once(monkeypatch):
    found, asked_for = Finding("stalling", make_player().pk, (), (make_game().pk,), 0.5, ()), []
    monkeypatch.setattr(findings, "find_all_findings", lambda now, since: asked_for.append(now - since) or [found])
    assert [findings.report_findings(now=NOON) for _ in range(2)] == [1, 0]
    assert asked_for == [days(1)] * 2
    assert Case.objects.get().player_id == found.player


def test_nothing_is_hidden_where_no_message_is_named():
    game = make_game()
    player = side(game, Color.BLACK)
    texts = [insult(game, player, text) for text in ("fool", "loser")]
    case = report(player, kind=CaseKind.ABUSE)
    refused(MeasureNotApplicable, decide, case, make_moderator(), Measure.HIDE)
    decide(case, make_moderator(), Measure.HIDE, message=texts[1].pk, ends_case=False)
    assert [one.is_hidden for one in Message.objects.order_by("pk")] == [False, True]
    refused(MeasureNotApplicable, decide, case, make_moderator(), Measure.HIDE, message=texts[1].pk, now=NOON + days(1))


def test_a_report_of_a_message_is_about_its_author():
    game = make_game()
    black, white = side(game, Color.BLACK), side(game, Color.WHITE)
    insult(game, black)
    answer = insult(game, white, "no, you are")
    target = services.target_message(black, answer.pk)
    assert (target.player, target.evidence["text"]) == (white, "no, you are")


def test_who_reports_adds_to_their_report_until_it_is_full(settings):
    settings.IGO_REPORTS = "100/day"
    player, reporter = make_player(), make_player()
    for number in range(reports.MOST_EVIDENCE):
        Player.objects.filter(pk=player.pk).update(bio=f"version {number}")
        report(player, by=reporter)
    assert len(Report.objects.get().evidence) == reports.MOST_EVIDENCE == 20
    refused(ReportTooLong, report, player, by=reporter)
    other = make_player()
    for _ in range(5):
        report(other, by=reporter, text="x" * LONGEST_TEXT)
    refused(ReportTooLong, report, other, by=reporter)
    assert report(player), "somebody else"


def test_who_reports_too_much_reads_when_to_try_again(settings):
    settings.IGO_REPORTS = "1/minute"
    reporter = make_player()
    report(make_player(), by=reporter)
    assert 1 <= refused(TooManyReports, report, make_player(), by=reporter)["seconds"] <= 60


def test_a_finding_of_the_server_is_reported_once():
    target = services.target_player(make_player(), make_player().username)
    assert [reports.report_finding_once(key="wave:1", target=target, now=NOON) for _ in range(2)] == [True, False]
    assert Report.objects.count() == 1


def test_E79_a_club_is_reported_with_its_owner_and_one_without_is_not():
    make_club(name="Oulu Go")
    owner = make_player()
    club = make_club(owner, name="Turku Go")
    target = services.target_club(make_player(), club.pk)
    assert (target.player, target.evidence["name"], target.evidence["text"]) == (owner, "Turku Go", "")
    Club.objects.filter(pk=club.pk).update(
        about="A club.", rules="Be kind.", place="Turku", link="https://example.org/"
    )
    shown = services.target_club(make_player(), club.pk).evidence
    assert shown["text"] == "A club.\nBe kind.\nTurku\nhttps://example.org/", "moderators see all that they would hide"
    club.memberships.all().delete()
    refused(CannotReport, services.target_club, make_player(), club.pk)


def test_E79_the_texts_of_a_club_are_hidden_and_given_back_where_nothing_newer_stands():
    club, case = reported_club(name="Turku Go", about="Bad", rules="Worse")
    staff = make_moderator()
    hidden = decide(case, staff, Measure.HIDE_CLUB, club=club.pk)
    assert (again(club).about, again(club).rules, again(club).name) == ("", "", "Turku Go")
    Club.objects.filter(pk=club.pk).update(rules="Be kind")
    taken_back(hidden, staff)
    assert (again(club).about, again(club).rules) == ("Bad", "Be kind")


def test_E79_the_name_of_a_club_is_taken_and_given_back():
    club, case = reported_club(name="Bad Name")
    staff = make_moderator()
    renamed = decide(case, staff, Measure.RENAME_CLUB, club=club.pk)
    assert again(club).name.startswith("Club ")
    assert again(club).is_open
    taken_back(renamed, staff)
    assert again(club).name == "Bad Name"


def test_E79_a_club_is_closed_and_opened_again():
    club, case = reported_club(name="Turku Go")
    staff = make_moderator()
    closed = decide(case, staff, Measure.CLOSE_CLUB, club=club.pk)
    assert (again(club).is_open, again(club).name) == (False, "Turku Go")
    taken_back(closed, staff)
    assert again(club).is_open


def test_E79_only_clubs_that_the_case_is_about_are_touched():
    _club, case = reported_club(name="Turku Go")
    other, staff = make_club(name="Oulu Go"), make_moderator()
    for wrong in (other.pk, None):
        refused(MeasureNotApplicable, decide, case, staff, Measure.CLOSE_CLUB, club=wrong)
    assert again(other).is_open
    assert not StaffAction.objects.exists()
    refused(MeasureNotApplicable, decide, case, staff, Measure.HIDE_EVENT, event="")


def test_E79_a_notice_of_a_club_is_hidden_for_the_reason_and_shown_again():
    author = make_player()
    club = make_club(author, name="Turku Go")
    bad, other = (write_notice(asked(author), club.pk, text) for text in ("bad words", "good words"))
    case = complain(services.target_club_notice(author, bad.pk)).case
    staff = make_moderator()
    done = decide(case, staff, Measure.HIDE, club_notice=bad.pk, ends_case=False)
    bad.refresh_from_db()
    other.refresh_from_db()
    assert (bad.hidden_at, bad.hidden_reason, other.hidden_at) == (NOON, "for a reason", None)
    assert club_cases.visible_reported_club_notices(case) == [], "it is hidden"
    refused(MeasureNotApplicable, decide, case, staff, Measure.HIDE, club_notice=bad.pk)
    innocent = make_player()
    theirs = write_notice(asked(innocent), make_club(innocent, name="Oulu Go").pk, "kind words")
    refused(MeasureNotApplicable, decide, case, staff, Measure.HIDE, club_notice=theirs.pk)
    assert StaffAction.objects.get().action == "hide"
    taken_back(done, staff)
    bad.refresh_from_db()
    assert bad.hidden_at is None
    assert club_cases.visible_reported_club_notices(case) == [bad]
    type(bad).objects.filter(pk=bad.pk).update(author=None)
    assert club_cases.visible_reported_club_notices(case) == [], "no one answers for it any more"
    refused(CannotReport, services.target_club_notice, author, bad.pk)


def test_E93_who_is_suspended_is_out_of_tournaments_also_where_the_games_play_on():
    made, player = make_open(), make_player()
    entering.enter_tournament(asked(player), made.pk)
    done = decide(report(player), make_moderator(), Measure.SUSPENDED, games_then=GamesAfterSuspension.PLAY_ON)
    assert made.entries.get(player=player).state == EntryState.WITHDRAWN
    assert done.games_stopped_at == NOON


def test_games_of_one_player_go_on_when_their_suspension_is_lifted_and_those_of_others_wait():
    players, staff = [make_player() for _ in range(2)], make_moderator(grade="administrators")
    done = [decide(report(player), staff, Measure.SUSPENDED) for player in players]
    for one in done:
        Restriction.objects.filter(pk=one.restriction_id).update(lifted_at=NOON)
    suspensions.resume_games_after_lifting(NOON + MINUTE, players[0])
    for one in done:
        one.refresh_from_db()
    assert [one.games_settled_at for one in done] == [NOON + MINUTE, None]
    suspensions.resume_games_after_lifting(NOON + 2 * MINUTE)
    done[1].refresh_from_db()
    assert done[1].games_settled_at == NOON + 2 * MINUTE


def test_a_case_that_ends_without_action_is_closed_and_its_notices_are_read():
    player, staff = make_player(), make_moderator()
    case = report(player)
    decide(case, staff, Measure.NONE, reason_key="nothing", reason="")
    assert Case.objects.get(pk=case.pk).state == CaseState.CLOSED
    assert not Notice.objects.filter(player=player, kind="order_decided").exists()
    assert not Notice.objects.unread().filter(path=case.get_absolute_url()).exists()


def test_games_that_are_decided_are_not_started_again_and_a_warning_starts_none():
    player, staff = make_player(), make_moderator()
    done = decide(report(player), staff, Measure.SUSPENDED)
    assert suspensions.sweep_suspensions(now=NOON + days(1)) == 1
    done.refresh_from_db()
    assert done.games_settled_at == NOON + days(1)
    suspensions.resume_games_after_reversal(done, NOON + days(2))
    warned = decide(report(make_player()), staff, Measure.WARN)
    suspensions.resume_games_after_reversal(warned, NOON + days(2))
    for decision, at in ((done, NOON + days(1)), (warned, None)):
        decision.refresh_from_db()
        assert decision.games_settled_at == at


def test_R61_more_time_that_nobody_has_called_for_is_a_decision_and_the_case_is_over():
    game = make_game(days=3)
    act(game, verbs.AddTimeByRuling, by=make_moderator(), side=Color.BLACK, minutes=600, reason="ill")
    (case,) = Case.objects.all()
    assert (case.kind, case.state, case.game) == (CaseKind.REFEREE, CaseState.DECIDED, game)


def test_R61_a_moderator_who_has_taken_a_case_about_something_else_decides_on_a_game_in_a_case_of_its_own():
    staff, other, game = make_moderator(), report(make_player()), make_game(days=3)
    services.assign_case(case_id=other.pk, staff=staff, now=NOON)
    act(game, verbs.AddTimeByRuling, by=staff, side=Color.BLACK, minutes=600, reason="ill")
    assert Case.objects.exclude(pk=other.pk).get().game == game
    assert Case.objects.get(pk=other.pk).is_open


def test_reports_weigh_by_the_share_that_was_right_of_those_that_were_answered():
    reporter = make_player()
    for answer in (ReportAnswer.RIGHT, ReportAnswer.NO_ACTION, ReportAnswer.NO_ACTION, ""):
        report(make_player(), by=reporter)
        Report.objects.filter(pk=Report.objects.latest("pk").pk).update(answer=answer)
    assert reports.reporter_weight(reporter) == Decimal("0.90")


def test_an_appeal_has_a_text_of_limited_length():
    player = make_player()
    done = decide(report(player), make_moderator(), Measure.WARN)
    appeal = lambda text: services.appeal_decision(decision_id=done.pk, player=player, text=text, now=NOON)  # noqa: E731
    for text in ("", " \n", "x" * (LONGEST_TEXT + 1)):
        refused(ReasonNeeded, appeal, text)
    assert appeal("x" * LONGEST_TEXT).text == "x" * LONGEST_TEXT


def test_a_name_that_is_given_back_is_not_reserved_any_longer():
    player, staff = make_player("aino"), make_moderator(grade="administrators")
    done = decide(report(player), staff, Measure.RENAME)
    assert FormerName.objects.filter(digest=digest_of_name("aino")).exists()
    taken_back(done, staff)
    assert Player.objects.get(pk=player.pk).username == "aino"
    assert not FormerName.objects.filter(digest=digest_of_name("aino")).exists()


def test_a_name_that_someone_has_taken_since_is_not_given_back():
    player, staff = make_player("aino"), make_moderator(grade="administrators")
    done = decide(report(player), staff, Measure.RENAME)
    make_player("Aino")
    taken_back(done, staff)
    assert Player.objects.get(pk=player.pk).username == done.kept["neutral"]
