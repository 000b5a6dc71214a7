"""The answer to an appeal, the end of games by a suspension (E93), the kinds of rulings (R61), and the subjects
of cases (E79)."""

from __future__ import annotations

from datetime import timedelta

import pytest

from accounts.models import Player, PlayerPicture, StaffAction
from automatch.models import Search
from challenges.models import Challenge
from challenges.services import create_challenge
from clubs.models import ClubRole
from games import verbs
from games.terms import Terms
from moderation import services
from moderation.errors import CannotReport, MeasureNotApplicable
from moderation.models import Case, Decision, Report
from moderation.models.case import LOCK, CaseKind
from moderation.models.decision import AppealOutcome, GamesAfterSuspension, Measure
from moderation.services import calls, clubs, decisions, events_and_matches, evidence, suspensions
from notifications.models import Notice
from rules import Color
from team_matches.models import MemberAnswer
from team_matches.services import teams
from tests.automatch.helpers import look_for
from tests.clubs.helpers import make_club
from tests.factories import NOON, act, days, make_game, make_moderator, make_player, reload, side
from tests.moderation.helpers import decide, report
from tests.social.test_talk import say
from tests.team_matches.helpers import Clubs
from tests.tournaments.helpers import asked, refused

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


def appealed(player, measure=Measure.MUTED, **more):
    """A decision about the player, and the player's appeal against it."""
    done = decide(report(player), make_moderator(grade="administrators"), measure, **more)
    return done, services.appeal_decision(decision_id=done.pk, player=player, text="please", now=NOON)


def answered(appeal, outcome, now=NOON, until=None):
    verdict = services.AppealAnswer(outcome, "because", until)
    return services.answer_appeal(case_id=appeal.case_id, staff=make_moderator(), verdict=verdict, now=now)


def test_an_answer_is_that_of_its_case_whatever_else_is_appealed():
    both = [appealed(make_player()) for _ in range(2)]
    for done, appeal in both:
        assert answered(appeal, AppealOutcome.LIFTED) == appeal
        done.refresh_from_db()
        assert done.undone_at == NOON
        assert not Case.objects.get(pk=appeal.case_id).is_open


def test_after_a_suspension_has_another_end_the_games_end_when_and_as_was_decided_first():
    game = make_game(moves="E5 D4 G7 F3")
    player = side(game, Color.BLACK)
    first, appeal = appealed(player, Measure.SUSPENDED, games_then=GamesAfterSuspension.LOST)
    answered(appeal, AppealOutcome.CHANGED, NOON + HOUR, NOON + days(2))

    changed = Decision.objects.get(case=appeal.case)

    assert (changed.until, changed.reason, changed.ends_case) == (NOON + days(2), "because", False)
    first.refresh_from_db()
    for name in ("games_then", "games_due", "games_stopped_at", "measure", "reason_key"):
        assert getattr(changed, name) == getattr(first, name), name
    assert (first.games_settled_at, changed.games_settled_at) == (NOON + HOUR, None)
    assert suspensions.sweep_suspensions(now=NOON + days(1)) == 1
    assert reload(game).result == "W+F"


def test_an_appeal_after_the_games_have_ended_leaves_them_as_they_are():
    _, appeal = appealed(side(make_game(), Color.BLACK), Measure.SUSPENDED, games_then=GamesAfterSuspension.LOST)
    muted, other = appealed(make_player())
    suspensions.sweep_suspensions(now=NOON + days(1))
    for one in (appeal, other):
        answered(one, AppealOutcome.CHANGED, NOON + days(1) + HOUR, NOON + days(2))
    changed = Decision.objects.get(case=appeal.case)
    assert changed.games_settled_at == NOON + days(1)
    assert suspensions.sweep_suspensions(now=NOON + days(2)) == 0
    muted.refresh_from_db()
    assert muted.games_settled_at is None, "it has stopped none"


