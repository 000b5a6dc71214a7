"""Each step of a season: its due time, its notices, the players and groups of the next season (E57, E70 to E73)."""

from __future__ import annotations

from datetime import timedelta

import pytest

from accounts.core.guests import NotForGuests
from accounts.core.restrictions import NewGamesBlocked
from accounts.models import Block, Player
from games.models import Game
from leagues.errors import LeagueGameRefused, NoSuchLeague, NotInLeague, TooFewInLeague
from leagues.models import League, LeagueMember, MemberState, SeasonState
from leagues.services import acts, free_games, leagues, seasons
from leagues.services.leagues import season_end
from leagues.tables import group_tables
from notifications.models import Notice
from programs.models import Event
from rules import Color, Phase, Reason
from tests.factories import NOON, days, make_player, side
from tests.leagues.helpers import decide_all, groups_of, log_acts, make_league, season_of, stay
from tests.tournaments.helpers import acts_of, asked, keys, notified, refused
from tournaments.errors import GameWithoutResult, WrongState
from tournaments.models import Entry, EntryState, Pairing, RoundState, Tournament, TournamentState
from tournaments.services.waking import wake
from tournaments.systems.types import SystemKind

pytestmark = pytest.mark.django_db
SECOND = timedelta(seconds=1)


def people(count):
    return [make_player() for _ in range(count)]


def tournaments(league):
    return list(
        Tournament.objects.filter(league_group__season=season_of(league)).order_by(
            "league_group__division", "league_group__number"
        )
    )


def answered(league, *but):
    """Everyone but these stays, and the season is confirmed; when the next one is due."""
    decide_all(league)
    seasons.confirm_season(asked(league.owner), league.pk)
    season = season_of(league)
    assert seasons.ask_about_next_season(season.pk, season.ends_at)
    stay(league, *but)
    return season, season.ends_at + timedelta(hours=72)


def lose_on_time(player, count):
    """This player's first games of the season ended by the clock, the others' did not."""
    rows = Pairing.objects.filter(black__player=player) | Pairing.objects.filter(white__player=player)
    for pairing in rows.order_by("pk").select_related("black")[:count]:
        won = Color.WHITE if pairing.black.player_id == player.pk else Color.BLACK
        Game.objects.filter(pk=pairing.game_id).update(
            phase=Phase.FINISHED.value,
            end_reason=Reason.TIME.value,
            winner=won.value,
            turn=None,
            deadline=None,
        )


def test_E70_a_first_season_needs_four_players_and_begins_once(django_capture_on_commit_callbacks):
    who = people(5)
    league = make_league(*who[:3], started=False, months=1)
    owner, now = asked(league.owner, NOON + days(1)), NOON + days(1)
    refused(NoSuchLeague, seasons.start_first_season, owner, league.pk + 1)
    make_league(*people(2), started=False)
    with pytest.raises(TooFewInLeague) as refusal:
        seasons.start_first_season(owner, league.pk)
    too_few = refusal.value
    assert (too_few.code, too_few.message()) == ("cannot_be_paired", "A season needs at least four players.")
    assert (league.seasons.count(), Tournament.objects.count()) == (0, 0)
    for player in who[3:]:
        leagues.join_league(asked(player), league.pk)
    leagues.leave_league(asked(who[4]), league.pk)
    with django_capture_on_commit_callbacks() as callbacks:
        made = seasons.start_first_season(owner, league.pk)
    assert wake in callbacks
    assert (made.number, made.started_at, made.ends_at) == (1, now, season_end(now, 1))
    assert notified("league_season") == keys(*who[:4])
    assert notified("league_out") == []
    assert {one.state for one in league.members.all()} == {MemberState.PLAYING, MemberState.LEFT}
    line = league.log.get(act="season")
    assert (line.round, line.by, line.at) == (1, league.owner, now)
    with pytest.raises(WrongState) as refusal:
        seasons.start_first_season(owner, league.pk)
    assert refusal.value.data["state"] == "running"
    League.objects.filter(pk=league.pk).update(closed_at=NOON)
    with pytest.raises(WrongState) as refusal:
        seasons.start_first_season(owner, league.pk)
    assert refusal.value.data["state"] == "closed"


