"""The nodes of a tree of variations, and their names.

A node's name is computed from its parent's name, the colour and the move. The same move at the same place is therefore
the same node on every device, no matter which device adds it first. A move played in the game becomes the node that was
analysed before.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

ROOT = "0" * 12
PASS = "pass"  # noqa: S105 - a move
MOST_NODES = 2000
LARGEST = 256_000
"""The largest stored tree in bytes."""
LONGEST_TEXT = 2000
BETWEEN = "\n———\n"
"""The line between two texts that were written on two devices at the same time."""
SIGNS = ("triangle", "square", "circle", "cross")
_PRIME, _BASIS, _MASK = 0x100000001B3, 0xCBF29CE484222325, (1 << 64) - 1


def node_name(parent: str, color: str, move: str) -> str:
    """Return the name of the node after this move: the upper 48 bits, in hex, of FNV-1a (64 bits) of `parent + color +
    move`. `color` is "B" or "W"; `move` is a vertex such as "Q16", or "pass". static/js/tree.js computes the same
    name."""
    number = _BASIS
    for byte in f"{parent}{color}{move}".encode("ascii"):
        number = (number ^ byte) * _PRIME & _MASK
    return f"{number >> 16:012x}"


@dataclass(slots=True)
class TreeNode:
    """A node of a tree. `parent` is "" if the node only annotates a move of the game's record, or a move that is not
    known yet.

    Each operation has an id and a stamp, a number that is larger than all stamps known to the device that made the
    operation. `first` is the lowest stamp of the operations that added the node; branches are ordered by it. `texts`
    has, by operation id, the texts that no other text has replaced. `marks` and `armed` have the value of the operation
    with the highest stamp (and then id). `cuts` are the operations that cut the node off, each with the ids of the
    texts that the node had for the author of the cut.
    """

    parent: str = ""
    color: str = ""
    move: str = ""
    first: int = 0
    texts: dict[str, str] = field(default_factory=dict)
    marks: dict[str, tuple[int, str, str]] = field(default_factory=dict)
    armed: tuple[int, str, bool] | None = None
    cuts: dict[str, list[str]] = field(default_factory=dict)

    @property
    def text(self) -> str:
        """Return the node's text. Versions written at the same time on two devices are joined."""
        return BETWEEN.join(text for _, text in sorted(self.texts.items()) if text)

    @property
    def signs(self) -> dict[str, str]:
        """Return the marks by vertex. A mark is a word of SIGNS, a letter or a number."""
        return {point: sign for point, (_, _, sign) in sorted(self.marks.items()) if sign}

    @property
    def is_armed(self) -> bool:
        """Return whether the move is marked as conditional."""
        return self.armed is not None and self.armed[2]

    def to_json(self) -> dict[str, Any]:
        """Return the node as compact JSON. Equal nodes have the same JSON, whatever operations created them."""
        data: dict[str, Any] = {}
        if self.parent:
            data["p"], data["m"], data["o"] = self.parent, self.color + self.move, self.first
        if self.texts:
            data["t"] = dict(sorted(self.texts.items()))
        if self.marks:
            data["k"] = {point: list(mark) for point, mark in sorted(self.marks.items())}
        if self.armed is not None:
            data["a"] = list(self.armed)
        if self.cuts:
            data["c"] = {cut: sorted(known) for cut, known in sorted(self.cuts.items())}
        return data

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> TreeNode:
        """Return the node from the result of `to_json`."""
        played: str = data.get("m", " ")
        return cls(
            parent=data.get("p", ""),
            color=played[0].strip(),
            move=played[1:],
            first=data.get("o", 0),
            texts=dict(data.get("t", {})),
            marks={point: (at, by, sign) for point, (at, by, sign) in data.get("k", {}).items()},
            armed=tuple(data["a"]) if "a" in data else None,
            cuts={cut: list(known) for cut, known in data.get("c", {}).items()},
        )