def test_a_decision_is_reversed_in_the_name_of_who_reverses_it(monkeypatch):
    changed = []
    monkeypatch.setattr(decisions.events, "signal_player_lists_changed", lambda *players: changed.extend(players))
    staff = make_moderator(grade="administrators")
    for measure in (Measure.WARN, Measure.MUTED):
        player = make_player()
        done = decide(report(player), make_moderator(), measure)
        changed.clear()
        services.undo_decision(decision_id=done.pk, staff=staff, reason="a mistake", now=NOON)
        row = StaffAction.objects.latest("pk")
        assert (row.staff, row.reason, row.player) == (staff, "a mistake", player)
        assert (row.about["case"], row.about["decision"]) == (done.case_id, done.pk)
        assert changed == [player.pk], "whose pages show it at once"


@pytest.mark.parametrize("reversed_by", ["undone_at", "lifted_at"])
def test_a_suspension_that_was_reversed_ends_no_games_when_its_day_is_over(reversed_by):
    """As if another process had reversed it between two steps of the sweeper."""
    game = make_game()
    done = decide(
        report(side(game, Color.BLACK)), make_moderator(), Measure.SUSPENDED, games_then=GamesAfterSuspension.LOST
    )
    setattr(done if reversed_by == "undone_at" else done.restriction, reversed_by, NOON)
    suspensions._end_games_as_decided(done, NOON + days(1))
    assert (reload(game).result, done.games_settled_at) == ("", NOON + days(1))


def test_a_profile_is_hidden_if_there_is_one_and_only_that_profile_comes_back():
    player, other, staff = make_player(bio="bad words"), make_player(), make_moderator()
    third = make_player(bio="kind words")
    profiles = lambda: [Player.objects.get(pk=one.pk).bio for one in (player, other, third)]  # noqa: E731
    refused(MeasureNotApplicable, decide, report(other), staff, Measure.HIDE_PROFILE)
    done = decide(report(player), staff, Measure.HIDE_PROFILE)
    assert profiles() == ["", "", "kind words"]
    services.undo_decision(decision_id=done.pk, staff=staff, reason="a mistake", now=NOON)
    assert profiles() == ["bad words", "", "kind words"]


@pytest.mark.parametrize(("bio", "digest"), [("bad words", ""), ("", "abc"), ("bad words", "abc")])
def test_a_profile_with_a_text_or_a_picture_is_hidden_and_both_come_back(bio, digest):
    player, staff = make_player(bio=bio, picture=digest), make_moderator()
    PlayerPicture.objects.create(player=player, digest="abc", webp="", at=NOON)
    profile = lambda: (Player.objects.get(pk=player.pk).bio, Player.objects.get(pk=player.pk).picture)  # noqa: E731
    done = decide(report(player), staff, Measure.HIDE_PROFILE)
    assert profile() == ("", "")
    services.undo_decision(decision_id=done.pk, staff=staff, reason="a mistake", now=NOON)
    assert profile() == (bio, digest)


def test_what_a_player_has_changed_since_their_profile_was_hidden_stays():
    player, staff = make_player(bio="bad words", picture="abc"), make_moderator()
    PlayerPicture.objects.create(player=player, digest="abc", webp="", at=NOON)
    done = decide(report(player), staff, Measure.HIDE_PROFILE)
    PlayerPicture.objects.update(digest="def")
    Player.objects.filter(pk=player.pk).update(bio="kind words", picture="def")
    services.undo_decision(decision_id=done.pk, staff=staff, reason="a mistake", now=NOON)
    player.refresh_from_db()
    assert (player.bio, player.picture) == ("kind words", "def")


def test_a_reversed_restriction_is_logged_also_if_it_is_over_whatever_else_is_in_force():
    staff = make_moderator(grade="administrators")
    decide(report(make_player()), staff, Measure.MUTED)
    for hours, lifted_at in ((1, None), (3, NOON + 2 * HOUR)):
        done = decide(report(make_player()), staff, Measure.MUTED, days=hours / 24)
        services.undo_decision(decision_id=done.pk, staff=staff, reason="a mistake", now=NOON + 2 * HOUR)
        done.restriction.refresh_from_db()
        assert done.restriction.lifted_at == lifted_at
        assert StaffAction.objects.get(player=done.player, action="lift").at == NOON + 2 * HOUR