def test_E70_a_dated_league_waits_for_the_fourth_player_and_one_that_has_ended_never_begins():
    who = people(4)
    league, ended = (make_league(*who[:count], started=False, starts_at=NOON + days(1)) for count in (3, 4))
    acts.end_league_after_season(asked(ended.owner), ended.pk, "x")
    assert list(seasons.leagues_to_start(NOON + days(1))) == [league]
    assert not seasons.start_first_season_if_due(league.pk, NOON + days(1))
    leagues.join_league(asked(who[3]), league.pk)
    assert not seasons.start_first_season_if_due(league.pk, NOON + days(1) - SECOND)
    assert seasons.start_first_season_if_due(league.pk, NOON + days(1))
    assert list(seasons.leagues_to_start(NOON + days(9))) == []


def test_E71_newcomers_are_placed_by_rank_then_by_who_came_first():
    who = people(6)
    league = make_league(*who, started=False, size=5)
    rows = {player: league.members.filter(player=player) for player in who}
    LeagueMember.objects.update(rank=10)
    rows[who[4]].update(rank=11)
    rows[who[2]].update(joined_at=NOON - SECOND)
    seasons.start_first_season(asked(league.owner), league.pk)
    entries = Entry.objects.filter(tournament__in=tournaments(league)).order_by("tournament", "number")
    assert [entry.player for entry in entries] == [who[4], who[2], who[0], who[1], who[3], who[5]]
    assert [entry.number for entry in entries] == [1, 2, 3, 4, 5, 6], "who would be alone joins the last group"


@pytest.mark.parametrize(
    ("options", "at_once"), [({}, [4, 4, 3]), ({"at_once": 2}, [2, 2, 2]), ({"free": True}, [0, 0, 0])]
)
def test_E1_E73_the_tournaments_of_the_groups(options, at_once):
    league = make_league(*people(14), started=False, name="Winter", factor=2, up=1, **options)
    director = make_player()
    acts.set_director(asked(league.owner), league.pk, director, is_director=True)
    seasons.start_first_season(asked(league.owner), league.pk)
    made = tournaments(league)
    assert [one.name for one in made] == ["Winter 1 A", "Winter 1 B1", "Winter 1 B2"]
    assert [(one.league_group.division, one.league_group.number) for one in made] == [(1, 1), (2, 1), (2, 2)]
    assert [one.at_once for one in made] == at_once
    assert [(one.most, one.fewest, one.state, one.established) for one in made] == [
        (count, 2, TournamentState.RUNNING, False) for count in (5, 5, 4)
    ]  # fmt: skip
    assert {row.player for one in made for row in one.directors.all()} == {director}
    assert {entry.state for entry in Entry.objects.all()} == {EntryState.ENTERED}
    assert [acts_of(one) for one in made] == [["started"]] * 3
    assert [one.log.get().after for one in made] == ["5", "5", "4"]
    rounds = [list(one.rounds.order_by("number").values_list("number", flat=True)) for one in made]
    kinds = {(one.stages.get().kind, row.state) for one in made for row in one.rounds.all()}
    if league.free:
        assert (rounds, kinds) == ([[1, 2]] * 3, {(SystemKind.FREE, RoundState.PLAYING)})
    else:
        assert rounds == [[1, 2, 3, 4, 5]] * 2 + [[1, 2, 3]]
        assert kinds == {(SystemKind.ROUND_ROBIN, RoundState.PLANNED)}
    assert [one.stages.get().rounds for one in made] == [len(one) for one in rounds]


def test_E73_a_free_group_ends_at_the_end_of_the_season_without_open_games(django_capture_on_commit_callbacks):
    who = people(4)
    league, other = make_league(*who, free=True, months=1), make_league(*people(4), months=1)
    (group,), ends = tournaments(league), season_of(league).ends_at
    game = free_games.start_free_game(asked(who[0]), league.pk, who[1])
    assert list(seasons.free_groups_to_end(ends)) == []
    assert not seasons.end_free_group(group.pk, ends), "a game is running"
    Pairing.objects.filter(pk=game.pk).update(result="draw")
    Pairing.objects.filter(round__tournament__in=tournaments(other)).update(result="draw")
    assert list(seasons.free_groups_to_end(ends - SECOND)) == []
    assert list(seasons.free_groups_to_end(ends)) == [group], "others have no free pairing"
    assert not seasons.end_free_group(group.pk, ends - SECOND)
    with django_capture_on_commit_callbacks() as callbacks:
        assert [seasons.end_free_group(group.pk, ends) for _ in range(2)] == [True, False]
    assert wake in callbacks
    group.refresh_from_db()
    assert group.state == TournamentState.REVIEW
    assert set(group.rounds.values_list("state", "done_at")) == {(RoundState.DONE, ends)}


