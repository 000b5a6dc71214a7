"""Teams: E40."""

from __future__ import annotations

from dataclasses import replace

from tournaments.systems.teams import Team, boards_of_match, is_in_rank_order, match_result, team_standings
from tournaments.systems.types import EventResult, PairingValue

R = EventResult


def played(match, winners):
    """The boards of a match, won by these teams from the top; None: a draw; 0: still open."""
    results = {None: R.DRAW, 0: R.UNDECIDED}
    return tuple(
        replace(one, result=results.get(winner, R.BLACK_WINS if one.black == winner else R.WHITE_WINS))
        for one, winner in zip(boards_of_match(match, len(winners)), winners, strict=True)
    )


def test_colors_alternate_down_the_boards():
    """E40."""
    assert [(one.black, one.white) for one in boards_of_match(PairingValue(1, 7, 8), 3)] == [(7, 8), (8, 7), (7, 8)]


def test_a_match_is_won_by_more_boards_and_open_while_a_board_could_turn_it():
    """E40, E41."""
    match = PairingValue(1, 7, 8)

    def of(*winners):
        return match_result(match, played(match, winners))

    assert of(7, 7, 8) is R.BLACK_WINS
    assert of(7, 8, 8) is R.WHITE_WINS
    assert of(7, None, 8) is R.DRAW
    assert of(7, 7, 0) is R.BLACK_WINS
    assert of(7, 8, 0) is of(7, 0, 0) is of(0, 0, 0) is R.UNDECIDED
    lost = tuple(replace(one, result=R.BOTH_LOSE) for one in boards_of_match(match, 2))
    assert match_result(match, lost) is R.BOTH_LOSE


def test_teams_stand_by_team_points_board_wins_and_wins_from_the_top_board():
    """E40: 1 and 2 drew and beat the others 2:1; 1 won on the top board where 2 did on the last."""
    first = (PairingValue(1, 1, 2), PairingValue(1, 3, 4))
    second = (PairingValue(2, 1, 3), PairingValue(2, 2, 4))
    games = (
        *played(first[0], (1, None, 2)),
        *played(first[1], (3, None, 4)),
        *played(second[0], (1, 1, 3)),
        *played(second[1], (2, 4, 2)),
    )

    table = team_standings([Team(1), Team(2), Team(3, (10,)), Team(4, (20,))], first + second, games)
    assert [(line.place, line.team, line.points, line.board_wins) for line in table] == [
        (1, 1, 3, 7), (2, 2, 3, 7), (3, 3, 1, 5), (4, 4, 1, 5),
    ]  # fmt: skip
    assert table[0].upper_boards == (7, 4)
    assert table[1].upper_boards == (3, 2)


def test_mean_rating_parts_equals_and_a_bye_is_a_win():
    """E36, E40."""
    table = team_standings([Team(1, (10, 20)), Team(2, (30, 20)), Team(3)], (PairingValue(1, 3, None),), ())

    assert [(line.place, line.team) for line in table] == [(1, 3), (2, 2), (3, 1)]


def test_a_captain_orders_by_rank():
    """E40."""
    assert is_in_rank_order([30, 30, 12])
    assert not is_in_rank_order([30, 31])
