"""A line of play as a picture of its last position, with numbered moves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString

from machine_review.engines import GamePositions
from rules import Board, Color, Point, parse_vertex
from rules.errors import RulesError
from wording import words
from wording.board_svg import numbered_svg


@dataclass(frozen=True, slots=True)
class NumberedLine:
    """A line of play: a picture of its last position with numbered moves, and the moves with their colours. The line
    ends before its first illegal move."""

    svg: SafeString
    moves: tuple[tuple[Color, str], ...]


def to_numbered_line(course: GamePositions, turn: int, line: Sequence[str]) -> NumberedLine:
    """Return the moves of `line`, played from the position after `turn` moves, as a picture with numbered moves. The
    line ends before its first illegal move."""
    board, color = course.boards[turn], course.to_play(turn)
    places: dict[Point, str] = {}
    moves: list[tuple[Color, str]] = []
    for number, name in enumerate(line, 1):
        try:
            board, point = _board_after_move(board, color, name)
        except RulesError:
            break
        if point is not None:
            places = {at: text for at, text in places.items() if board[at] is not None}
            places[point] = words.localized_number(number)
        moves.append((color, name))
        color = color.opponent
    return NumberedLine(numbered_svg(board, places), tuple(moves))


def _board_after_move(board: Board, color: Color, name: str) -> tuple[Board, Point | None]:
    """Return the board after a move, and the move's point (None for a pass). Raises RulesError."""
    if name.lower() == "pass":
        return board, None
    point = parse_vertex(name, board.width, board.height)
    return board.place(color, point).board, point