def test_E24_directors_are_notified_once_that_games_run_on(django_capture_on_commit_callbacks):
    league, director = make_league(*people(4), months=1), make_player()
    acts.set_director(asked(league.owner), league.pk, director, is_director=True)
    season = season_of(league)
    assert list(seasons.overdue_seasons(season.ends_at - SECOND)) == []
    assert list(seasons.overdue_seasons(season.ends_at)) == [season]
    assert [seasons.notify_overdue_season(season.pk, season.ends_at) for _ in range(2)] == [True, False]
    assert list(seasons.overdue_seasons(season.ends_at)) == []
    assert season_of(league).overdue_at == season.ends_at
    assert notified("league_overdue") == keys(league.owner, director)
    assert [line.round for line in league.log.filter(act="overdue")] == [1]
    other = make_league(*people(4), months=1)
    decide_all(other)
    assert not seasons.notify_overdue_season(season_of(other).pk, season.ends_at)
    assert list(seasons.overdue_seasons(season.ends_at)) == [], "it is under review"


def test_E57_a_review_begins_when_the_last_group_has_ended_and_lasts_a_week(django_capture_on_commit_callbacks):
    league, director = make_league(*people(9)), make_player()
    acts.set_director(asked(league.owner), league.pk, director, is_director=True)
    season, (first, second) = season_of(league), tournaments(league)
    Pairing.objects.filter(round__tournament=first).update(result="void")
    for tournament, state in ((first, TournamentState.REVIEW), (second, TournamentState.CANCELLED)):
        assert list(seasons.seasons_to_review()) == []
        assert not seasons.begin_season_review(season.pk, NOON)
        Tournament.objects.filter(pk=tournament.pk).update(state=state, ended_at=NOON)
    assert list(seasons.seasons_to_review()) == [season]
    with django_capture_on_commit_callbacks() as callbacks:
        assert [seasons.begin_season_review(season.pk, NOON) for _ in range(2)] == [True, False]
    assert wake in callbacks
    assert notified("league_review") == keys(league.owner, director)
    assert (season_of(league).review_at, log_acts(league, act="review", round=1)) == (NOON, ["review"])
    assert list(seasons.seasons_to_confirm(NOON + days(7) - SECOND)) == []
    with django_capture_on_commit_callbacks() as callbacks:
        assert [seasons.confirm_season_if_due(season.pk, NOON + days(7)) for _ in range(2)] == [True, False]
    assert wake in callbacks
    assert list(seasons.seasons_to_confirm(NOON + days(9))) == []
    assert [one.state for one in tournaments(league)] == [TournamentState.FINISHED, TournamentState.CANCELLED]
    closed = season_of(league)
    assert (closed.state, closed.closed_at) == (SeasonState.DONE, NOON + days(7))
    assert [(line.round, line.by) for line in league.log.filter(act="closed")] == [(1, None)]


def test_E57_a_season_is_not_confirmed_while_a_game_of_it_goes_on():
    league = make_league(*people(4))
    season, [group] = season_of(league), tournaments(league)
    Tournament.objects.filter(pk=group.pk).update(state=TournamentState.REVIEW, ended_at=NOON)
    assert seasons.begin_season_review(season.pk, NOON)
    assert Pairing.objects.filter(round__tournament=group, game__isnull=False).undecided().exists()

    assert not seasons.confirm_season_if_due(season.pk, NOON + days(7))
    refused(GameWithoutResult, seasons.confirm_season, asked(league.owner), league.pk)

    Pairing.objects.filter(round__tournament=group).update(result="void")
    assert seasons.confirm_season_if_due(season.pk, NOON + days(7))


