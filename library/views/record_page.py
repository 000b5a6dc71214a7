"""The template context of a record's page: the position, comments and variations at one node."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from django.utils.html import escape
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from library.models import Record
from library.services.positions import PositionSearchResult, search_position
from library.services.trees import read_tree
from rules import Point, vertex
from study.views import drawing
from study.views.drawing import next_letters

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from accounts.models import Player

LONGEST_COMMENT = 20_000


class RecordPage:
    """The page of a record at a node, given by its index in file order; by default at the root."""

    def __init__(self, record: Record, at: int) -> None:
        self.record, self.tree = record, read_tree(record)
        self.at = at if at < len(self.tree.nodes) else 0
        self.position = self.tree.position_at(self.at)

    @property
    def fields(self) -> dict[str, str]:
        """Return the hidden fields that identify this node in forms."""
        return {"at": str(self.at)}

    @property
    def query(self) -> str:
        """Return the URL's query string for this node, without the question mark, to which more fields can be added."""
        return f"at={self.at}"

    @property
    def size(self) -> tuple[int, int]:
        """Return the width and height of the board."""
        return self.tree.width, self.tree.height

    def find_continuations(self, viewer: Player | AnonymousUser) -> PositionSearchResult:
        """Return the moves played from this position in records and games that the viewer may see."""
        return search_position(viewer, self.position.board, self.tree.to_play(self.at))

    @property
    def text(self) -> str:
        """Return the comment at this node."""
        return self.tree.nodes[self.at].text("C").strip()[:LONGEST_COMMENT]

    @cached_property
    def _lettered_nodes(self) -> list[tuple[str, int]]:
        """Return the next nodes, each as the letter that marks the variation on the board, and the node's index. Nodes
        after the last letter of the alphabet are left out."""
        nodes = self.tree.children[self.at]
        return list(zip(next_letters(map(self._vertex_of, nodes), self._signs), nodes))  # noqa: B905 - more have no letter

    @cached_property
    def _signs(self) -> dict[str, str]:
        """Return the marks at this node by vertex."""
        return {vertex(point, self.tree.height): sign for point, sign in self.tree.marks_at(self.at).items()}

    def _vertex_of(self, node: int) -> str:
        """Return the point of the node's move, "" if it has none."""
        move = self.tree.move_of(node)
        return "" if move is None or move.point is None else vertex(move.point, self.tree.height)

    @property
    def next_moves(self) -> list[tuple[str, int, SafeString | str]]:
        """Return the links to the variations, each as its letter, the node, and the move as text. Return [] if there is
        only one next move."""
        if len(self._lettered_nodes) < 2:
            return []
        return [
            (letter, index, self._move_text_at(index, self.position.number + 1))
            for letter, index in self._lettered_nodes
        ]

    @property
    def next_nodes(self) -> dict[str, int]:
        """Return the next nodes by the vertex of their move."""
        nodes = {self._vertex_of(index): index for _letter, index in self._lettered_nodes}
        nodes.pop("", None)
        return nodes

    @property
    def letters(self) -> dict[str, str]:
        """Return the letters of the variations by vertex, {} if there is only one next move."""
        letters = {self._vertex_of(index): letter for letter, index in self._lettered_nodes} if self.next_moves else {}
        letters.pop("", None)
        return letters

    @property
    def board(self) -> SafeString:
        """Return the board as SVG, with the node's marks and the letters of variations."""
        signs = {point: escape(sign) for point, sign in self._signs.items()}
        return drawing.board_picture(self.position.board, self.position.last, signs, self.letters)

    @property
    def points(self) -> list[list[str]]:
        """Return the vertices of the board, row by row."""
        rows, columns = range(self.tree.height), range(self.tree.width)
        return [[vertex(Point(column, row), self.tree.height) for column in columns] for row in rows]

    def _move_text_at(self, index: int, number: int) -> SafeString | str:
        move = self.tree.move_of(index)
        if move is None:
            return pgettext("node", "Position")
        point = "pass" if move.point is None else vertex(move.point, self.tree.height)
        return drawing.numbered_move_html(number, move.color.letter, point)

    @property
    def move_text(self) -> SafeString | str:
        """Return the node's move as text."""
        if not self.at:
            return _("Before the first move")
        return self._move_text_at(self.at, self.position.number)

    @property
    def number(self) -> int:
        """Return the number of moves up to this node."""
        return self.position.number

    @cached_property
    def _main_line_after(self) -> list[int]:
        return self.tree.main_line_after(self.at)

    @property
    def last_move_number(self) -> int:
        """Return the number of the last move on the line through this node."""
        return self.number + sum(self.tree.move_of(index) is not None for index in self._main_line_after)

    @property
    def step_button_nodes(self) -> dict[str, int]:
        """Return the nodes to which the buttons first, previous, next and last lead, by button."""
        return {
            "first": 0,
            "previous": max(0, self.tree.parents[self.at]),
            "next": self._main_line_after[0] if self._main_line_after else self.at,
            "last": self._main_line_after[-1] if self._main_line_after else self.at,
        }
