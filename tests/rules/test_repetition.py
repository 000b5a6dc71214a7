"""Repeated positions (R8)."""

from __future__ import annotations

from dataclasses import replace

from rules import RULE_SETS, Color, GameState, Pass, Setup, apply, has_threefold_repetition, new_game
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
        assert has_threefold_repetition(state) is often, rounds
        if not often:
            state = play(state, ROUND)


def test_it_may_so_also_a_few_moves_later_R8():
    assert has_threefold_repetition(play(triple_ko(), f"{ROUND} {ROUND} C8"))


def test_passing_makes_no_position_come_back_R8():
    state = triple_ko()
    for _ in range(4):
        state = apply(apply(state, Pass(state.to_play)), Pass(state.to_play.opponent))
        state = replace(state, phase=triple_ko().phase, passes=0)

    assert not has_threefold_repetition(state)


def test_under_superko_nothing_comes_back_R8():
    state = triple_ko("brainking")
    played = play(state, f"{ROUND} {ROUND}")
    strict = replace(played, setup=replace(played.setup, ruleset=RULE_SETS["chinese"]))

    assert has_threefold_repetition(played)
    assert not has_threefold_repetition(strict)