def test_a_case_opens_again_whatever_cases_there_are_about_others_and_of_other_groups():
    player, staff = make_player(), make_moderator()
    cases = [report(player), report(make_player()), report(player, kind=CaseKind.SPAM)]
    for case in cases[:2]:
        done = decide(case, staff, Measure.WARN)
        services.undo_decision(decision_id=done.pk, staff=staff, reason="a mistake", now=NOON)
        assert Case.objects.get(pk=case.pk).is_open
    assert Notice.objects.filter(kind="order_decided", path="/decisions/").count() == 2


def test_R61_a_call_for_a_referee_opens_again_whatever_calls_there_are():
    staff, games = make_moderator(), [make_game(moves="E5 D4") for _ in range(2)]
    for game in games:
        calls.call_moderator(game, side(game, Color.BLACK), "referee", NOON)
    case = Case.objects.get(game=games[0])
    done = decide(case, staff, Measure.NONE, days=None)
    services.undo_decision(decision_id=done.pk, staff=staff, reason="a mistake", now=NOON)
    assert Case.objects.get(pk=case.pk).is_open


def test_E93_who_is_suspended_is_out_of_teams_that_are_being_set_and_looks_for_no_game():
    clubs = Clubs()
    player, other = clubs.a[1:3]
    match = clubs.accepted()
    for one in (player, other):
        teams.set_will_play(asked(one), match.pk, plays=True)
        look_for(one)
        create_challenge(asked(one), Terms())
    decide(report(player), make_moderator(), Measure.SUSPENDED)
    assert match.members.get(player=player).answer == MemberAnswer.DECLINED
    assert match.members.get(player=other).answer == MemberAnswer.PLAYS
    assert Search.objects.open().get().player == other
    assert Challenge.objects.get(status="open").creator == other


def test_R61_a_ruling_is_one_of_those_that_there_are_in_the_game_of_the_case():
    game = make_game(moves="E5 D4")
    black, staff = side(game, Color.BLACK), make_moderator()
    calls.call_moderator(game, black, "referee", NOON)
    assert (Report.objects.get().reporter, Report.objects.get().evidence[0]["game"]) == (black, game.pk)
    for case, verb in ((Case.objects.get(), "adjust_clock"), (report(make_player()), "annul")):
        ruling = services.CaseRuling(verb=verb, reason="unclear", expected=reload(game).number, key="k")
        refused(MeasureNotApplicable, services.rule_in_case, case_id=case.pk, staff=staff, ruling=ruling, now=NOON)
    assert not Decision.objects.exists()


def test_R61_a_player_reports_stalling_once_in_a_case_with_the_game():
    game = make_game(moves="E5 D4")
    black, white = side(game, Color.BLACK), side(game, Color.WHITE)
    others = report(black, kind=CaseKind.STALLING)
    for _ in range(2):
        calls.call_moderator(game, white, "stalling", NOON)
    row = Report.objects.get(reporter=white)
    assert (row.case, row.kind, row.game, row.case.player) == (others, CaseKind.STALLING, game, black)
    assert row.evidence[0]["what"] == "game"
    calls.call_moderator(game, black, "stalling", NOON)
    assert set(Case.objects.values_list("player", flat=True)) == {black.pk, white.pk}


def test_R61_a_ruling_outside_a_case_is_in_no_case_about_a_player_of_the_game():
    game, staff = make_game(moves="E5 D4"), make_moderator()
    calls.call_moderator(game, side(game, Color.WHITE), "stalling", NOON)
    reported = Case.objects.get()
    act(game, verbs.AddTimeByRuling, by=staff, side=Color.BLACK, minutes=600, reason="ill")
    assert Decision.objects.get().case.kind == CaseKind.REFEREE
    assert Decision.objects.get().case != reported
    assert Case.objects.get(pk=reported.pk).is_open


def called(why):
    """The case of a call by White in a new game."""
    game = make_game(moves="E5 D4")
    calls.call_moderator(game, side(game, Color.WHITE), why, NOON)
    return Case.objects.get(game=game)