@pytest.fixture
def two_groups_in_review():
    """A season under review with two groups, whose games are over."""
    league = make_league(*people(9))
    Pairing.objects.update(result="void")
    Tournament.objects.filter(league_group__season__league=league).update(state=TournamentState.REVIEW, ended_at=NOON)
    assert seasons.begin_season_review(season_of(league).pk, NOON)
    return league, tournaments(league)


def test_E57_directors_confirm_a_season_while_games_of_a_cancelled_group_go_on(two_groups_in_review):
    league, (_first, second) = two_groups_in_review
    Pairing.objects.filter(round__tournament=second).update(result="")
    refused(GameWithoutResult, seasons.confirm_season, asked(league.owner), league.pk)

    Tournament.objects.filter(pk=second.pk).update(state=TournamentState.CANCELLED)
    seasons.confirm_season(asked(league.owner), league.pk)
    assert [one.state for one in tournaments(league)] == [TournamentState.FINISHED, TournamentState.CANCELLED]


def test_E57_a_result_reversed_just_before_the_groups_are_locked_keeps_a_season_under_review(
    two_groups_in_review, monkeypatch
):
    league, groups = two_groups_in_review
    lock = seasons.lock_tournament

    def reversed_meanwhile(tournament_id):
        Pairing.objects.filter(round__tournament=groups[1]).update(result="")
        return lock(tournament_id)

    monkeypatch.setattr(seasons, "lock_tournament", reversed_meanwhile)
    assert not seasons.confirm_season_if_due(season_of(league).pk, NOON + days(7))
    Pairing.objects.filter(round__tournament=groups[1]).update(result="void")
    refused(GameWithoutResult, seasons.confirm_season, asked(league.owner), league.pk)
    assert {one.state for one in tournaments(league)} == {TournamentState.REVIEW}


def test_E72_players_without_an_answer_are_asked_once_and_have_72_hours():
    who = people(7)
    league, ended = make_league(*who[:5], months=1), make_league(*people(4), months=1)
    leagues.join_league(asked(who[5]), league.pk)
    leagues.set_next_season_answer(asked(who[0]), league.pk, stays=True)
    leagues.leave_league(asked(who[1]), league.pk)
    acts.remove_player(asked(league.owner), league.pk, who[2], "late")
    for one in (league, ended):
        decide_all(one)
    acts.end_league_after_season(asked(ended.owner), ended.pk, "x")
    season = season_of(league)
    at = season.ends_at - timedelta(hours=72)
    assert (list(seasons.seasons_to_ask_about(at - SECOND)), list(seasons.seasons_to_ask_about(at))) == ([], [season])
    assert [seasons.ask_about_next_season(season.pk, at) for _ in range(2)] == [True, False]
    assert not seasons.ask_about_next_season(season_of(ended).pk, at)
    assert notified("league_asked") == keys(*who[3:5])
    assert (season_of(league).asked_at, season_of(league).answer_by) == (at, season.ends_at)
    assert [line.round for line in league.log.filter(act="asked")] == [1]


def test_E72_who_is_out_of_the_next_season_why_and_who_is_notified(django_capture_on_commit_callbacks):
    who = people(9)
    league = make_league(*who[:8], size=8, months=1)
    leagues.join_league(asked(who[8]), league.pk)
    leagues.set_next_season_answer(asked(who[1]), league.pk, stays=False)
    acts.remove_player(asked(league.owner), league.pk, who[2], "late")
    lose_on_time(who[6], 4)
    lose_on_time(who[7], 3)
    season, due = answered(league, who[1], who[3])
    Entry.objects.filter(player=who[4]).update(state=EntryState.WITHDRAWN)
    assert not seasons.begin_next_season(season.pk, due - SECOND)
    with django_capture_on_commit_callbacks() as callbacks:
        assert seasons.begin_next_season(season.pk, due)
    assert wake in callbacks
    why = {player: log_acts(league, about=player)[-1] for player in who}
    assert [why[player] for player in (who[1], *who[3:5], who[6])] == ["left", "silent", "dropped", "timed_out"]
    assert log_acts(league, about=who[2]) == ["joined", "removed"], "that was said before"
    assert notified("league_out") == keys(who[1], *who[3:5], who[6])
    assert sorted(player.pk for player in who if member_state(league, player) == MemberState.PLAYING) == keys(
        who[0], who[5], *who[7:]
    ), "three of seven games are fewer than half"
    assert {one.stays for one in league.members.all()} == {None}
    second = season_of(league)
    assert (second.number, second.started_at, second.ends_at) == (2, due, season_end(due, 1))
    assert Notice.objects.filter(kind="league_season", created_at=due).count() == 4
    assert Tournament.objects.filter(name="Small league 2 A").count() == 1


