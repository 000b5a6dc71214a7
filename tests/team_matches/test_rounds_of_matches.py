"""Team match challenges: creation and answers, the start and end of rounds, and notifications (E40, E54, E57, E78)."""

from __future__ import annotations

from datetime import timedelta

import pytest

from accounts.core.guests import NotForGuests
from accounts.core.restrictions import NewGamesBlocked
from accounts.models import Block, Player
from clubs.errors import MayNotMakeEvents, NotMember
from clubs.models import Club, ClubRole
from games.terms import Terms
from notifications.models import Notice
from programs.models import Event
from rules import Color
from team_matches.errors import InvalidMatchField, NoSuchMatch, NotTeamLeader
from team_matches.models import MatchState, MatchTeam, TeamMatch
from team_matches.services import due, of_clubs, team_games, team_matches, teams
from team_matches.services.team_games import BoardRuling
from team_matches.services.team_matches import TeamMatchPlan
from tests.clubs.helpers import add, make_club
from tests.factories import NOON, days, make_moderator, make_player, side
from tests.team_matches.helpers import Clubs
from tests.team_matches.test_team_matches import acts as log_acts
from tests.team_matches.test_team_matches import boards, resign, state
from tests.tournaments.helpers import asked, keys, look, notified, refused
from tournaments.errors import BadActInput, BotNotAllowed, NotDirector, OwnGameAffected, ReasonNeeded, WrongState
from tournaments.models import AuthorRole

pytestmark = pytest.mark.django_db
SECOND = timedelta(seconds=1)


@pytest.fixture
def clubs():
    return Clubs()


def leaders(clubs, side_):
    team, owner = ((clubs.a, clubs.owners[0]), (clubs.b, clubs.owners[1]))[side_]
    return [owner, team[0]]


def all_leaders(clubs):
    return leaders(clubs, MatchTeam.HOME) + leaders(clubs, MatchTeam.AWAY)


def plan_of(club, guest):
    return TeamMatchPlan(club=club.pk, guest=guest.pk, terms=Terms(width=9, height=9))


def field_name_of(do, *arguments, **named):
    with pytest.raises(InvalidMatchField) as refusal:
        do(*arguments, **named)
    return refusal.value.data["field"]


def lined_up(clubs, home, away, **plan):
    """A match whose players sit at these boards only, both teams ready."""
    match = clubs.ordered(**plan)
    for team, there in ((clubs.a, home), (clubs.b, away)):
        match.members.filter(player__in=team).update(board=None)
        for board, player in there.items():
            match.members.filter(player=player).update(board=board)
    TeamMatch.objects.filter(pk=match.pk).update(home_ready=True, away_ready=True)
    return match


@pytest.mark.parametrize(
    ("fields", "refusal"),
    [({"barred_until": NOON + SECOND}, NewGamesBlocked), ({"is_guest": True}, NotForGuests),
     ({"is_bot": True}, BotNotAllowed)],
)  # fmt: skip
def test_who_may_not_challenge_a_club(clubs, fields, refusal):
    player = make_player(**fields)
    add(clubs.home, player, ClubRole.MANAGER)
    refused(refusal, team_matches.challenge_club, asked(player), plan_of(clubs.home, clubs.away))
    assert not TeamMatch.objects.exists()


def test_E78_those_who_lead_the_other_club_are_notified_of_a_challenge(clubs):
    add(clubs.away, make_player())
    match = clubs.challenge()
    assert notified("match_offered") == keys(*leaders(clubs, MatchTeam.AWAY))
    line = match.log.get()
    assert (line.act, line.side, line.by, line.role) == ("offered", MatchTeam.HOME, clubs.owners[0], AuthorRole.CAPTAIN)
    assert (match.by, match.created_at, match.state) == (clubs.owners[0], NOON, MatchState.OFFERED)


def test_E78_two_different_open_clubs_have_five_open_matches_at_most(clubs):
    owner, third = asked(clubs.owners[0]), make_club(name="Turku Go")
    assert field_name_of(team_matches.challenge_club, owner, plan_of(clubs.home, clubs.home)) == "guest"
    Club.objects.filter(pk=third.pk).update(closed_at=NOON)
    assert field_name_of(team_matches.challenge_club, owner, plan_of(clubs.home, third)) == "guest"
    Club.objects.filter(pk=third.pk).update(closed_at=None)
    matches = [clubs.challenge() for _ in range(5)]
    assert field_name_of(team_matches.challenge_club, owner, plan_of(clubs.home, third)) == "club"
    assert field_name_of(team_matches.challenge_club, asked(third.founder), plan_of(third, clubs.away)) == "guest"
    assert field_name_of(team_matches.challenge_club, asked(clubs.owners[1]), plan_of(clubs.away, third)) == "club"
    for match, ended in zip(matches, team_matches.ENDED, strict=False):
        TeamMatch.objects.filter(pk=match.pk).update(state=ended)
        assert clubs.challenge()
        assert field_name_of(clubs.challenge) == "club"
    Club.objects.filter(pk=clubs.home.pk).update(closed_at=NOON)
    assert field_name_of(team_matches.challenge_club, owner, plan_of(clubs.home, third)) == "club"


