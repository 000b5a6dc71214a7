"""Conditional moves in a tree: the mark of a move counts only while the game's plan has the move (C30)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Protocol

from rules.plan import Plan, branches_along, move_word, parse_move

from .nodes import Node
from .record import Record
from .tree import Tree


class Move(Protocol):
    """A move of the tree or of the record."""

    @property
    def parent(self) -> str:
        """Return the name of the node before the move."""

    @property
    def color(self) -> str:
        """Return the colour: "B" or "W"."""

    @property
    def move(self) -> str:
        """Return the vertex, or "pass"."""


def path_to(name: str, nodes: Mapping[str, Node], record: Record) -> list[Move]:
    """Return the moves from the current position of the game to this node; empty if the node is not below that
    position."""
    path: list[Move] = []
    while name != record.head:
        node = nodes.get(name)
        move: Move | None = node if node is not None and node.parent else record.stones.get(name)
        if move is None:
            return []
        path.append(move)
        name = move.parent
    return path[::-1]


def is_planned(path: list[Move], plan: Plan, record: Record, held: str = "") -> bool:
    """Return whether the plan answers `path[:-1]` with `path[-1]`. `held`: its pending reply to the game's last
    move."""
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
    """A seat's plan from the current position of the game, and its waiting answer to the last move ("": none)."""

    plan: Plan = ()
    held: str = ""


def remove_old_marks(tree: Tree, names: Iterable[str], record: Record, asked: CurrentPlan) -> list[str]:
    """Remove the marks of moves that the plan does not have (any more). Return those of these names that keep their
    marks."""
    kept = []
    for name in names:
        if is_planned(path_to(name, tree.nodes, record), asked.plan, record, asked.held):
            kept.append(name)
        elif (node := tree.nodes.get(name)) is not None and node.armed is not None:
            stamp, operation, _ = node.armed
            node.armed = (stamp, operation, False)
    return kept
