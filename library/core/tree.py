"""The tree of a record: its nodes in file order, and the position at each node.

Records from other programs may break the rules: stones are placed on stones, or off the board. Such records are still
displayed, so a stone replaces another one here, and points off the board are ignored.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from rules import Board, Color, Move, Point
from rules.ruleset import SelfCaptureRule
from rules.sgf import SgfError, SgfNode
from rules.sgf.properties import board_size, parse_move, parse_points, read_player_to_move, read_wraps
from rules.sgf.text import simple_text

_SETUP = (("AB", Color.BLACK), ("AW", Color.WHITE), ("AE", None))
_COLORS = (("B", Color.BLACK), ("W", Color.WHITE))
MARKS = {"triangle": "TR", "square": "SQ", "circle": "CR", "cross": "MA"}
LONGEST_LABEL = 3


@dataclass(frozen=True, slots=True)
class NodePosition:
    """The position at a node. `last` is the last move (or pass) up to the node, and `number` the number of moves."""

    board: Board
    last: Move | None = None
    number: int = 0


class RecordTree:
    """A record as a list of nodes. A node is given by its index in file order, 0 for the root. Raises SgfError if the
    root has no valid board size."""

    def __init__(self, root: SgfNode) -> None:
        self.width, self.height = board_size(root)
        self.wraps = read_wraps(root)
        self.nodes: list[SgfNode] = []
        self.parents: list[int] = []
        self.children: list[list[int]] = []
        waiting = [(root, -1)]
        while waiting:
            node, parent = waiting.pop()
            index = len(self.nodes)
            self.nodes.append(node)
            self.parents.append(parent)
            self.children.append([])
            if parent >= 0:
                self.children[parent].append(index)
            waiting += [(child, index) for child in reversed(node.children)]

    def path_to(self, index: int) -> list[int]:
        """Return the nodes from the root to this one."""
        way = []
        while index >= 0:
            way.append(index)
            index = self.parents[index]
        return way[::-1]

    def main_line_after(self, index: int) -> list[int]:
        """Return the nodes after this one, following the first branch."""
        found = []
        while following := self.children[index]:
            index = following[0]
            found.append(index)
        return found

    @cached_property
    def last_main_line_node(self) -> int:
        """Return the last node of the main line."""
        return (self.main_line_after(0) or [0])[-1]

    def move_of(self, index: int) -> Move | None:
        """Return the move or pass of a node, None if the node has none."""
        node = self.nodes[index]
        for name, color in _COLORS:
            if name in node:
                try:
                    return Move(color, parse_move(node.raw(name) or "", self.width, self.height, node.line))
                except SgfError:
                    return None
        return None

    def to_play(self, index: int) -> Color:
        """Return the colour to move at a node. This is the colour of the line's next move, if there is one. Otherwise
        it is the colour last named (PL), the opponent of the last move's colour, or White after handicap stones."""
        for at in self.children[index][:1]:
            move = self.move_of(at)
            if move is not None:
                return move.color
        way = self.path_to(index)
        for at in reversed(way):
            named = read_player_to_move(self.nodes[at])
            if named is not None:
                return named
            move = self.move_of(at)
            if move is not None:
                return move.color.opponent
        placed = {name for at in way for name in ("AB", "AW") if name in self.nodes[at]}
        return Color.WHITE if placed == {"AB"} else Color.BLACK

    def position_at(self, index: int) -> NodePosition:
        """Return the position at a node."""
        *_, found = self.positions(self.path_to(index))
        return found

    def positions(self, path: list[int]) -> Iterator[NodePosition]:
        """Yield the position at each node of a path that begins at the root."""
        board, last, number = Board.empty(self.width, self.height).wrapped(self.wraps), None, 0
        for index in path:
            stones = list(self._setup_stones(self.nodes[index]))
            board = board.with_stones(stones) if stones else board
            move = self.move_of(index)
            if move is not None:
                board, last, number = _place_stone(board, move), move, number + 1
            yield NodePosition(board, last, number)

    def _setup_stones(self, node: SgfNode) -> Iterator[tuple[Color | None, Point]]:
        for name, color in _SETUP:
            for raw in node.properties.get(name, ()):
                yield from ((color, point) for point in self._valid_points(raw))

    def _valid_points(self, raw: str) -> list[Point]:
        try:
            return parse_points([raw], self.width, self.height, 0)
        except SgfError:
            return []

    def marks_at(self, index: int) -> dict[Point, str]:
        """Return the marks of a node by point. A mark is the name of a shape, or a label of at most three
        characters."""
        properties, found = self.nodes[index].properties, dict[Point, str]()
        for sign, name in MARKS.items():
            for raw in properties.get(name, ()):
                found |= dict.fromkeys(self._valid_points(raw), sign)
        for raw in properties.get("LB", ()):
            at, _colon, label = simple_text(raw).partition(":")
            found |= dict.fromkeys(self._valid_points(at), label.strip()[:LONGEST_LABEL])
        return {point: sign for point, sign in found.items() if sign}


def _place_stone(board: Board, move: Move) -> Board:
    if move.point is None:
        return board
    if board[move.point] is not None:
        board = board.with_stones([(None, move.point)])
    return board.place(move.color, move.point, SelfCaptureRule.ALLOWED).board
