"""Trees as SGF: written into the record of a game as variations, or read from a file (C36).

Variations are moves (B, W), never setup stones. Marks are TR, SQ, CR, MA and LB, and texts are C. The marking of moves
as conditional is not written.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count

from rules import Color, Point, RulesError, to_sgf, vertex
from rules.notation import from_sgf, parse_vertex
from rules.sgf import SgfError, SgfNode
from rules.sgf.properties import parse_move, parse_points
from rules.sgf.text import simple_text

from .nodes import BETWEEN, LONGEST_TEXT, PASS, ROOT, SIGNS, TreeNode, node_name
from .record import RecordMoves
from .shape import TreeShape
from .tree import AddMove, Operation, SetAnnotations, TreeValue

_MARKS = {"triangle": "TR", "square": "SQ", "circle": "CR", "cross": "MA"}
_SETUP: dict[str, Color | None] = {"AB": Color.BLACK, "AW": Color.WHITE, "AE": None}
_OURS = frozenset({"B", "W", "C", "LB", "KO", "MN", "N", *_SETUP, *_MARKS.values()})
"""SGF properties that are read, or can be ignored without loss."""


def add_tree_to_record(root: SgfNode, shape: TreeShape, tree: TreeValue, author: str = "") -> None:
    """Add a tree's variations, marks and texts to the record of its game. `author` is put before each text, for a file
    with trees of several authors."""
    height = _height(root)
    nodes = dict(_moves_by_node(root, height))
    shown = tree.visible_nodes()
    for name in [ROOT, *shape.in_order()]:
        place = shape.places.get(name)
        if name not in nodes and place is not None:
            nodes[name] = SgfNode()
            nodes[name].set(place.color, "" if place.move == PASS else _move_to_sgf(place.move, root))
            nodes[place.parent].children.append(nodes[name])
        if name in shown:
            _add_comment_and_marks(nodes[name], shown[name], root, author)


def _height(root: SgfNode) -> int:
    return int(root.simple_text("SZ").rpartition(":")[2])


def _width(root: SgfNode) -> int:
    return int(root.simple_text("SZ").partition(":")[0])


def _move_to_sgf(move: str, root: SgfNode) -> str:
    return to_sgf(parse_vertex(move, _width(root), _height(root)))


def _moves_by_node(root: SgfNode, height: int) -> Iterator[tuple[str, SgfNode]]:
    """Yield the names of a record's nodes with their SGF nodes. A node without a move belongs to the previous move."""
    yield ROOT, root
    waiting = [(root, ROOT)]
    while waiting:
        node, name = waiting.pop()
        for child in node.children:
            color = next((letter for letter in "BW" if letter in child), "")
            if not color:
                waiting.append((child, name))
                continue
            raw = child.raw(color) or ""
            move = vertex(from_sgf(raw, _width(root), height), height) if raw else PASS
            own = node_name(name, color, move)
            yield own, child
            waiting.append((child, own))


def _add_comment_and_marks(node: SgfNode, source: TreeNode, root: SgfNode, author: str) -> None:
    if source.text:
        text = f"{author}: {source.text}" if author else source.text
        before = node.text("C")
        node.set("C", f"{before}\n\n{text}" if before else text)
    for point, sign in source.signs.items():
        at = _move_to_sgf(point, root)
        name, value = (_MARKS[sign], at) if sign in SIGNS else ("LB", f"{at}:{sign}")
        node.properties.setdefault(name, []).append(value)


class RecordVariationsWriter:
    """Writes texts and variations into a record. Created from the record's SGF root, it finds the node of each move by
    name."""

    def __init__(self, root: SgfNode) -> None:
        self._root, self._nodes = root, dict(_moves_by_node(root, _height(root)))

    def find_or_create_node(self, name: str, known: Mapping[str, TreeNode]) -> SgfNode | None:
        """Return the SGF node with this name. Nodes that the record does not have are created, with the nodes on the
        path to them, from `known`. Return None if one of them is not in `known`."""
        way = []
        while name not in self._nodes:
            node = known.get(name)
            if node is None or not node.parent:
                return None
            way.append((name, node))
            name = node.parent
        for below, node in reversed(way):
            added = self._nodes[below] = SgfNode()
            added.set(node.color, "" if node.move == PASS else _move_to_sgf(node.move, self._root))
            self._nodes[node.parent].children.append(added)
        return self._nodes[way[0][0]] if way else self._nodes[name]

    def add_text(self, node: SgfNode, text: str) -> None:
        """Add a text to a node's comment, after the existing text."""
        before = node.text("C")
        node.set("C", f"{before}\n\n{text}" if before else text)


@dataclass(slots=True)
class ImportedOperations:
    """The operations read from a file, and how much was left out, by kind: "illegal" moves, "setup" positions,
    "shortened" texts, "unknown" properties, unsupported "marks", "games" after the first."""

    operations: list[Operation] = field(default_factory=list)
    left_out: Counter[str] = field(default_factory=Counter)