def test_E78_who_may_make_events_of_the_club_answers_and_both_clubs_hear_of_it(clubs):
    accepted, declined, withdrawn = (clubs.challenge() for _ in range(3))
    home, away = (asked(owner, NOON + days(1)) for owner in clubs.owners)
    for do in (team_matches.accept_match, team_matches.decline_match):
        refused(MayNotMakeEvents, do, asked(clubs.b[0]), accepted.pk)
        refused(NotMember, do, home, accepted.pk)
        refused(NoSuchMatch, do, away, withdrawn.pk + 9)
    refused(NotMember, team_matches.withdraw_match, away, withdrawn.pk)
    for do, who, match, told in (
        (team_matches.accept_match, away, accepted, "match_accepted"),
        (team_matches.decline_match, away, declined, "match_declined"),
        (team_matches.withdraw_match, home, withdrawn, ""),
    ):  # fmt: skip
        do(who, match.pk)
        match.refresh_from_db()
        assert notified(told) == (keys(*all_leaders(clubs)) if told else [])
        line = match.log.first()
        assert (line.side, line.by, line.role) == (who is away, who.player, AuthorRole.CAPTAIN)
    assert (accepted.due_at, accepted.done_at) == (NOON + days(15), None)
    for match in (declined, withdrawn):
        assert (match.due_at, match.done_at) == (None, NOON + days(1))
    barred = clubs.challenge()
    Player.objects.filter(pk=clubs.owners[1].pk).update(barred_until=NOON + SECOND)
    refused(NewGamesBlocked, team_matches.accept_match, asked(Player.objects.get(pk=clubs.owners[1].pk)), barred.pk)
    TeamMatch.objects.filter(pk=barred.pk).update(club=None)
    refused(NotTeamLeader, team_matches.withdraw_match, asked(clubs.owners[0]), barred.pk)


def test_E40_what_is_due_and_when(clubs):
    offered, accepted = clubs.challenge(), clubs.accepted()
    lapse = due.STEPS[0]
    times = (NOON + days(7) - SECOND, NOON + days(7), NOON + days(14))
    assert [list(team_matches.unanswered_challenges(at)) for at in times] == [[], [offered], [offered]]
    assert lapse(NOON + days(7) - SECOND) == 0
    assert not team_matches.end_unanswered_challenge(accepted.pk, NOON + days(14)), "it was answered"
    assert (lapse(NOON + days(7)), state(offered), state(accepted)) == (1, "declined", "lineup")
    line = offered.log.first()
    assert (line.act, line.by, line.role) == ("lapsed", None, AuthorRole.SYSTEM)
    match = clubs.ordered()
    for home, away in ((True, False), (False, True)):
        TeamMatch.objects.filter(pk=match.pk).update(home_ready=home, away_ready=away)
        assert list(team_games.matches_to_start(NOON)) == []
        assert not team_games.start_round_or_cancel(match.pk, NOON)
    for team in (clubs.a, clubs.b):
        teams.confirm_lineup(asked(team[0]), match.pk)
    assert list(team_games.matches_to_start(NOON)) == [match]
    TeamMatch.objects.filter(pk=match.pk).update(state=MatchState.CANCELLED, due_at=NOON)
    assert list(team_games.matches_to_start(NOON)) == []
    assert not team_games.start_round_or_cancel(match.pk, NOON)


def test_E40_a_match_without_players_is_cancelled_and_those_concerned_hear_of_it(clubs):
    match = clubs.accepted()
    teams.ask_member_to_play(asked(clubs.a[0]), match.pk, clubs.a[1])
    teams.set_will_play(asked(clubs.a[2]), match.pk, plays=False)
    assert [team_games.start_round_or_cancel(match.pk, NOON + days(14)) for _ in range(2)] == [True, False]
    match.refresh_from_db()
    assert (match.state, match.done_at, match.due_at) == (MatchState.CANCELLED, NOON + days(14), None)
    assert log_acts(match)[-1] == "cancelled"
    assert notified("match_finished") == keys(*all_leaders(clubs), clubs.a[1])
    assert not match.games.exists()


