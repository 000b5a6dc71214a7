"""Playing out a dispute changes the score only by stones and points that change owner (R15)."""

from __future__ import annotations

import random
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import (
    RULE_SETS,
    AfterRejection,
    Board,
    Color,
    GameState,
    Pass,
    Play,
    Point,
    Propose,
    Reject,
    Setup,
    Stage,
    apply,
    legal_points,
    new_game,
    parse_vertex,
    score_of,
)
from tests import diagrams
from tests.diagrams import stop

B, W = Color.BLACK, Color.WHITE
NONE: frozenset[Point] = frozenset()
SEEDS = st.integers(0, 2**32)


def contested(dice: random.Random, ruleset, size: int = 7) -> GameState:
    """A game stopped in the middle of a fight: stones at random, ataris that no one has noticed."""
    state = new_game(Setup(size, size, ruleset, Decimal("0.5")))
    for _ in range(dice.randrange(10, 45)):
        state = apply(state, Play(state.to_play, dice.choice(legal_points(state))))
    return stop(state)


def stones(board: Board) -> int:
    """Black's stones less White's."""
    return board.cells.count(1) - board.cells.count(2)


TERRITORY = [key for key, r in RULE_SETS.items() if r.counting.value in ("territory", "brainking")]


@pytest.mark.parametrize("rules", TERRITORY)
@settings(max_examples=40)
@given(seed=SEEDS)
def test_settling_changes_a_score_only_by_what_changes_hands_on_the_board_R15(rules, seed):
    """In contested positions: the margin changes exactly as the stones and territory on the board do, as if areas were
    counted; that a turn was used to play or to pass costs no one anything."""
    dice = random.Random(seed)
    before = contested(dice, RULE_SETS[rules])
    state = apply(before, Propose(before.to_play, NONE))
    state = apply(state, Reject(state.to_play, 1, AfterRejection.PLAY_OUT))
    for _ in range(dice.randrange(30)):
        if state.stage is Stage.PLAY:
            points = legal_points(state)
            stone = points and dice.random() < 0.7
            state = apply(state, Play(state.to_play, dice.choice(points)) if stone else Pass(state.to_play))
    after = stop(state)

    def area(end: GameState) -> Decimal:
        territory = score_of(end, NONE).territory
        return Decimal(stones(end.board) + len(territory.black) - len(territory.white))

    change = score_of(after, NONE).margin - score_of(before, NONE).margin
    assert change == area(after) - area(before)


@pytest.mark.parametrize("rules", RULE_SETS)
@settings(max_examples=15)
@given(seed=SEEDS)
def test_settling_without_a_stone_leaves_every_score_as_it_was_R15(rules, seed):
    dice = random.Random(seed)
    before = contested(dice, RULE_SETS[rules])
    state = apply(before, Propose(before.to_play, NONE))

    after = stop(apply(state, Reject(state.to_play, 1, AfterRejection.PLAY_OUT)))

    assert after.dispute_ended
    assert after.board == before.board
    chains = {before.board.chain_at(p).stones for p in before.board.points() if before.board[p] is not None}
    for dead in [NONE, *chains]:
        assert score_of(after, dead).margin == score_of(before, dead).margin


ATARI = """
. . . . X O . . .
. . . . X O . . .
. . . . X O . . .
. . . . X O . . .
. . . . X O . . .
. X X . X O . . .
X O O . X O . . .
. X X . X O . . .
. . . . X O . . .
"""
"""White's two stones at B3 have one liberty left, D3."""


@pytest.mark.parametrize("rules", [key for key, r in RULE_SETS.items() if not r.all_stones_alive])
def test_an_atari_that_nobody_noticed_is_worth_no_more_than_the_stones_are_dead_R15(rules):
    """The player who rejects moves first; under Japanese and Korean rules, the opponent does. Black's capture gives
    exactly the score that marking those stones as dead would have given."""
    ruleset, lone = RULE_SETS[rules], diagrams.board(ATARI).chain_at(Point(1, 6)).stones
    start = Setup(9, 9, ruleset, Decimal("6.5"), start=tuple(diagrams.board(ATARI).rows()), first=W)
    state = stop(apply(new_game(start), Pass(W)))
    as_dead, asked = score_of(state, lone).margin, state.to_play
    state = apply(apply(state, Propose(asked, NONE)), Reject(asked.opponent, 1, AfterRejection.PLAY_OUT))
    if state.to_play is W:
        state = apply(state, Pass(W))

    settled = stop(apply(state, Play(B, parse_vertex("D3", 9, 9))))

    assert settled.board[Point(1, 6)] is None
    assert score_of(settled, NONE).margin == as_dead
