"""A tree of variations that several devices change independently, and that becomes the same tree on all of them.

Operations commute and may be repeated, so the same operations give the same tree in any order (C32). A text names the
texts that it replaces, and a text that was not replaced is never lost. A cut lists the nodes that it hides, so moves
that another device added later stay visible, with the path to them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from .nodes import TreeNode, node_name


@dataclass(frozen=True, slots=True)
class AddMove:
    """The operation that adds a move after a node."""

    id: str
    at: int
    parent: str
    color: str
    move: str

    @property
    def node(self) -> str:
        """Return the name of the node that the operation adds."""
        return node_name(self.parent, self.color, self.move)

    def apply(self, tree: TreeValue) -> None:
        """Add the node to the tree."""
        node = tree.get_or_create(self.node)
        node.first = min(node.first, self.at) if node.parent else self.at
        node.parent, node.color, node.move = self.parent, self.color, self.move


@dataclass(frozen=True, slots=True)
class SetAnnotations:
    """The operation that annotates a node. It has a text that replaces the texts in `over`, marks by vertex ("" removes
    a mark), and whether the move is conditional. None leaves a text or the conditional flag unchanged."""

    id: str
    at: int
    node: str
    text: str | None = None
    over: tuple[str, ...] = ()
    marks: Mapping[str, str] = field(default_factory=dict)
    armed: bool | None = None

    def apply(self, tree: TreeValue) -> None:
        """Apply the operation to the node. The new text replaces the texts in `over`; any other texts remain. For
        each mark and for the conditional flag, the value of the latest operation counts."""
        node = tree.get_or_create(self.node)
        if self.text is not None:
            tree.gone.update(self.over)
            for replaced in self.over:
                node.texts.pop(replaced, None)
            if self.id not in tree.gone:
                node.texts[self.id] = self.text
        for point, sign in self.marks.items():
            node.marks[point] = max(node.marks.get(point, (-1, "", "")), (self.at, self.id, sign))
        if self.armed is not None:
            node.armed = max(node.armed or (-1, "", False), (self.at, self.id, self.armed))


@dataclass(frozen=True, slots=True)
class HideBranch:
    """The operation that cuts a branch off. `nodes` has, by name, the nodes to hide, each with the ids of the texts
    that its author had seen there."""

    id: str
    at: int
    nodes: Mapping[str, tuple[str, ...]]

    def apply(self, tree: TreeValue) -> None:
        """Mark the branch's nodes as hidden, without removing them. They stay hidden until this operation is undone. A
        node is shown again if it has a comment that the author of this operation had not seen."""
        for name, known in self.nodes.items():
            tree.get_or_create(name).cuts[self.id] = sorted(known)


@dataclass(frozen=True, slots=True)
class UnhideBranch:
    """The operation that undoes a cut."""

    id: str
    at: int
    cut: str

    def apply(self, tree: TreeValue) -> None:
        """Undo the cut. This also works if the cut is applied later."""
        tree.undone.add(self.cut)


Operation = AddMove | SetAnnotations | HideBranch | UnhideBranch


@dataclass(slots=True)
class TreeValue:
    """A tree as a value: all nodes by name, the ids of the replaced texts, the ids of the undone cuts, and the highest
    stamp of its operations."""

    nodes: dict[str, TreeNode] = field(default_factory=dict)
    gone: set[str] = field(default_factory=set)
    undone: set[str] = field(default_factory=set)
    clock: int = 0

    def get_or_create(self, name: str) -> TreeNode:
        """Return the node with this name, created if necessary."""
        node = self.nodes.get(name)
        if node is None:
            node = self.nodes[name] = TreeNode()
        return node

    def apply(self, operations: Iterable[Operation]) -> None:
        """Apply these operations. Limits and the rules of Go are not checked."""
        for operation in operations:
            operation.apply(self)
            self.clock = max(self.clock, operation.at)

    def cuts_hiding(self, node: TreeNode) -> list[str]:
        """Return the ids of the cuts that hide this node, not counting that a visible node below it keeps it
        visible."""
        versions = {version for version, text in node.texts.items() if text}
        return [cut for cut, known in node.cuts.items() if cut not in self.undone and versions <= set(known)]

    def visible_nodes(self) -> dict[str, TreeNode]:
        """Return the visible nodes by name. A node that was cut off stays visible if a node below it is visible."""
        found: dict[str, TreeNode] = {}
        for name, node in self.nodes.items():
            if self.cuts_hiding(node):
                continue
            found[name] = node
            while (name := node.parent) and name not in found and name in self.nodes:
                node = self.nodes[name]
                found[name] = node
        return {name: found[name] for name in sorted(found)}

    def subtree_names(self, name: str) -> Iterator[str]:
        """Yield the names of this node and every node below it, including hidden ones."""
        children = self.children()
        waiting = [name]
        while waiting:
            name = waiting.pop()
            yield name
            waiting += children.get(name, [])

    def children(self) -> dict[str, list[str]]:
        """Return the names of the child nodes of each node, in alphabetical order."""
        found: dict[str, list[str]] = {}
        for name in sorted(self.nodes):
            if parent := self.nodes[name].parent:
                found.setdefault(parent, []).append(name)
        return found

    def make_cut(self, id: str, at: int, name: str) -> HideBranch:
        """Return the operation with this id and stamp that cuts this node off, with all visible nodes below it."""
        shown = self.visible_nodes()
        known = {one: tuple(sorted(shown[one].texts)) for one in self.subtree_names(name) if one in shown}
        return HideBranch(id, at, {name: (), **known})

    def active_cuts(self) -> dict[str, list[str]]:
        """Return the ids of the cuts that currently hide nodes, each with the names of the nodes that it hides."""
        shown, found = self.visible_nodes(), dict[str, list[str]]()
        for name, node in sorted(self.nodes.items()):
            for cut in () if name in shown else self.cuts_hiding(node):
                found.setdefault(cut, []).append(name)
        return found

    def forget_operations(self, old: set[str]) -> None:
        """Delete what is stored only because of these operations: nodes that they cut off, and the records of marks
        that they removed. The operations must be so old that they can no longer be undone or repeated."""
        shown = self.visible_nodes()
        for name in [
            n for n, node in self.nodes.items() if n not in shown and not old.isdisjoint(self.cuts_hiding(node))
        ]:
            del self.nodes[name]
        for node in self.nodes.values():
            node.cuts = {cut: known for cut, known in node.cuts.items() if cut not in old}
            node.marks = {point: mark for point, mark in node.marks.items() if mark[2] or mark[1] not in old}
        self.gone -= old
        self.undone -= old

    def to_json(self) -> dict[str, Any]:
        """Return the tree as JSON. Equal trees have the same JSON, whatever operations created them."""
        return {
            "nodes": {name: self.nodes[name].to_json() for name in sorted(self.nodes)},
            "gone": sorted(self.gone),
            "undone": sorted(self.undone),
            "clock": self.clock,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> TreeValue:
        """Return the tree from the result of `to_json`."""
        nodes = {name: TreeNode.from_json(node) for name, node in data.get("nodes", {}).items()}
        return cls(nodes, set(data.get("gone", ())), set(data.get("undone", ())), data.get("clock", 0))
