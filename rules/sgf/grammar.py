"""The grammar of SGF: from text to trees of nodes, and back. The only knowledge of Go is that B and W are moves.

Files are read as liberally as in other readers: the first bracket or semicolon may be missing, and so may the last
brackets, or the semicolon between two moves. Input that would lose a move is refused with its line.

The reader neither recurses nor backtracks, so deep and long files do no harm; files that are too large are refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from .errors import SgfError
from .text import escaped, simple_text, text

LARGEST = 2_000_000
"""The largest number of characters in a file."""
MOST_NODES = 100_000
MOST_VALUES = 400_000
MOST_GAMES = 500
DEEPEST = 5_000
"""The largest depth of nested variations."""

_START = re.compile(r"\(\s*+(?=;)")
_WITHOUT_SEMICOLON = re.compile(r"[\s\ufeff]*+\(\s*+(?=;|[A-Z][A-Za-z0-9_]*+\s*+\[)")
_WITHOUT_BRACKET = re.compile(r"[\s\ufeff]*+(?=(?:;\s*+)++[A-Za-z][A-Za-z0-9_]*+\s*+\[)")
_TOKEN = re.compile(r"\s*+(?:([();])|([A-Za-z][A-Za-z0-9_]*+)\s*+(?=\[))")
_VALUE = re.compile(r"\s*+\[([^\]\\]*+(?:\\.[^\]\\]*+)*+)\]", re.DOTALL)
_BLANKS = re.compile(r"\s*+")
_SILENT = re.compile(r"[\s\0\u200b\u2060\ufeff]*+")
"""Characters without meaning between properties, which other programs or copying leave there."""
_NAME = re.compile(r"[A-Z][A-Z0-9_]{0,63}")
_MOVES = ("B", "W")
_UNCLEAR = ("b", "w", "black", "white")
"""Names that may or may not be meant as moves; no version of SGF has them."""


@dataclass(slots=True, eq=False)
class SgfNode:
    """One node of an SGF tree. It has properties with their values in order (still escaped), the line number in the
    file, and child nodes."""

    properties: dict[str, list[str]] = field(default_factory=dict)
    line: int = 0
    children: list[SgfNode] = field(default_factory=list)

    def __contains__(self, name: str) -> bool:
        return name in self.properties

    def raw(self, name: str) -> str | None:
        """Return the first value of a property, still escaped, or None if the property is missing."""
        values = self.properties.get(name)
        return values[0] if values else None

    def text(self, name: str) -> str:
        """Return the first value unescaped as Text, or "" if the property is missing."""
        return text(self.raw(name) or "")

    def simple_text(self, name: str) -> str:
        """Return the first value unescaped as SimpleText, or "" if the property is missing."""
        return simple_text(self.raw(name) or "")

    def set(self, name: str, *values: str) -> None:
        """Set a property to these texts as its values, with escapes."""
        self.properties[name] = [escaped(value) for value in values]

    def main_line(self) -> Iterator[SgfNode]:
        """Yield this node, its first child, that child's first child, and so on."""
        node = self
        while True:
            yield node
            if not node.children:
                return
            node = node.children[0]

    def walk(self) -> Iterator[tuple[int, SgfNode]]:
        """Yield every node of this subtree with its depth (0 for this node), in file order."""
        waiting = [(0, self)]
        while waiting:
            depth, node = waiting.pop()
            yield depth, node
            waiting.extend((depth + 1, child) for child in reversed(node.children))


def parse(source: str, most_nodes: int = MOST_NODES) -> list[SgfNode]:
    """Return the root node of each game in a file. Raises SgfError with the line if the text is not SGF, or too large.

    Text around the games is skipped. Lower case letters in property names (FF[1] to FF[3]) are dropped. A name in lower
    case only is converted to upper case, or refused if it can mean a move. A property that is repeated in a node gets
    all its values, but every move (B, W) gets its own node. Values of properties are not interpreted.
    """
    return [root for root, _text in split(source, most_nodes)]


def split(source: str, most_nodes: int = MOST_NODES) -> list[tuple[SgfNode, str]]:
    """Return the root of each game in a file, and the unchanged text of that game. Raises SgfError as `parse` does."""
    if len(source) > LARGEST:
        raise SgfError("sgf_too_large", f"more than {LARGEST} characters")
    return _SgfReader(source, most_nodes).games()


