"""A board as lines of text of equal width, from left to right in every language, the legend of its letters, and the
names of points."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from rules import Board, Color, Move, Point, Score
from rules.handicap import star_points
from rules.notation import COLUMNS
from rules.variants.view import SeenBoard

from .shapes import other_drawn_colors
from .words import join_as_list

STAR = "+"


@dataclass(frozen=True, slots=True)
class DeadStoneMarking:
    """The dead stones of a proposal, and the resulting score."""

    dead: frozenset[Point]
    score: Score


def board_text(board: Board, last: Move | None = None, marking: DeadStoneMarking | None = None) -> str:
    """Return the position as text: X is Black, O is White, + a star point, and the last stone is in brackets. With
    hidden information S is a stone of hidden colour, ? a hidden point. With a `marking`, dead stones are lower-case
    letters, and b and w are the territory of Black and White."""
    marked = {} if marking is None else _marking_letters(board, marking)
    stars = {(point.column, point.row) for point in star_points(board.width, board.height)}
    at = None if last is None or last.point is None else (last.point.column, last.point.row)
    names = "    " + " ".join(COLUMNS[: board.width])
    lines = [names]
    for row, cells in enumerate(board.rows()):
        name = f"{board.height - row:>2}"
        marks = [STAR if cell == "." and (column, row) in stars else cell for column, cell in enumerate(cells)]
        marks = [marked.get((column, row), cell) for column, cell in enumerate(marks)]
        lines.append(
            f"{name} {_row_with_spaces(marks, at[0] if at is not None and at[1] == row else None)} {name.strip()}"
        )
    return "\n".join([*lines, names])


def _marking_letters(board: Board, marking: DeadStoneMarking) -> dict[tuple[int, int], str]:
    """Return the letters for the dead stones and the territory of a marking, by column and row."""
    owned = (
        {} if other_drawn_colors(board) else {"b": marking.score.territory.black, "w": marking.score.territory.white}
    )
    found = {(point.column, point.row): letter for letter, points in owned.items() for point in points}
    rows = board.rows()
    return found | {(point.column, point.row): rows[point.row][point.column].lower() for point in marking.dead}


def marking_legend() -> str:
    """Return the sentence that explains the letters for dead stones and territory in `board_text`."""
    return _("Dead stones are in lower case. b marks Black's territory, w White's.")


def position_legend(position: Board, names: Mapping[Color, str] | None = None) -> str:
    """Return the sentence that explains the letters of this position in `board_text`, with a note if the board's edges
    are joined.

    `names` are the players' names by colour. They are only used for positions of Black and White.
    """
    return f"{_legend_of(position, names or {})}{joined_edges_sentence(position)}"


def joined_edges_sentence(position: Board) -> str:
    """Return a sentence that opposite edges of the board are joined (V71), to be appended to another text. Return ""
    for an ordinary board."""
    joined = _("The left edge is joined to the right, and the top edge to the bottom.")
    return f"{sentence_separator()}{joined}" if position.wraps else ""


def sentence_separator() -> str:
    """Return what separates a text without a full stop from the next sentence in the current language."""
    return pgettext("between sentences", ". ")


def point_label(vertex: str, *parts: object) -> str:
    """Return the accessible name of a point: "K 10, black, last move". Empty parts are left out."""
    return join_as_list([f"{vertex[0]} {vertex[1:]}", *filter(None, parts)])


def _legend_of(position: Board, names: Mapping[Color, str]) -> str:
    if isinstance(position, SeenBoard):
        return _("X is Black, O is White, S is a stone of hidden colour, ? is a hidden point")
    if other_drawn_colors(position):
        return _("X is Black, O is White, R is Red, U is Blue, G is Green, Y is Yellow")
    if set(names) == {Color.BLACK, Color.WHITE}:
        values = {"black": names[Color.BLACK], "white": names[Color.WHITE]}
        return _("X is Black (%(black)s), O is White (%(white)s)") % values
    return _("X is Black, O is White")


def _row_with_spaces(cells: list[str], last: int | None) -> str:
    """Return a row of the board as text, with spaces between the points. Brackets instead of spaces are around the last
    stone, which is in column `last`."""
    gaps = [" "] * (len(cells) + 1)
    if last is not None:
        gaps[last], gaps[last + 1] = "(", ")"
    return "".join(gap + cell for gap, cell in zip(gaps, [*cells, ""], strict=True))
