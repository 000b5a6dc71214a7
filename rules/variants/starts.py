"""Start positions that do not come from a record (V17)."""

from __future__ import annotations

from rules.board import Board, Point
from rules.color import Color

CROSSCUT = "crosscut"
STARTS = (CROSSCUT,)


def start_position(name: str, width: int, height: int) -> Board:
    """Return a board of this size with the named start position: the crosscut is two stones of each colour in the
    centre (V17)."""
    assert name == CROSSCUT
    column, row = (width - 1) // 2, (height - 1) // 2
    black = (Point(column, row), Point(column + 1, row + 1))
    white = (Point(column + 1, row), Point(column, row + 1))
    stones = [(Color.BLACK, point) for point in black] + [(Color.WHITE, point) for point in white]
    return Board.empty(width, height).with_stones(stones)