def member_state(league, player):
    return league.members.get(player=player).state


def test_E70_who_rises_and_who_falls_is_in_the_log_of_the_next_season():
    who = people(7)
    league = make_league(*who, up=1, months=1)
    season, due = answered(league)
    assert seasons.begin_next_season(season.pk, due)
    moves = league.log.filter(act__in=("rose", "fell")).order_by("pk")
    assert [(line.act, line.about, line.before, line.after, line.round, line.by) for line in moves] == [
        ("rose", who[5], "B", "A", 2, None), ("fell", who[4], "A", "B", 2, None),
    ]  # fmt: skip
    assert [sorted(group) for group in groups_of(league)] == [
        sorted(player.username for player in group) for group in ([*who[:4], who[5]], [who[4], who[6]])
    ]


def test_E72_a_season_waits_for_four_players_and_an_ended_league_for_none():
    who = people(5)
    league = make_league(*who[:4], months=1)
    season, due = answered(league, who[0])
    for now in (due - SECOND, due):
        assert not seasons.begin_next_season(season.pk, now)
    assert (league.seasons.count(), notified("league_out")) == (1, [])
    leagues.join_league(asked(who[4]), league.pk)
    League.objects.update(closed_at=NOON)
    assert list(seasons.seasons_due_for_next(due)) == []
    League.objects.update(closed_at=None)
    assert list(seasons.seasons_due_for_next(due)) == [season]
    type(season).objects.update(ends_at=due + SECOND)
    assert list(seasons.seasons_due_for_next(due)) == []
    type(season).objects.update(ends_at=due, answer_by=due + SECOND)
    assert list(seasons.seasons_due_for_next(due)) == []
    type(season).objects.update(answer_by=due, state=SeasonState.REVIEW)
    assert list(seasons.seasons_due_for_next(due)) == []


def test_E73_who_may_challenge_whom_in_a_league():
    who = people(6)
    league, closed = make_league(*who[:4], free=True, months=1), make_league(*who[:4], months=1)
    ends = season_of(league).ends_at

    def why(one, other, now=NOON, where=league):
        with pytest.raises(LeagueGameRefused) as refusal:
            free_games.start_free_game(asked(one, now), where.pk, other)
        return refusal.value.data["why"]

    assert why(who[0], who[1], where=closed) == "not_free"
    for fields, refusal in (({"barred_until": NOON + SECOND}, NewGamesBlocked), ({"is_guest": True}, NotForGuests)):
        Player.objects.filter(pk=who[0].pk).update(**fields)
        refused(refusal, free_games.start_free_game, asked(Player.objects.get(pk=who[0].pk)), league.pk, who[1])
        Player.objects.filter(pk=who[0].pk).update(barred_until=None, is_guest=False)
    refused(NotInLeague, free_games.start_free_game, asked(who[4]), league.pk, who[0])
    make_league(*who[4:], *people(2), free=True, months=1)
    assert why(who[0], who[4]) == "other_group"
    for one, other in ((who[0], who[1]), (who[2], who[0]), (who[1], who[3])):
        Block.objects.create(player=one, blocked=other, at=NOON)
    assert [why(who[0], other) for other in who[1:3]] == ["blocked"] * 2
    assert why(who[0], who[3], ends) == "season_over"
    assert free_games.start_free_game(asked(who[0], ends - SECOND), league.pk, who[3]).game
    Block.objects.all().delete()
    leagues.leave_league(asked(who[1]), league.pk)
    assert (why(who[1], who[2]), why(who[2], who[1])) == ("out", "out")
    group = season_of(league).groups.select_related("season__league", "tournament").get()
    mine = Entry.objects.get(tournament=group.tournament, player=who[2])
    assert not free_games.free_game_options_of(mine, group, NOON).over
    Tournament.objects.update(state=TournamentState.REVIEW)
    group.tournament.refresh_from_db()
    assert free_games.free_game_options_of(mine, group, NOON).over
    refused(NotInLeague, free_games.start_free_game, asked(who[2]), league.pk, who[3])


