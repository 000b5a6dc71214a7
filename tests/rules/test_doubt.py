"""Proposals that should be looked at twice (R60), and positions that keep coming back (R8)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules import RULE_SETS, Color, GameState, Pass, Proposal, Setup, apply, doubt_about, new_game, repeats_often
from rules.actions import score_of
from tests.diagrams import board, play

TRIPLE_KO = """
. X O . . . . . .
X O . O . . . . .
. X O . . . . . .
X . X O . . . . .
. X O . . . . . .
X O . O . . . . .
. X O . . . . . .
. . . . . . . . .
. . . . . . . . .
"""
ROUND = "C8 B6 C4 B8 C6 B4"
"""Each takes the ko that the other cannot take back at once; then the board is as it was."""


def triple_ko(rules: str = "brainking") -> GameState:
    """A game that starts with three kos, Black to play."""
    ruleset = RULE_SETS[rules]
    return new_game(Setup(9, 9, ruleset, ruleset.komi[0], start=tuple(board(TRIPLE_KO).rows()), first=Color.BLACK))


def test_a_position_that_comes_back_a_third_time_may_end_the_game_R8():
    state = triple_ko()

    for rounds, often in ((0, False), (1, False), (2, True)):
        assert repeats_often(state) is often, rounds
        if not often:
            state = play(state, ROUND)


def test_it_may_so_also_a_few_moves_later_R8():
    assert repeats_often(play(triple_ko(), f"{ROUND} {ROUND} C8"))


def test_passing_makes_no_position_come_back_R8():
    state = triple_ko()
    for _ in range(4):
        state = apply(apply(state, Pass(state.to_play)), Pass(state.to_play.opponent))
        state = replace(state, phase=triple_ko().phase, passes=0)

    assert not repeats_often(state)


def test_under_superko_nothing_comes_back_R8():
    state = triple_ko("brainking")
    played = play(state, f"{ROUND} {ROUND}")
    strict = replace(played, setup=replace(played.setup, ruleset=RULE_SETS["chinese"]))

    assert repeats_often(played)
    assert not repeats_often(strict)


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
    assert doubt_about(ended, proposal(ended, "C7", "H7"), points_of(ended, "C7", "H7")) is None


def test_a_proposal_that_names_another_winner_is_R60(ended):
    doubt = doubt_about(ended, proposal(ended, "H7"), points_of(ended, "C7", "H7"))

    assert doubt.other_winner
    assert doubt.stones == points_of(ended, "C7")
    assert doubt.estimate.winner is Color.BLACK


def test_a_proposal_that_differs_by_more_than_a_tenth_of_the_board_is_R60(ended):
    doubt = doubt_about(ended, proposal(ended, "C7"), points_of(ended, "C7", "H7"))

    assert not doubt.other_winner
    assert doubt.points > 8
    assert doubt.stones == points_of(ended, "H7")


def test_a_small_difference_is_no_reason_to_doubt_R60(ended):
    near = proposal(ended, "C7", "H7")
    komi = replace(ended, setup=replace(ended.setup, komi=ended.setup.komi - 8))

    assert doubt_about(komi, near, points_of(ended, "C7", "H7")) is None


def test_what_the_estimate_says_of_stones_that_are_gone_is_left_out_R60(ended):
    assert doubt_about(ended, proposal(ended, "C7", "H7"), points_of(ended, "C7", "H7", "A1")) is None


def test_where_all_stones_are_alive_nothing_is_in_doubt_R60(ended):
    state = replace(ended, setup=replace(ended.setup, ruleset=RULE_SETS["tromp_taylor"]))

    assert doubt_about(state, proposal(state), points_of(state, "C7", "H7")) is None
