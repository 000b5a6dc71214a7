"""Proposals whose difference from the estimate requires a second confirmation (R60)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules import RULE_SETS, Color, GameState, Proposal, Setup, find_discrepancy, new_game
from rules.actions import score_of
from tests.diagrams import board

WALLS = """
. . . . X O . . .
. . . . X O . . .
. . O . X O . X .
. . . . X O . . .
. . . . X O . . .
. . . . X O . . .
. . . . X O . . .
. . . . X O . . .
. . . . X O . . .
"""


def proposal(state: GameState, *dead: str) -> Proposal:
    """A proposal of Black's with these stones dead."""
    points = points_of(state, *dead)
    return Proposal(1, Color.BLACK, points, score_of(state, points))


def points_of(state: GameState, *vertices: str):
    from rules import parse_vertex

    return frozenset(parse_vertex(vertex, state.setup.width, state.setup.height) for vertex in vertices)


@pytest.fixture
def ended() -> GameState:
    """A board that two walls divide, one stone of the other colour on either side, White's right side smaller."""
    ruleset = RULE_SETS["brainking"]
    return new_game(Setup(9, 9, ruleset, ruleset.komi[0], start=tuple(board(WALLS).rows()), first=Color.BLACK))


def test_a_proposal_like_the_estimate_is_not_in_doubt_R60(ended):
    assert find_discrepancy(ended, proposal(ended, "C7", "H7"), points_of(ended, "C7", "H7")) is None


def test_a_proposal_that_names_another_winner_is_R60(ended):
    found = find_discrepancy(ended, proposal(ended, "H7"), points_of(ended, "C7", "H7"))

    assert found.other_winner
    assert found.stones == points_of(ended, "C7")
    assert found.estimate.winner is Color.BLACK


def test_a_proposal_that_differs_by_more_than_a_tenth_of_the_board_is_R60(ended):
    found = find_discrepancy(ended, proposal(ended, "C7"), points_of(ended, "C7", "H7"))

    assert not found.other_winner
    assert found.points > 8
    assert found.stones == points_of(ended, "H7")


def test_a_small_difference_is_no_reason_to_doubt_R60(ended):
    near = proposal(ended, "C7", "H7")
    komi = replace(ended, setup=replace(ended.setup, komi=ended.setup.komi - 8))

    assert find_discrepancy(komi, near, points_of(ended, "C7", "H7")) is None


def test_what_the_estimate_says_of_stones_that_are_gone_is_left_out_R60(ended):
    assert find_discrepancy(ended, proposal(ended, "C7", "H7"), points_of(ended, "C7", "H7", "A1")) is None


def test_where_all_stones_are_alive_nothing_is_in_doubt_R60(ended):
    state = replace(ended, setup=replace(ended.setup, ruleset=RULE_SETS["tromp_taylor"]))

    assert find_discrepancy(state, proposal(state), points_of(state, "C7", "H7")) is None