def test_E73_what_changes_while_a_challenge_waits_for_its_group_counts(monkeypatch):
    who = people(4)
    league = make_league(*who, free=True, months=1)
    lock, mine = free_games.lock_tournament, Entry.objects.filter(tournament__in=tournaments(league), player=who[0])
    changes = (
        (lambda pk: mine.update(state=EntryState.WITHDRAWN), "out"),
        (lambda pk: Tournament.objects.filter(pk=pk).update(state=TournamentState.REVIEW), "season_over"),
    )
    for change, why in changes:
        monkeypatch.setattr(free_games, "lock_tournament", lambda pk, change=change: change(pk) and lock(pk))
        with pytest.raises(LeagueGameRefused) as refusal:
            free_games.start_free_game(asked(who[0]), league.pk, who[1])
        assert refusal.value.data["why"] == why
    assert not Pairing.objects.filter(round__tournament__in=tournaments(league)).exists()


def test_E73_a_free_game_has_its_board_its_event_a_notice_and_the_other_colour_the_second_time():
    who = people(5)
    league = make_league(*who, free=True)
    (group,) = tournaments(league)
    first, other = (free_games.start_free_game(asked(who[0]), league.pk, one) for one in who[1:3])
    Pairing.objects.filter(pk=first.pk).update(result="draw")
    third = free_games.start_free_game(asked(who[0]), league.pk, who[1])
    places = [(one.round.number, one.board, one.komi) for one in (first, other, third)]
    assert places == [(1, 1, 2 * group.agreed_komi), (1, 2, 2 * group.agreed_komi), (2, 1, 2 * group.agreed_komi)]
    assert side(first.game, Color.BLACK) == side(third.game, Color.WHITE)
    for one in (first, other, third):
        assert (side(one.game, Color.BLACK), side(one.game, Color.WHITE)) == (one.black.player, one.white.player)
        assert (one.game.event_kind, one.game.event_number, one.game.rated) == ("tournament", group.pk, True)
    notices = Notice.objects.filter(kind="league_challenged").order_by("pk")
    assert [(one.player, one.by, one.game_id) for one in notices] == [
        (player, who[0], one.game_id) for player, one in ((who[1], first), (who[2], other), (who[1], third))
    ]
    assert Event.objects.filter(kind="game.started", player=who[2]).count() == 1


def test_E73_of_equal_points_more_wins_come_first_and_then_the_place_at_the_start():
    who = people(5)
    league = make_league(*who, free=True, months=1)
    won = [(who[0], who[3]), (who[0], who[3]), (who[1], who[3]), (who[1], who[3]), (who[4], who[2])]
    for winner, loser in won:
        made = free_games.start_free_game(asked(loser), league.pk, winner)
        result = "black_wins" if made.black.player == winner else "white_wins"
        Pairing.objects.filter(pk=made.pk).update(result=result)
    order = [who[0], who[1], who[4], who[3], who[2]]
    (table,) = group_tables(season_of(league).groups.all())
    places = [(line.place, line.entry.player, line.values[0]) for line in table.lines]
    assert places == [*zip(range(1, 6), order, ("4", "4", "2", "2", "0.5"), strict=True)]


def test_E73_the_seed_decides_the_colours_of_the_first_game_whoever_challenges_and_they_swap():
    one, other = Entry(pk=1), Entry(pk=2)

    def team_with_black(seed, pair, turn):
        return free_games._first_has_black(Tournament(seed=seed), pair, turn)

    first = [team_with_black(seed, (one, other), 1) for seed in "abcdefgh"]
    assert first == [False, False, False, True, False, False, True, True], "a draw holds for both games of two"
    assert [team_with_black(seed, (other, one), 2) for seed in "abcdefgh"] == first
    for pair, turn in (((other, one), 1), ((one, other), 2)):
        assert [not team_with_black(seed, pair, turn) for seed in "abcdefgh"] == first