class _SgfReader:
    """Parses one text from front to back."""

    def __init__(self, source: str, most_nodes: int) -> None:
        self.source, self.at, self.most_nodes = source, 0, most_nodes
        self.line, self.counted = 1, 0
        self.nodes = self.values = 0

    def games(self) -> list[tuple[SgfNode, str]]:
        found: list[tuple[SgfNode, str]] = []
        start = _WITHOUT_BRACKET.match(self.source)
        if start is not None:
            self.at = start.end()
            root = self._read_game(bracket=False)
            found.append((root, self.source[start.end() : self.at]))
        while (start := self._next_bracket()) is not None:
            if len(found) == MOST_GAMES:
                raise self._error("sgf_too_many_games", f"more than {MOST_GAMES} games")
            self.at = start.end()
            root = self._read_game()
            found.append((root, self.source[self.source.index("(", start.start()) : self.at]))
        if not found:
            raise SgfError("sgf_no_game", "there is no game: a file starts with (;")
        return found

    def _next_bracket(self) -> re.Match[str] | None:
        """Return the match of the next game's opening bracket, or None if no game follows. Text before the game is
        skipped only if the game begins with "(;"."""
        return _WITHOUT_SEMICOLON.match(self.source, self.at) or _START.search(self.source, self.at)

    def _read_game(self, *, bracket: bool = True) -> SgfNode:
        """Read one game, beginning after its first bracket, and return its root. The game ends at its last bracket, or
        at the end of the file if closing brackets are missing. Raises SgfError for a root without moves at such an end,
        and for a file that ends with a bracket although another is missing, because another game may begin there."""
        top = SgfNode()
        parents, node, sign = [top], top, "("
        while parents:
            found = _TOKEN.match(self.source, self.at)
            if found is None:
                silent = _SILENT.match(self.source, self.at).end()  # type: ignore[union-attr]
                found = _TOKEN.match(self.source, silent)
            if found is None:
                may_end = not bracket or (sign != ")" and node is not top.children[0])
                if may_end and silent == len(self.source):
                    break
                raise self._error("sgf_syntax", self._error_detail())
            self.at, before = found.end(), sign
            sign, name = found.groups()
            if before == ")" and sign not in ("(", ")"):
                raise self._error("sgf_syntax", "the line continues behind its variations")
            if sign == ";":
                node = self._parse_node(node)
            elif sign == "(":
                self._check_depth(0 if node is top else len(parents))
                parents.append(node)
            elif sign == ")":
                node = parents.pop()
            else:
                node = self._read_property(self._parse_node(node) if before == "(" else node, name)
        return top.children[0]

    def _check_depth(self, depth: int) -> None:
        if not depth:
            raise self._error("sgf_syntax", "a variation before the first node")
        if depth == DEEPEST:
            raise self._error("sgf_too_long", f"variations nest more than {DEEPEST} deep")

    def _parse_node(self, parent: SgfNode) -> SgfNode:
        self.nodes += 1
        if self.nodes > self.most_nodes:
            raise self._error("sgf_too_long", f"more than {self.most_nodes} nodes")
        node = SgfNode(line=self._line_number())
        parent.children.append(node)
        return node

    def _read_property(self, node: SgfNode, written: str) -> SgfNode:
        """Read a property's values into the node. Return the node for the properties that follow, which is a new node
        after a second move."""
        name = "".join(letter for letter in written if not letter.islower()) or written.upper()
        if written in _UNCLEAR or not _NAME.fullmatch(name):
            raise self._error("sgf_syntax", f"no property: {written[:20]}")
        values = self._parse_values(name)
        if name not in _MOVES:
            node.properties.setdefault(name, []).extend(values)
            return node
        for value in values:
            if any(move in node for move in _MOVES):
                node = self._parse_node(node)
            node.properties[name] = [value]
        return node

    def _parse_values(self, name: str) -> list[str]:
        values = []
        while (value := _VALUE.match(self.source, self.at)) is not None:
            self.values += 1
            if self.values > MOST_VALUES:
                raise self._error("sgf_too_long", f"more than {MOST_VALUES} values")
            values.append(value[1])
            self.at = value.end()
        if not values:
            raise self._error("sgf_syntax", f"the value of {name} does not end")
        return values

    def _error_detail(self) -> str:
        self.at = _BLANKS.match(self.source, self.at).end()  # type: ignore[union-attr]
        rest = self.source[self.at : self.at + 12]
        return f"cannot read {rest!r}" if rest else "the file ends inside a game"

    def _line_number(self) -> int:
        self.line += self.source.count("\n", self.counted, self.at)
        self.counted = self.at
        return self.line

    def _error(self, code: str, detail: str) -> SgfError:
        return SgfError(code, detail, self._line_number())


def serialize(roots: Iterable[SgfNode]) -> str:
    """Return these games as the text of a file, to be encoded as UTF-8. parse() returns the same games from it. Raw
    values are written unchanged."""
    return "".join(f"({''.join(_text_pieces(root))})\n" for root in roots)


def _serialize_property(name: str, raws: Iterable[str]) -> str:
    if name == "CA":
        return "CA[UTF-8]"
    return name + "".join(f"[{raw}]" for raw in raws)


def _text_pieces(root: SgfNode) -> Iterator[str]:
    waiting: list[SgfNode | str] = [root]
    while waiting:
        node = waiting.pop()
        if isinstance(node, str):
            yield node
            continue
        if node is not root:
            yield "\n"
        yield ";" + "".join(_serialize_property(name, raws) for name, raws in node.properties.items())
        if len(node.children) == 1:
            waiting.append(node.children[0])
        else:
            for child in reversed(node.children):
                waiting += [")", child, "\n("]
