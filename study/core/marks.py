"""Marks of conditional moves in a tree. The mark of a move counts only while the game's plan of conditional moves
contains the move (C30)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Protocol

from rules.plan import Plan, branches_along, move_word, parse_move

from .nodes import TreeNode
from .record import RecordMoves
from .tree import TreeValue


class MoveLike(Protocol):
    """Protocol of a move in the tree or in the record."""

    @property
    def parent(self) -> str:
        """Return the name of the node before the move."""

    @property
    def color(self) -> str:
        """Return the colour: "B" or "W"."""

    @property
    def move(self) -> str:
        """Return the vertex, or "pass"."""


def path_from_current_position(name: str, nodes: Mapping[str, TreeNode], record: RecordMoves) -> list[MoveLike]:
    """Return the moves from the game's current position to this node. Return [] if the node is not below that
    position."""
    path: list[MoveLike] = []
    while name != record.head:
        node = nodes.get(name)
        move: MoveLike | None = node if node is not None and node.parent else record.stones.get(name)
        if move is None:
            return []
        path.append(move)
        name = move.parent
    return path[::-1]


def is_planned(path: list[MoveLike], plan: Plan, record: RecordMoves, held: str = "") -> bool:
    """Return whether the plan of conditional moves contains this line: after the moves `path[:-1]`, the player replies
    with `path[-1]`. `held` is the planned reply to the game's last move, if that reply has not been played yet."""
    points = [parse_move(one.move, record.setup) for one in path]
    if held:
        if not points or move_word(points[0], record.setup) != held:
            return False
        points = points[1:]
    theirs, mine = points[::2], points[1::2]
    line = branches_along(plan, theirs)
    return bool(path) and len(theirs) == len(mine) == len(line) and [one.mine for one in line] == mine


@dataclass(frozen=True, slots=True)
class CurrentPlan:
    """A seat's conditional moves from the game's current position, and the pending reply to the last move ("" if there
    is none)."""

    plan: Plan = ()
    held: str = ""


def unmark_unplanned_moves(
    tree: TreeValue, names: Iterable[str], record: RecordMoves, current: CurrentPlan
) -> list[str]:
    """Remove the conditional mark from those of the nodes `names` whose moves are not, or no longer, in the current
    plan. Return the names of the other nodes, which stay marked."""
    kept = []
    for name in names:
        if is_planned(path_from_current_position(name, tree.nodes, record), current.plan, record, current.held):
            kept.append(name)
        elif (node := tree.nodes.get(name)) is not None and node.armed is not None:
            stamp, operation, _ = node.armed
            node.armed = (stamp, operation, False)
    return kept