@pytest.mark.parametrize(
    ("home", "away", "results"),
    [((1,), (2,), ["white_by_default", "white_by_default"]), ((2,), (1,), ["black_by_default", "black_by_default"]),
     ((1,), (), ["white_by_default", "both_lose"]), ((), (2,), ["both_lose", "white_by_default"]),
     ((1, 2), (2,), ["white_by_default", ""])],
)  # fmt: skip
def test_E40_an_empty_seat_loses_by_default_and_two_empty_ones_both_lose(clubs, home, away, results):
    match = lined_up(clubs, {board: clubs.a[board] for board in home}, {board: clubs.b[board] for board in away})
    assert team_games.start_round_or_cancel(match.pk, NOON)
    rows = boards(match)
    assert [row.result for row in rows] == results
    assert [row.game is None for row in rows] == [result != "" for result in results]
    assert [row.home is not None for row in rows] == [board in home for board in (1, 2)]


def test_E40_games_of_a_round_have_their_match_their_colours_and_a_notice(clubs):
    match = clubs.ordered(boards=3, rounds=2, a=3, b=3)
    Player.objects.filter(pk=clubs.a[1].pk).update(unrated_until=NOON + SECOND)
    Block.objects.create(player=clubs.b[2], blocked=clubs.a[2], at=NOON)
    TeamMatch.objects.filter(pk=match.pk).update(home_ready=True, away_ready=True)
    assert team_games.start_round_or_cancel(match.pk, NOON)
    match.refresh_from_db()
    assert (match.state, match.due_at, match.round) == (MatchState.PLAYING, None, 1)
    first, second, apart = boards(match)
    assert [row.board for row in (first, second, apart)] == [1, 2, 3]
    assert (side(first.game, Color.BLACK), side(first.game, Color.WHITE)) == (clubs.b[0], clubs.a[0])
    assert (side(second.game, Color.BLACK), side(second.game, Color.WHITE)) == (clubs.a[1], clubs.b[1])
    assert (apart.game, apart.result) == (None, "void")
    assert [(row.game.rated, row.game.unrated_reason) for row in (first, second)] == [(True, ""), (False, "restricted")]
    game = first.game
    assert (game.event_kind, game.event_number, game.event_round) == ("team_match", match.pk, 1)
    assert (game.width, game.height, game.komi, game.rule_set) == (9, 9, match.agreed_komi, match.rule_set)
    lines = match.log.filter(act__in=("started", "apart")).order_by("pk")
    assert [(line.act, line.round, line.board) for line in lines] == [("started", 1, None), ("apart", 1, 3)]
    paired = Notice.objects.filter(kind="match_paired")
    assert {(one.player, one.by, one.game_id) for one in paired} == {
        (one, other, row.game_id)
        for row, pair in ((first, (clubs.a[0], clubs.b[0])), (second, (clubs.a[1], clubs.b[1])))
        for one, other in (pair, pair[::-1])
    }
    assert set(Event.objects.filter(kind="game.started").values_list("player", flat=True)) == set(
        keys(*clubs.a[:2], *clubs.b[:2])
    )


def test_a_match_of_unrated_games_is_unrated_by_choice_also_for_who_may_only_play_unrated(clubs):
    match = clubs.ordered(terms=Terms(width=9, height=9, rated=False))
    Player.objects.filter(pk=clubs.a[0].pk).update(unrated_until=NOON + SECOND)
    clubs.ready(match)
    look()
    assert {row.game.unrated_reason for row in boards(match)} == {"chosen"}


def test_E40_a_round_ends_with_its_last_board_and_the_next_waits_for_lineups(clubs):
    match, other = clubs.running(rounds=2), clubs.running()
    first, second = boards(match)
    for row in (first, second):
        assert list(team_games.matches_with_round_over()) == []
        assert not team_games.finish_round(match.pk, NOON)
        resign(row, clubs.b[row.board - 1])
    assert list(team_games.matches_with_round_over()) == [match]
    later = NOON + days(3)
    assert [team_games.finish_round(match.pk, later) for _ in range(2)] == [True, False]
    match.refresh_from_db()
    assert (match.round, match.state, match.due_at, match.done_at) == (2, MatchState.LINEUP, later + days(14), None)
    assert (match.home_ready, match.away_ready) == (False, False)
    assert notified("match_lineup") == keys(*all_leaders(clubs))
    assert notified("match_finished") == []
    assert match.log.get(act="round_done").round == 1
    clubs.ready(match, later)
    assert team_games.start_round_or_cancel(match.pk, later)
    assert list(team_games.matches_with_round_over()) == [], "the boards of the first round do not count"
    assert [side(row.game, Color.BLACK) for row in boards(match, 2)] == [clubs.a[0], clubs.b[1]]
    match.games.filter(round=2).update(result="draw")
    assert team_games.finish_round(match.pk, later)
    match.refresh_from_db()
    assert (match.round, match.state, match.done_at) == (2, MatchState.DONE, later)
    assert (log_acts(match)[-2:], notified("match_lineup")) == (["round_done", "done"], keys(*all_leaders(clubs)))
    assert notified("match_finished") == keys(*clubs.owners, *clubs.a, *clubs.b)
    assert state(other) == MatchState.PLAYING


