"""A board as lines of text of one width: the same in every language, from left to right; and what its letters say."""

from __future__ import annotations

from django.utils.translation import gettext as _

from rules import Board, Move
from rules.handicap import star_points
from rules.notation import COLUMNS
from rules.variants.view import SeenBoard

from .shapes import further

STAR = "+"


def board_text(board: Board, last: Move | None = None) -> str:
    """The position: X is Black, O is White, + a star point, and the last stone stands in brackets. Where something is
    hidden, S is a stone whose colour is not shown, ? a point of which nothing is."""
    stars = {(point.column, point.row) for point in star_points(board.width, board.height)}
    at = None if last is None or last.point is None else (last.point.column, last.point.row)
    names = "    " + " ".join(COLUMNS[: board.width])
    lines = [names]
    for row, cells in enumerate(board.rows()):
        name = f"{board.height - row:>2}"
        marks = [STAR if cell == "." and (column, row) in stars else cell for column, cell in enumerate(cells)]
        lines.append(f"{name} {_spaced(marks, at[0] if at is not None and at[1] == row else None)} {name.strip()}")
    return "\n".join([*lines, names])


def letters_of(position: Board) -> str:
    """Which colours the letters of this position are."""
    if isinstance(position, SeenBoard):
        return _("X is Black, O is White, S a stone whose colour is hidden, ? a point of which nothing is shown")
    if further(position):
        return _("X is Black, O is White, R red, U blue, G green, Y yellow")
    return _("X is Black, O is White")


def _spaced(cells: list[str], last: int | None) -> str:
    """The points of a row with spaces between, or the brackets of the last stone."""
    gaps = [" "] * (len(cells) + 1)
    if last is not None:
        gaps[last], gaps[last + 1] = "(", ")"
    return "".join(gap + cell for gap, cell in zip(gaps, [*cells, ""], strict=True))
