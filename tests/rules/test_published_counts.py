"""Published numbers of legal positions, and of games on the smallest boards.

The positions are John Tromp's (https://tromp.github.io/go/legal.html): every colouring in which each chain has a
liberty.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from itertools import product

import pytest

from rules import BLACK_AND_WHITE, Board
from rules.board import find_dead_chain, neighbors_of
from rules.errors import IllegalMove
from rules.ruleset import SelfCaptureRule

LEGAL = {
    (1, 1): 1, (1, 2): 5, (1, 3): 15, (1, 4): 41, (1, 5): 113, (1, 6): 313, (1, 7): 867,
    (2, 2): 57, (2, 3): 489, (2, 4): 4125, (2, 5): 35117, (3, 3): 12675,
}  # fmt: skip


@pytest.mark.parametrize("size", LEGAL, ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_number_of_legal_positions_is_the_published_one(size):
    beside = neighbors_of(*size)
    boards = map(bytes, product(range(3), repeat=size[0] * size[1]))

    assert sum(_is_legal(beside, cells) for cells in boards) == LEGAL[size]


def _is_legal(beside, cells: bytes) -> bool:
    return not any(value and find_dead_chain(beside, cells, index) for index, value in enumerate(cells))


# A game is a path from the empty board along moves of either colour that change the board; no position comes back
# (positional superko), chains of two or more stones may be self-captured. The empty game counts as one. (Tromp and
# Farneback, Combinatorics of Go, "numberofgames".)
GAMES = {(1, 1): 1, (1, 2): 9, (1, 3): 907}
MOVES = {(1, 2): (12, 8), (1, 3): (42, 36), (1, 4): (144, 128), (2, 2): (None, 184)}
"""This many different moves there are in all those games: with self-capture of chains, and without."""


def _moves(position: Board, rule: SelfCaptureRule) -> Iterator[Board]:
    for color, point in product(BLACK_AND_WHITE, position.points()):
        with contextlib.suppress(IllegalMove):
            yield position.place(color, point, rule).board


@pytest.mark.parametrize("size", GAMES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_number_of_possible_games_is_the_published_one(size):
    def games(position: Board, history: frozenset[Board]) -> int:
        after = [board for board in _moves(position, SelfCaptureRule.MULTI_STONE) if board not in history]
        return 1 + sum(games(board, history | {board}) for board in after)

    start = Board.empty(*size)
    assert games(start, frozenset({start})) == GAMES[size]


@pytest.mark.parametrize(
    ("size", "rule", "count"),
    [
        (size, rule, count)
        for size, counts in MOVES.items()
        for rule, count in zip((SelfCaptureRule.MULTI_STONE, SelfCaptureRule.FORBIDDEN), counts, strict=True)
        if count
    ],
)
def test_the_number_of_different_moves_is_the_published_one(size, rule, count):
    found, todo = {Board.empty(*size)}, [Board.empty(*size)]
    moves = 0
    while todo:
        position = todo.pop()
        after = set(_moves(position, rule)) - {position}
        moves += len(after)
        todo += after - found
        found |= after

    assert moves == count


def test_a_board_that_is_drawn_and_one_that_is_played_are_the_same_value():
    drawn = Board.from_rows(["X.", ".O"])

    assert drawn == Board.from_rows(drawn.rows())
    assert hash(drawn) == hash(Board.from_rows(drawn.rows()))