def rule(case, staff, verb="decide", now=NOON, ends_case=True):
    """White wins by a decision after two moves, or the game is annulled after it."""
    seen, fields = {"decide": 2, "annul": 3}[verb], {"ruling": verbs.Ruling.WHITE}
    ruling = services.CaseRuling(
        verb=verb, fields=fields, reason="unclear", expected=seen, key=str(case.pk), ends_case=ends_case
    )
    return services.rule_in_case(case_id=case.pk, staff=staff, ruling=ruling, now=now)


def test_R61_a_repeated_ruling_is_the_first_one_whatever_was_decided_since():
    case, (first, second) = called("stalling"), (make_moderator() for _ in range(2))
    done = rule(case, first, ends_case=False)
    decide(case, first, Measure.WARN, ends_case=False)
    rule(called("stalling"), first)
    assert rule(case, second, "annul", NOON + LOCK, ends_case=False).by == second
    assert rule(case, first, now=NOON + 2 * LOCK, ends_case=False) == done
    assert Decision.objects.count() == 4


@pytest.mark.parametrize(
    ("why", "ends_case", "state"),
    [("stalling", True, "decided"), ("stalling", False, "open"), ("referee", True, "decided")],
)
def test_R61_a_ruling_ends_its_case_if_the_moderator_wants_this_and_answers_once(why, ends_case, state):
    case, staff = called(why), make_moderator()
    rule(case, staff, ends_case=ends_case)
    case.refresh_from_db()
    assert (case.state, case.over_at, case.taken_by) == ((state, NOON, None) if ends_case else (state, None, staff))
    assert Notice.objects.filter(kind="report_answered").count() == int(ends_case)


def test_a_case_that_ends_reads_its_own_notices_only():
    staff = make_moderator()
    over, waits = (report(make_player()) for _ in range(2))
    decide(over, staff, Measure.WARN)
    assert [one.path for one in Notice.objects.unread().filter(player=staff)] == [waits.get_absolute_url()]


def test_E79_who_answers_for_a_club_is_its_owner_whoever_joined_first():
    first, owner = make_player(), make_player()
    club = make_club(first, owner)
    for player, role in ((first, ClubRole.MANAGER), (owner, ClubRole.OWNER)):
        club.memberships.filter(player=player).update(role=role)
    assert clubs.reportable_club_owner(club) == owner


def test_E79_in_a_team_match_others_are_reported_who_have_an_account():
    teams_of = Clubs()
    match = teams_of.running()
    viewer, gone = teams_of.a[0], teams_of.b[1]
    stranger = make_player()
    people = {*teams_of.a, *teams_of.b, *teams_of.owners} - {viewer, gone}
    Player.objects.filter(pk=gone.pk).update(deleted_at=NOON)
    assert set(events_and_matches.reportable_people(viewer, match)) == people
    for other in people:
        assert services.target_match(viewer, match.pk, other.username).player == other
    for other in (gone, stranger, viewer):
        refused(CannotReport, services.target_match, viewer, match.pk, other.username)


def test_a_case_is_about_the_first_game_that_is_reported_in_it():
    player = make_player()
    first, second = (make_game(black=player) for _ in range(2))
    case = report(player)
    assert case.game is None
    for game in (first, second):
        reporter = side(game, Color.WHITE)
        content = services.ReportContent(CaseKind.OTHER, reporter)
        services.report_player(target=services.target_game(reporter, game.pk), complaint=content, now=NOON)
        assert Case.objects.get(pk=case.pk).game == first


def test_messages_that_evidence_copies_are_linked_if_the_viewer_may_read_them():
    reader, game = make_player(), make_game(moves="E5 D4")
    act(game, verbs.Resign)
    shown, deleted, _other = (say(make_player(), game, words) for words in ("one", "two", "three"))
    copies = [{"what": "post", "id": one.pk} for one in (shown, deleted)]
    deleted.delete()
    assert evidence.readable_post_ids([*copies, {"what": "profile"}], reader) == {shown.pk}
