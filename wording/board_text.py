"""A board as lines of text of one width, for e-mails: the same in every language, from left to right."""

from __future__ import annotations

from rules import Board, Move
from rules.handicap import star_points
from rules.notation import COLUMNS

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


def _spaced(cells: list[str], last: int | None) -> str:
    """The points of a row with spaces between, or the brackets of the last stone."""
    gaps = [" "] * (len(cells) + 1)
    if last is not None:
        gaps[last], gaps[last + 1] = "(", ")"
    return "".join(gap + cell for gap, cell in zip(gaps, [*cells, ""], strict=True))
