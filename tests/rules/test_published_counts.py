"""Numbers that others have published: of legal positions, and of games on the smallest boards.

The positions are those of John Tromp (https://tromp.github.io/go/legal.html): every colouring in which each chain has a
liberty. A game is a sequence of moves from the empty board, of alternating colours, without passes, under positional
superko, self-capture forbidden or allowed; it may stop anywhere a side has no move left.
"""

from __future__ import annotations

from itertools import product

import pytest

from rules import Board
from rules.board import dead_chain, neighbors_of

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
    return not any(value and dead_chain(beside, cells, index) for index, value in enumerate(cells))


def test_a_board_that_is_drawn_and_one_that_is_played_are_the_same_value():
    drawn = Board.from_rows(["X.", ".O"])

    assert drawn == Board.from_rows(drawn.rows())
    assert hash(drawn) == hash(Board.from_rows(drawn.rows()))
