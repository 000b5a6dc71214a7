"""The template context of the position search on a board given in the URL."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode

from django.utils.safestring import SafeString

from library.services.positions import LARGEST, parse_board
from rules import Board, Move, Point, parse_vertex, vertex
from study.views import drawing

STONES = {"black": "X", "white": "O", "none": "."}
"""How a point is written in the text of a board, by the value of the query parameter `lay`."""
EMPTY = "/".join(["." * LARGEST] * LARGEST)


@dataclass(frozen=True, slots=True)
class StonesOnlyPosition:
    """A position that is given only by its stones. `last` is None, because the last move is unknown."""

    board: Board
    last: Move | None = None


class BoardSearchPage:
    """The data of a search page for a board that is given by its rows as text. "" means an empty board."""

    record = None

    def __init__(self, text: str) -> None:
        """Parse the board. Raises InvalidSearchArea."""
        self.position = StonesOnlyPosition(parse_board(text or EMPTY))
        self.fields = {"board": "/".join(self.position.board.rows())}

    def board_with(self, stone: str, name: str) -> str:
        """Return the text of the board after the point `name` gets this stone (a key of STONES). Raises RulesError and
        InvalidSearchArea."""
        width, height = self.size
        point = parse_vertex(name.strip(), width, height)
        rows = [list(row) for row in self.position.board.rows()]
        rows[point.row][point.column] = STONES[stone]
        text = "/".join(map("".join, rows))
        parse_board(text)
        return text

    @property
    def query(self) -> str:
        """Return the URL's query string for this board, without the question mark, to which more fields can be
        added."""
        return urlencode(self.fields, safe="/")

    @property
    def size(self) -> tuple[int, int]:
        """Return the width and height of the board."""
        return self.position.board.width, self.position.board.height

    @property
    def board(self) -> SafeString:
        """Return the board as SVG."""
        return drawing.board_picture(self.position.board, None, {}, {})

    @property
    def points(self) -> list[list[str]]:
        """Return the vertices of the board, row by row."""
        width, height = self.size
        return [[vertex(Point(column, row), height) for column in range(width)] for row in range(height)]