class _TreeReader:
    """Reads a file's first game into operations on a tree, and counts the contents that it cannot import."""

    def __init__(self, tree: TreeValue, record: RecordMoves, new_id: Callable[[], str]) -> None:
        self.tree, self.record, self.new_id, self.read = tree, record, new_id, ImportedOperations()
        self.at = count(tree.clock + 1)
        self.size = record.setup.width, record.setup.height

    def walk(self, root: SgfNode, *, ours: bool) -> None:
        """Read the file's first game from its root. A node without a move belongs to the node of the move before it. In
        a record from this server (`ours`), such nodes are ignored, because what they contain is in the game's record
        anyway."""
        waiting = [(root, ROOT)]
        while waiting:
            node, name = waiting.pop()
            if node is not root and not self._sets_no_new_stones(node, name):
                self.read.left_out["setup"] += 1
                continue
            here = name if node is root else self._node_after_move(node, name)
            if here is None:
                continue
            if node is root or here != name or not ours:
                self._read_annotations(node, here, is_root=node is root)
            waiting += [(child, here) for child in reversed(node.children)]

    def _sets_no_new_stones(self, node: SgfNode, parent: str) -> bool:
        """Return whether the node sets up no stones. Before the first move, stones may be set up that are on the board
        anyway."""
        stones = [(raw, color) for name, color in _SETUP.items() for raw in node.properties.get(name, ())]
        board = self.record.states[ROOT].board
        return not stones or (
            parent == ROOT
            and all(
                board[point] is color for raw, color in stones for point in parse_points([raw], *self.size, node.line)
            )
        )

    def _node_after_move(self, node: SgfNode, parent: str) -> str | None:
        """Return the name of the node after the SGF node's move, or the parent's name if there is no move. Return None
        if the move is illegal."""
        color = next((letter for letter in "BW" if letter in node), "")
        if not color:
            return parent
        point = parse_move(node.raw(color) or "", *self.size, node.line)
        move = PASS if point is None else vertex(point, self.size[1])
        name = node_name(parent, color, move)
        if self.record.knows_move(name) or name in self.record.states:
            if not self.record.knows_move(name):
                self._add_move(parent, color, move)
            return name
        try:
            before = self.record.state_at(parent, self.tree.nodes)
            self.record.states[name] = self.record.state_after(before, Color.from_letter(color), move)
        except RulesError:
            self.read.left_out["illegal"] += 1
            return None
        self._add_move(parent, color, move)
        return name

    def _add_move(self, parent: str, color: str, move: str) -> None:
        self.read.operations.append(AddMove(self.new_id(), next(self.at), parent, color, move))

    def _read_annotations(self, node: SgfNode, name: str, *, is_root: bool) -> None:
        text, known = node.text("C").strip(), self.tree.nodes.get(name, TreeNode())
        for part in text.split(BETWEEN):
            if len(part) > LONGEST_TEXT:
                self.read.left_out["shortened"] += 1
            part = part[:LONGEST_TEXT].strip()
            if part and part not in known.text.split(BETWEEN):
                self.read.operations.append(SetAnnotations(self.new_id(), next(self.at), name, part))
        if marks := dict(self._read_marks(node)):
            self.read.operations.append(SetAnnotations(self.new_id(), next(self.at), name, marks=marks))
        if not is_root:
            self.read.left_out["unknown"] += len(node.properties.keys() - _OURS)

    def _read_marks(self, node: SgfNode) -> Iterator[tuple[str, str]]:
        for sign, name in _MARKS.items():
            for raw in node.properties.get(name, []):
                for point in self._mark_points(raw):
                    yield vertex(point, self.size[1]), sign
        for raw in node.properties.get("LB", []):
            at, _colon, label = simple_text(raw).partition(":")
            if (label.isascii() and label.isalpha() and len(label) == 1) or (label.isdecimal() and len(label) < 4):
                for point in self._mark_points(at):
                    yield vertex(point, self.size[1]), label
            else:
                self.read.left_out["marks"] += 1

    def _mark_points(self, raw: str) -> list[Point]:
        """Return the points of a mark. If some are not on the board, return none and count the mark as left out."""
        try:
            return parse_points([raw], *self.size, 0)
        except SgfError:
            self.read.left_out["marks"] += 1
            return []


def tree_operations_from_sgf(
    roots: list[SgfNode], tree: TreeValue, record: RecordMoves, new_id: Callable[[], str]
) -> ImportedOperations:
    """Return the operations that add the first game of a file to a tree. Raises SgfError for invalid points. The caller
    must check that the file has the same board (`is_same_start`)."""
    reader = _TreeReader(tree, record, new_id)
    reader.walk(roots[0], ours=roots[0].simple_text("AP").startswith("Igo:"))
    if len(roots) > 1:
        reader.read.left_out["games"] += len(roots) - 1
    return reader.read
