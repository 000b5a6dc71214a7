"""Merge operations into a tree. Moves must be legal, nodes must exist, and limits apply (C30)."""

from __future__ import annotations

import json
from collections.abc import Iterable

from rules import Color, RulesError

from .nodes import LARGEST, MOST_NODES
from .record import RecordMoves
from .tree import AddMove, HideBranch, Operation, SetAnnotations, TreeValue

_FIELDS: dict[type[Operation], str] = {AddMove: "parent", SetAnnotations: "node", HideBranch: "node"}
"""The field of each operation that names its node."""


class OperationRefused(Exception):
    """Raised if an operation cannot be applied. `index` is its position in the request, and `field` the wrong field.

    `why` is "unknown_node", "of_the_record" (moves of the game cannot be cut off), or "illegal", with the exception of
    the rules in `error`.
    """

    def __init__(self, why: str, operation: Operation, index: int, error: RulesError | None = None) -> None:
        super().__init__(why)
        self.why, self.operation, self.index, self.error = why, operation, index, error
        self.field = _FIELDS[type(operation)] if error is None else "move"


class TreeFull(Exception):
    """Raised if the tree would have more than 2,000 nodes, or take more than 256 kB."""


def apply_operations(tree: TreeValue, record: RecordMoves, operations: Iterable[Operation]) -> None:
    """Apply these operations to the tree, in place. Raises OperationRefused or TreeFull; some operations may have been
    applied before the error."""
    for index, operation in enumerate(operations):
        check_operation(tree, record, operation, index)
        tree.apply([operation])
    check_limits(tree, record)


def check_limits(tree: TreeValue, record: RecordMoves) -> None:
    """Raise TreeFull if the tree is too large to be stored."""
    if len(added_nodes(tree, record)) > MOST_NODES or stored_size(tree) > LARGEST:
        raise TreeFull


def added_nodes(tree: TreeValue, record: RecordMoves) -> list[str]:
    """Return the names of the visible nodes whose moves are not in the game's record."""
    return [name for name, node in tree.visible_nodes().items() if node.parent and not record.knows_move(name)]


def stored_size(tree: TreeValue) -> int:
    """Return how many bytes the tree takes when it is stored."""
    return len(json.dumps(tree.to_json(), separators=(",", ":"), ensure_ascii=False).encode())


def check_operation(tree: TreeValue, record: RecordMoves, operation: Operation, index: int = 0) -> None:
    """Raise OperationRefused if the operation cannot be applied. `index` is the operation's position in the request."""
    if isinstance(operation, AddMove):
        _check_move(tree, record, operation, index)
    elif isinstance(operation, SetAnnotations) and not _is_known(tree, record, operation.node):
        raise OperationRefused("unknown_node", operation, index)
    elif isinstance(operation, HideBranch):
        if any(record.knows_move(name) for name in operation.nodes):
            raise OperationRefused("of_the_record", operation, index)
        if not operation.nodes or not all(_is_known(tree, record, name) for name in operation.nodes):
            raise OperationRefused("unknown_node", operation, index)


def _is_known(tree: TreeValue, record: RecordMoves, name: str) -> bool:
    return record.knows_move(name) or record.is_root(name) or (name in tree.nodes and bool(tree.nodes[name].parent))


def _check_move(tree: TreeValue, record: RecordMoves, operation: AddMove, index: int) -> None:
    if not _is_known(tree, record, operation.parent):
        raise OperationRefused("unknown_node", operation, index)
    if (operation.node in tree.nodes and tree.nodes[operation.node].parent) or record.knows_move(operation.node):
        return
    try:
        before = record.state_at(operation.parent, tree.nodes)
        record.states[operation.node] = record.state_after(before, Color.from_letter(operation.color), operation.move)
    except RulesError as error:
        raise OperationRefused("illegal", operation, index, error) from error
