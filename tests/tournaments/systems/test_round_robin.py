"""Round robins: E20, E22, E30."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.tournaments.systems.fields import games
from tournaments.systems.round_robin import are_games_of_leaver_void, round_robin_schedule


@pytest.mark.parametrize("size", range(2, 26))
def test_everybody_meets_everybody_once_and_at_most_once_a_round(size):
    """E20."""
    games = round_robin_schedule(tuple(range(size)))

    assert Counter(one.entrants for one in games) == {frozenset({a, b}): 1 for a in range(size) for b in range(a)}
    seats = Counter((one.round, player) for one in games for player in one.entrants)
    assert set(seats.values()) <= {1}
    assert max(one.round for one in games) == size - 1 + size % 2


@pytest.mark.parametrize("size", range(2, 26))
def test_nobody_has_one_color_more_than_once_oftener(size):
    """E22: the difference is at most 1."""
    games = round_robin_schedule(tuple(range(size)))

    black, white = Counter(one.black for one in games), Counter(one.white for one in games)
    assert max(abs(black[player] - white[player]) for player in range(size)) <= 1


def test_two_games_each_are_played_with_colors_swapped():
    """E20."""
    games = round_robin_schedule((7, 8, 9), games_each=2)

    assert Counter((one.black, one.white) for one in games) == {
        (a, b): 1 for a in (7, 8, 9) for b in (7, 8, 9) if a != b
    }
    assert max(one.round for one in games) == 6


def test_who_left_is_struck_out_with_under_half_of_the_games_ended_on_the_board():
    """E52: a game that was lost by default did not end there."""
    assert are_games_of_leaver_void(games("1+2 1-!3 1-!4"), 1)
    assert not are_games_of_leaver_void(games("1+2 3-1 1-!4 1-!5"), 1)
    assert are_games_of_leaver_void(games("1?2 1?3"), 1)