def test_E54_a_moderator_rules_on_boards_of_others_and_both_players_hear_of_it(clubs):
    match, waiting = clubs.running(), clubs.ordered()
    moderator = make_moderator()
    ruling = BoardRuling(1, 2, "both_lose", " neither came ")
    player = Player.objects.get(pk=clubs.a[1].pk)
    refused(NotDirector, team_games.set_result, asked(player), match.pk, ruling)
    refused(WrongState, team_games.set_result, asked(moderator), waiting.pk, ruling)
    for unknown in (ruling._replace(round=2), ruling._replace(board=3)):
        refused(NoSuchMatch, team_games.set_result, asked(moderator), match.pk, unknown)
    refused(BadActInput, team_games.set_result, asked(moderator), match.pk, ruling._replace(result="struck"))
    for seat in ("home", "away"):
        match.games.filter(board=1).update(**{seat: moderator})
        refused(OwnGameAffected, team_games.set_result, asked(moderator), match.pk, ruling._replace(board=1))
    assert team_games.set_result(asked(moderator), match.pk, ruling).board == 2
    assert [row.result for row in boards(match)] == ["", "both_lose"]
    line = match.log.first()
    assert (line.round, line.board, line.reason, line.by) == (1, 2, "neither came", moderator)
    assert notified("match_decided") == keys(clubs.a[1], clubs.b[1])
    TeamMatch.objects.filter(pk=match.pk).update(state=MatchState.DONE)
    match.games.filter(board=2).update(home=None)
    team_games.set_result(asked(moderator), match.pk, ruling)
    assert notified("match_decided") == sorted([*keys(clubs.a[1], clubs.b[1]), clubs.b[1].pk])


def test_E54_a_moderator_cancels_what_is_not_over_and_says_why(clubs):
    moderator = asked(make_moderator())
    offered, accepted, running = clubs.challenge(), clubs.accepted(), clubs.running()
    for match in (offered, accepted, running):
        refused(NotDirector, team_games.cancel_match_as_moderator, asked(clubs.owners[0]), match.pk, "x")
        refused(ReasonNeeded, team_games.cancel_match_as_moderator, moderator, match.pk, " ")
        team_games.cancel_match_as_moderator(moderator, match.pk, " by wish ")
        refused(WrongState, team_games.cancel_match_as_moderator, moderator, match.pk, "x")
        line = match.log.first()
        assert (line.act, line.reason, line.role) == ("cancelled", "by wish", AuthorRole.MODERATOR)
    assert [state(match) for match in (offered, accepted, running)] == ["cancelled"] * 3
    assert not boards(running)[0].game.is_finished
    assert notified("match_decided").count(clubs.a[1].pk) == 1, "they played in one of them"
    assert notified("match_decided").count(clubs.owners[1].pk) == 3


def test_E77_a_club_that_closes_calls_off_what_has_not_begun_as_host_or_guest(clubs):
    offered, ordered, second = clubs.challenge(), clubs.accepted(), clubs.running(rounds=2)
    third = make_club(name="Turku Go")
    other = team_matches.challenge_club(asked(third.founder), plan_of(third, clubs.home))
    TeamMatch.objects.filter(pk=second.pk).update(state=MatchState.LINEUP, round=2)
    Notice.objects.all().delete()
    of_clubs.cancel_unstarted_team_matches(clubs.away.pk, "We have moved.", NOON)
    assert [state(one) for one in (offered, ordered, second, other)] == ["cancelled"] * 2 + ["lineup", "offered"]
    for match in (offered, ordered):
        line = match.log.first()
        assert (line.act, line.reason, line.by) == ("cancelled", "We have moved.", None)
    assert notified("match_finished") == sorted(keys(*all_leaders(clubs)) * 2)
    assert log_acts(second).count("cancelled") == 0


def test_E78_a_club_shows_its_latest_matches_as_host_and_guest(clubs, monkeypatch):
    first, third = clubs.challenge(), make_club(name="Turku Go")
    second = team_matches.challenge_club(asked(third.founder), plan_of(third, clubs.home))
    paths = {name: [line.path for line in of_clubs.club_team_matches(club)] for name, club in (
        ("home", clubs.home), ("away", clubs.away), ("third", third),
    )}  # fmt: skip
    one, two = first.get_absolute_url(), second.get_absolute_url()
    assert paths == {"home": [two, one], "away": [one], "third": [two]}
    monkeypatch.setattr(of_clubs, "MOST_SHOWN", 1)
    assert len(of_clubs.club_team_matches(clubs.home)) == 1
