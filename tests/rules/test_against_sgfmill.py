"""The engine plays random games the same as an independent engine."""

from __future__ import annotations

import random

import pytest
from sgfmill import boards

from rules import Board, Color, Point
from rules.errors import SelfCapture

LETTERS = {"b": Color.BLACK, "w": Color.WHITE}


@pytest.mark.parametrize("size", [2, 3, 4, 5, 7, 9, 13, 19])
@pytest.mark.parametrize("seed", range(3))
def test_random_games_capture_the_same_stones(size, seed):
    """Small boards are rich in captures and ko; no ko rule here, so that positions do come back."""
    dice = random.Random(size * 100 + seed)
    theirs, ours = boards.Board(size), Board.empty(size, size)
    for _ in range(6 * size * size):
        letter = dice.choice("bw")
        row, column = dice.randrange(size), dice.randrange(size)
        if theirs.get(row, column) is not None:
            continue
        before = theirs.copy()
        theirs.play(row, column, letter)
        try:
            ours = ours.place(LETTERS[letter], Point(column, size - 1 - row)).board
        except SelfCapture:
            assert theirs.get(row, column) is None
            theirs = before
        assert ours.rows() == _rows(theirs)
        assert ours.key == Board.from_rows(ours.rows()).key


def _rows(board: boards.Board) -> list[str]:
    names = {None: ".", "b": "X", "w": "O"}
    size = board.side
    return ["".join(names[board.get(row, c)] for c in range(size)) for row in reversed(range(size))]


@pytest.mark.parametrize(
    ("width", "height", "expected"),
    [(1, 1, 1), (2, 1, 5), (3, 1, 15), (2, 2, 57), (3, 2, 489), (3, 3, 12675)],
)
def test_the_number_of_legal_positions_is_the_published_one(width, height, expected):
    """Every colouring in which each chain has a liberty (Tromp and Farnebäck)."""
    from itertools import product

    from rules.board import find_dead_chain, neighbors_of

    beside = neighbors_of(width, height)
    legal = sum(
        all(not value or find_dead_chain(beside, cells, index) is None for index, value in enumerate(cells))
        for cells in product((0, 1, 2), repeat=width * height)
    )
    assert legal == expected
