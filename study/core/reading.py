"""Parse operations sent by a client. Errors have a message for developers."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from rules import RulesError, Setup, parse_vertex, vertex

from .nodes import LONGEST_TEXT, PASS, SIGNS
from .tree import AddMove, HideBranch, Operation, SetAnnotations, TreeValue, UnhideBranch

LARGEST_STAMP = 10**12
_ID = re.compile(r"[A-Za-z0-9_-]{1,32}")
_NODE = re.compile(r"[0-9a-f]{12}")
_COLORS = {"B": "B", "W": "W", "black": "B", "white": "W"}
_SIGN = re.compile(r"[A-Za-z]|[0-9]{1,3}")
_FIELDS = {
    "add": {"parent", "color", "move"},
    "set": {"node", "text", "over", "marks", "armed"},
    "cut": {"node", "nodes", "undo"},
}


class OperationUnreadable(ValueError):
    """Raised if the input is not a valid operation. The text says why, for developers, and `field` is the wrong
    field."""

    def __init__(self, why: str, field: str = "op") -> None:
        super().__init__(why)
        self.field = field


def parse_operation(data: object, setup: Setup, tree: TreeValue) -> Operation:
    """Return the operation that a client sent. An operation without a stamp gets the next one. A cut that lists no
    nodes cuts off all known nodes below its node. Raises OperationUnreadable. Does not check that the operation's nodes
    exist."""
    if not isinstance(data, dict) or not isinstance(data.get("op"), str) or data["op"] not in _FIELDS:
        raise OperationUnreadable("`op` is add, set or cut")
    unknown = set(data) - _FIELDS[data["op"]] - {"op", "id", "at"}
    if unknown:
        raise OperationUnreadable(f"unknown fields: {', '.join(sorted(unknown))[:80]}", min(unknown)[:50])
    name, at = _parse_matching(data.get("id"), _ID, "id"), data.get("at", tree.clock + 1)
    if isinstance(at, bool) or not isinstance(at, int) or not 0 <= at <= LARGEST_STAMP:
        raise OperationUnreadable("`at` is a whole number", "at")
    return _READ[data["op"]](name, at, data, (setup, tree))


def _parse_add_move(id: str, at: int, data: Mapping[str, Any], about: tuple[Setup, TreeValue]) -> Operation:
    color = _COLORS.get(str(data.get("color")))
    if color is None:
        raise OperationUnreadable("`color` is B or W", "color")
    move = data.get("move")
    return AddMove(
        id,
        at,
        _parse_node(data.get("parent"), "parent"),
        color,
        PASS if move == PASS else _checked_vertex(move, about[0]),
    )


def _parse_set_annotations(id: str, at: int, data: Mapping[str, Any], about: tuple[Setup, TreeValue]) -> Operation:
    text, armed, marks = data.get("text"), data.get("armed"), data.get("marks", {})
    if text is not None and (not isinstance(text, str) or len(text) > LONGEST_TEXT):
        raise OperationUnreadable(f"`text` is at most {LONGEST_TEXT} characters", "text")
    if armed not in (None, True, False) or (isinstance(armed, int) and not isinstance(armed, bool)):
        raise OperationUnreadable("`armed` is true or false", "armed")
    if not isinstance(marks, dict):
        raise OperationUnreadable("`marks` is an object", "marks")
    over = tuple(_parse_operation_ids(data.get("over", []), "over"))
    signs = {_checked_vertex(point, about[0], "marks"): _parse_sign(sign) for point, sign in marks.items()}
    return SetAnnotations(id, at, _parse_node(data.get("node")), text, over, signs, armed)


def _parse_hide_or_unhide(id: str, at: int, data: Mapping[str, Any], about: tuple[Setup, TreeValue]) -> Operation:
    if "undo" in data:
        return UnhideBranch(id, at, _parse_matching(data["undo"], _ID, "undo"))
    if "nodes" not in data:
        return about[1].make_cut(id, at, _parse_node(data.get("node")))
    nodes = data["nodes"]
    if not isinstance(nodes, dict):
        raise OperationUnreadable("`nodes` is an object", "nodes")
    return HideBranch(
        id,
        at,
        {_parse_node(name, "nodes"): tuple(_parse_operation_ids(known, "nodes")) for name, known in nodes.items()},
    )


_READ: dict[str, Callable[[str, int, Mapping[str, Any], tuple[Setup, TreeValue]], Operation]] = {
    "add": _parse_add_move,
    "set": _parse_set_annotations,
    "cut": _parse_hide_or_unhide,
}


def _parse_matching(value: object, pattern: re.Pattern[str], name: str) -> str:
    if not isinstance(value, str) or not pattern.fullmatch(value):
        raise OperationUnreadable(f"`{name}` is not a name", name)
    return value


def _parse_operation_ids(values: object, name: str) -> list[str]:
    if not isinstance(values, list):
        raise OperationUnreadable(f"`{name}` is a list", name)
    return [_parse_matching(value, _ID, name) for value in values]


def _parse_node(value: object, name: str = "node") -> str:
    return _parse_matching(value, _NODE, name)


def _checked_vertex(value: object, setup: Setup, name: str = "move") -> str:
    try:
        point = parse_vertex(value if isinstance(value, str) else "", setup.width, setup.height)
    except RulesError:
        raise OperationUnreadable("a point is a letter and a number, such as Q16", name) from None
    return vertex(point, setup.height)


def _parse_sign(value: object) -> str:
    """Return a mark: a word of SIGNS, a letter or a number. "" or null removes the mark."""
    if value in ("", None):
        return ""
    if not isinstance(value, str) or not (value in SIGNS or _SIGN.fullmatch(value)):
        raise OperationUnreadable(f"a mark is {', '.join(SIGNS)}, a letter or a number", "marks")
    return value
