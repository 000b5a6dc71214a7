"""The whole tree of a game for display: the nodes of the record and of the player's tree in display order, and their
lanes in the drawing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from .nodes import ROOT, TreeNode
from .record import RecordMoves
from .tree import TreeValue


@dataclass(frozen=True, slots=True)
class ShownMove:
    """A move in the displayed tree. `number` counts from the root. `own` means that the move is the player's, not the
    game's, and `played` that it was played in the game and not undone."""

    name: str
    parent: str
    color: str
    move: str
    number: int
    own: bool
    played: bool = False


@dataclass(slots=True)
class TreeShape:
    """The displayed tree: all moves by node name, the node names after each node (the first continues the line), and
    the lane of each move, which is its row in the drawing."""

    places: dict[str, ShownMove] = field(default_factory=dict)
    after: dict[str, list[str]] = field(default_factory=dict)
    lanes: dict[str, int] = field(default_factory=dict)

    def path_to(self, name: str) -> list[str]:
        """Return the node names from the first move to this one."""
        way = []
        while name != ROOT:
            way.append(name)
            name = self.places[name].parent
        return way[::-1]

    def main_line_after(self, name: str) -> list[str]:
        """Return the node names after this one, following the first branch."""
        found = []
        while following := self.after.get(name):
            name = following[0]
            found.append(name)
        return found

    def knows(self, name: str) -> bool:
        """Return whether the displayed tree has a node with this name."""
        return name == ROOT or name in self.places

    def in_order(self) -> Iterator[str]:
        """Yield every node name: each line to its end, then the branches that leave the line, from its last branch
        point to its first."""
        waiting = list(reversed(self.after.get(ROOT, [])))
        while waiting:
            name = waiting.pop()
            yield name
            waiting += reversed(self.after.get(name, []))


def make_shape(tree: TreeValue, record: RecordMoves) -> TreeShape:
    """Return the tree to display: the moves of the record joined with those of the player's tree. After each node, the
    played move comes first, then undone moves, then variations in the order in which they were added."""
    shape, shown = TreeShape(), tree.visible_nodes()
    ranks: dict[str, tuple[int, int, str]] = {}
    for name, stone in record.stones.items():
        shape.places[name] = ShownMove(name, stone.parent, stone.color, stone.move, stone.number, False, stone.played)
        ranks[name] = (0 if stone.played else 1, stone.number, name)
    for name, node in _added_moves(shown, record):
        number = 1 + (0 if node.parent == ROOT else shape.places[node.parent].number)
        shape.places[name] = ShownMove(name, node.parent, node.color, node.move, number, True)
        ranks[name] = (2, node.first, name)
    for name in sorted(shape.places, key=ranks.__getitem__):
        shape.after.setdefault(shape.places[name].parent, []).append(name)
    _assign_lanes(shape)
    return shape


def _added_moves(shown: dict[str, TreeNode], record: RecordMoves) -> Iterator[tuple[str, TreeNode]]:
    """Yield the names and nodes of the moves that the player added to the record, each after its parent."""
    children: dict[str, list[str]] = {}
    for name, node in shown.items():
        if node.parent and not record.knows_move(name):
            children.setdefault(node.parent, []).append(name)
    waiting = [name for parent in (ROOT, *record.stones) for name in children.get(parent, [])]
    while waiting:
        name = waiting.pop()
        yield name, shown[name]
        waiting += children.get(name, [])


def _assign_lanes(shape: TreeShape) -> None:
    """Set the lane of every move. The first move after a node keeps the node's lane, and every other branch gets the
    next unused lane below."""
    lane = 0
    for name in shape.in_order():
        parent = shape.places[name].parent
        if shape.after[parent][0] == name:
            shape.lanes[name] = shape.lanes.get(parent, 0)
        else:
            lane += 1
            shape.lanes[name] = lane
