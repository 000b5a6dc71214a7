"""The effects of a finished game: ratings, losses on time in a row, the turning point (R46, R54)."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from games import verbs
from games.errors import NotScoredYet
from games.models import Game, Seat
from games.models.results import SeatResult
from games.services import mass_timeouts, turning_point
from games.services.mass_timeouts import MassTimeouts, is_clearly_lost, score_positions
from games.services.rated_results import find_rated_result, find_rating_scores
from games.services.timeouts import score_boards_before_timeout
from games.services.turning_point import STAYS, TurningPoint, cached_turning_point, find_largest_swing
from rules import Color, Reason
from tests.factories import NOON, act, days, make_game, make_player, play_somewhere, reload, to_act

pytestmark = pytest.mark.django_db
B, W = Color.BLACK, Color.WHITE


def after(moves: int, **terms) -> Game:
    """A rated game after this many moves, resigned by the player on turn."""
    game = make_game(days=3, **terms)
    play_somewhere(game, moves)
    act(game, verbs.Resign, by=to_act(game))
    return reload(game)


@pytest.mark.parametrize(
    ("moves", "size", "reason"),
    [(3, 9, "too_short"), (4, 9, "early_resignation"), (9, 9, "early_resignation"), (10, 9, ""),
     (10, 13, "early_resignation"), (19, 13, "early_resignation"), (20, 13, "")],
)  # fmt: skip
def test_R46_a_game_counts_from_five_moves_of_each_on_9x9_and_ten_on_other_boards(moves, size, reason):
    game = after(moves, size=size)
    assert (game.rated, game.unrated_reason) == (not reason, reason)
    assert {seat.rated for seat in Seat.objects.filter(game=game)} == {not reason}
    assert (find_rated_result(game) is None) is bool(reason)


def test_each_side_has_a_score_and_a_game_without_a_result_has_none():
    game = reload(make_game())
    for winner, reason, scores in (
        (B, Reason.RESIGNATION, (1.0, 0.0)), (W, Reason.TIME, (0.0, 1.0)), (None, Reason.SCORE, (0.5, 0.5)),
        (None, Reason.BOTH_LOSE, (0.0, 0.0)), (None, Reason.ANNULLED, None), (None, Reason.CANCELLED, None),
    ):  # fmt: skip
        game.winner, game.end_reason = winner, reason.value
        assert find_rating_scores(game) == scores, reason


# Losses on time in a row


def late_games(player, count: int) -> list[Game]:
    return [reload(make_game(black=player, days=1)) for _ in range(count)]


def lost_on_time(player, count: int) -> None:
    """Games that the player has lost on time a day before the games of `late_games` end."""
    games = [make_game(black=player) for _ in range(count)]
    for game in games:
        act(game, verbs.Resign, by=player)
    Game.objects.filter(pk__in=[game.pk for game in games]).update(end_reason=Reason.TIME.value)
    seats = Seat.objects.filter(game__in=games, player=player)
    seats.update(rated=True, result=SeatResult.LOST, finished_at=NOON - days(1))


def unrated(games: list[Game]) -> list[bool]:
    """Which of these games are unrated if all of them are lost at the same time."""
    score_positions(games)
    losses = MassTimeouts(games)
    return [losses.makes_unrated(game, game.full_state(), NOON + days(1)) for game in games]


def test_the_first_three_losses_of_one_sweep_are_rated_and_count_towards_the_limit():
    player = make_player()
    assert unrated(late_games(player, 5)) == [False, False, False, True, True]
    assert unrated([*late_games(make_player(), 2), *late_games(make_player(), 2)]) == [False] * 4
    lost_on_time(player, 2)
    assert unrated(late_games(player, 2)) == [False, True]


def test_a_lost_position_stays_rated_and_one_that_is_not_counted_is_asked_for(monkeypatch):
    games = late_games(make_player(), 4)
    monkeypatch.setattr(mass_timeouts, "_lost", {})
    losses = MassTimeouts(games)
    assert [losses.makes_unrated(game, game.full_state(), NOON) for game in games[:3]] == [False] * 3
    with pytest.raises(NotScoredYet):
        losses.makes_unrated(games[3], games[3].full_state(), NOON)
    monkeypatch.setattr(mass_timeouts, "is_clearly_lost", lambda state: True)
    assert unrated(games) == [False] * 4


@pytest.mark.parametrize(("earlier", "late", "counted"), [(0, 3, 0), (0, 4, 4), (2, 1, 0), (3, 1, 1), (2, 2, 2)])
def test_only_positions_that_may_decide_are_counted_and_each_once(monkeypatch, earlier, late, counted):
    player, asked = make_player(), []
    monkeypatch.setattr(mass_timeouts, "_lost", {})
    monkeypatch.setattr(mass_timeouts, "is_clearly_lost", lambda state: asked.append(state) or False)
    lost_on_time(player, earlier)
    games = late_games(player, late)
    for _ in range(2):
        score_positions(games)
    assert len(asked) == counted
    over = after(10)
    assert not MassTimeouts([over]).may_need_scoring(over)


def test_an_unrated_game_counts_for_nothing():
    player = make_player()
    lost_on_time(player, 3)
    games = late_games(player, 2)
    games[0].rated = False
    assert unrated(games) == [False, True]


def test_an_unrated_game_is_not_counted(monkeypatch):
    player, asked = make_player(), []
    monkeypatch.setattr(mass_timeouts, "_lost", {})
    monkeypatch.setattr(mass_timeouts, "is_clearly_lost", lambda state: asked.append(state) or False)
    games = late_games(player, 4)
    lost_on_time(player, 3)
    Game.objects.filter(pk=games[0].pk).update(rated=False)
    score_boards_before_timeout([game.pk for game in games])
    assert len(asked) == 3


def test_the_newest_counts_are_kept(monkeypatch):
    monkeypatch.setattr(mass_timeouts, "_lost", {})
    monkeypatch.setattr(mass_timeouts, "MOST_KEPT", 2)
    games = late_games(make_player(), 4)
    score_positions(games)
    assert [key[0] for key in mass_timeouts._lost] == [game.pk for game in games[2:]]


@pytest.mark.parametrize(
    ("moves", "winner", "margin", "lost", "size"),
    [(21, B, 8.1, True, 9), (20, B, 8.1, False, 9), (21, B, 8, False, 9), (21, W, 40, False, 9),
     (21, None, 0, False, 9), (25, B, 10, True, 10)],
)  # fmt: skip
def test_a_position_is_lost_by_a_tenth_of_the_points_after_a_quarter_as_many_moves(
    monkeypatch, moves, winner, margin, lost, size
):
    game = make_game(days=3, size=size)
    play_somewhere(game, moves)
    state = reload(game).state()
    color = {B: state.to_play.opponent, W: state.to_play, None: None}[winner]
    monkeypatch.setattr(mass_timeouts, "score_of", lambda state, dead: SimpleNamespace(winner=color, margin=margin))
    assert is_clearly_lost(state) is lost


# The turning point


def test_a_turning_point_is_the_first_greatest_change_that_stays():
    stay = STAYS + 1
    assert find_largest_swing([0.0] * 3 + [8.0] * stay) == TurningPoint(3, 8, B)
    assert find_largest_swing([0.0] * 3 + [-8.0] * stay) == TurningPoint(3, 8, W)
    assert find_largest_swing([0.0] + [8.0] * stay) == TurningPoint(1, 8, B)
    assert find_largest_swing([0.0] + [8.0] * stay + [16.0] * stay) == TurningPoint(1, 8, B)
    assert find_largest_swing([0.0] + [8.0] * stay + [17.0] * stay) == TurningPoint(1 + stay, 9, B)
    assert find_largest_swing([0.0] + [10.0] * stay + [1.0] * stay) == TurningPoint(1, 10, B)


def test_a_change_that_is_small_or_goes_back_is_none():
    stay = STAYS + 1
    for leads in (
        [], [0.0] * 30, [0.0] + [8.0] * (stay - 1), [0.0] + [7.9] * stay, [0.0] + [-7.9] * stay,
        [0.0] + [20.0] * (stay - 1) + [7.0], [0.0] + [20.0] * 5 + [0.0] * 9,
    ):  # fmt: skip
        assert find_largest_swing(leads) is None, leads


def test_the_turning_point_of_a_game_is_found_once_and_not_in_a_short_or_a_long_one(monkeypatch):
    games = []
    monkeypatch.setattr(turning_point, "owner_shares", lambda board, count: games.append(count) or [0.0, 9.0])
    short, whole = make_game(), make_game()
    play_somewhere(short, STAYS - 1)
    play_somewhere(whole, STAYS)
    assert turning_point.find_turning_point(reload(short)) is None
    assert games == []
    assert cached_turning_point(reload(short)) == ()
    assert cached_turning_point(reload(whole)) is None
    for _ in range(2):
        assert turning_point.find_turning_point(reload(whole)) is None
    assert games == [turning_point.WORK // ((STAYS + 1) * 81)] * (STAYS + 1)
    for work, asked in ((8, STAYS + 2), (7, 0)):
        games.clear()
        monkeypatch.setattr(turning_point, "WORK", work * (STAYS + 2) * 81)
        longer = make_game()
        play_somewhere(longer, STAYS + 1)
        turning_point.find_turning_point(reload(longer))
        assert len(games) == asked
