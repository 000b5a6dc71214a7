"""Read records of other servers and convert them to SGF: GIB (Tygem), NGF (WBaduk) and UGF (PandaNet).

None of these formats is documented; this code handles what their files have in common. Each file becomes one game of
SGF with the names, date, handicap, komi, result and moves that it has. All other content is dropped.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from decimal import Decimal

from .board import Point
from .color import Color
from .errors import BadHandicap
from .handicap import fixed_points
from .notation import to_sgf
from .sgf import SgfError, SgfNode
from .sgf.properties import find_date

MOST_MOVES = 2_000
LARGEST_UGF = 19
_GIB_MOVE = re.compile(r"^\s*STO\s+\d+\s+\d+\s+([12])\s+(\d{1,2})\s+(\d{1,2})", re.MULTILINE)
_GIB_HANDICAP = re.compile(r"^\s*INI\s+\d+\s+\d+\s+(\d)", re.MULTILINE)
_GIB_FACT = re.compile(r"\\\[([A-Z]+)=(.*?)\\\]", re.DOTALL)
_NGF_MOVE = re.compile(r"^PM[A-Z]{2}([BW])([A-Z])([A-Z])", re.MULTILINE)
_UGF_MOVE = re.compile(r"^([A-Z?]{2}),([BW])\d*,(\d+),", re.MULTILINE)
_UGF_TEXT = re.compile(r"^\.Text.*?(?:^\.EndText|\Z)", re.MULTILINE | re.DOTALL)
_NGF_WINNERS = {"W": re.compile("white win|白(中[盘盤])?[胜勝]"), "B": re.compile("black win|[黑黒](中[盘盤])?[胜勝]")}
_NGF_RESIGNED, _NGF_LATE = re.compile("resign|中[盘盤]|投了"), re.compile("time|超[时時]")
_NAME = re.compile(r"^(.*?)\s*\(?(\d{1,2}\s*[dkpDKP])\)?\*?$")
Moves = Iterator[tuple[str, Point | None]]


def read_gib_ngf_or_ugf(text: str) -> SgfNode | None:
    """Return the game of a GIB, NGF or UGF file as an SGF root node, or None if the text has none of these formats.

    Raises SgfError for a move off the board, for more than 2,000 moves, and for a file that is cut off, if its format
    shows that.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    for is_one, read in _READERS:
        if is_one(text):
            return read(text)
    return None


def _is_gib(text: str) -> bool:
    return "\\HS" in text[:2000] or bool(_GIB_MOVE.search(text[:20_000]))


def _read_gib(text: str) -> SgfNode:
    if "\\HS" in text and "\\GE" not in text:
        raise SgfError("sgf_syntax", "the file is cut off: it does not end with \\GE")
    facts = {name: value.strip() for name, value in _GIB_FACT.findall(text)}
    root = _new_root(19)
    for name, color in (("GAMEBLACKNAME", "B"), ("GAMEWHITENAME", "W")):
        _set_player(root, color, facts.get(name, ""))
    _set_property(root, "EV", facts.get("GAMENAME", ""))
    _set_property(root, "DT", find_date(facts.get("GAMEDATE", "")))
    handicap = _GIB_HANDICAP.search(text)
    _set_handicap(root, int(handicap[1]) if handicap else 0, 19)
    _set_gib_terms(root, facts)
    return _add_moves_below(
        root,
        (
            (Color(int(color)).letter, _checked_point(int(column), int(row), 19))
            for color, column, row in _GIB_MOVE.findall(text)
        ),
    )


def _set_gib_terms(root: SgfNode, facts: dict[str, str]) -> None:
    """Set the komi and the result in `root` from the headers of a GIB file. Each may be under one of two names. The
    komi is in tenths of a point, and the result is a code."""
    found = dict(re.findall(r"(?:^|,)([A-Z]+):?(-?\d+)", f"{facts.get('GAMEINFOMAIN', '')},{facts.get('GAMETAG', '')}"))
    komi, points = (found.get(new, found.get(old)) for new, old in (("GONGJE", "G"), ("ZIPSU", "Z")))
    if komi is not None and not root.properties.get("HA"):
        root.set("KM", _from_tenths(komi))
    margin = _from_tenths(points or "0")
    ends = {"0": f"B+{margin}", "1": f"W+{margin}", "3": "B+R", "4": "W+R", "7": "B+T", "8": "W+T"}
    _set_property(root, "RE", ends.get(str(found.get("GRLT", found.get("W"))), ""))


def _from_tenths(text: str) -> str:
    return f"{Decimal(int(text[:6])) / 10:f}"


def _is_ngf(text: str) -> bool:
    lines = text.splitlines()
    return len(lines) > 11 and lines[1].strip() in ("9", "13", "19") and bool(_NGF_MOVE.search(text))


def _read_ngf(text: str) -> SgfNode:
    lines = [line.strip() for line in text.splitlines()]
    size = int(lines[1])
    root = _new_root(size)
    _set_property(root, "EV", lines[0])
    _set_player(root, "W", lines[2])
    _set_player(root, "B", lines[3])
    handicap = _whole_number(lines[5], 2)
    _set_handicap(root, handicap, size)
    if re.fullmatch(r"-?\d{1,3}(\.\d+)?", lines[7]):
        komi = Decimal(lines[7])
        root.set("KM", f"{komi if komi % 1 or handicap else komi + Decimal('0.5'):f}")
    _set_property(root, "DT", find_date(lines[8]))
    _set_ngf_result(root, lines[10])
    moves = _NGF_MOVE.findall(text)
    if len(moves) < _whole_number(lines[11], 4):
        raise SgfError("sgf_syntax", f"the file is cut off: it has {len(moves)} of {lines[11]} moves")
    return _add_moves_below(root, ((color, _ngf_point(column, row, size)) for color, column, row in moves))


def _ngf_point(column: str, row: str, size: int) -> Point | None:
    """Return the point of these two letters, or None for a pass. The letter B is the first line, and A means a pass."""
    return None if column == row == "A" else _checked_point(ord(column) - ord("B"), ord(row) - ord("B"), size)


def _set_ngf_result(root: SgfNode, text: str) -> None:
    low = text.lower()
    color = next((color for color, words in _NGF_WINNERS.items() if words.search(low)), "")
    points = re.search(r"(\d+(?:\.\d+)?)", low)
    if color:
        how = "R" if _NGF_RESIGNED.search(low) else "T" if _NGF_LATE.search(low) else points[1] if points else ""
        root.set("RE", f"{color}+{how}")


def _is_ugf(text: str) -> bool:
    return "[Header]" in text and "[Data]" in text


def _read_ugf(text: str) -> SgfNode:
    facts = dict(re.findall(r"^(\w+)=(.*?)\s*$", text.partition("[Data]")[0], re.MULTILINE))
    size = _whole_number(facts.get("Size", ""), 2)
    size = size if 2 <= size <= LARGEST_UGF else LARGEST_UGF
    root = _new_root(size)
    for name, color in (("PlayerB", "B"), ("PlayerW", "W")):
        player, _, rest = facts.get(name, "").partition(",")
        _set_property(root, f"P{color}", player)
        _set_property(root, f"{color}R", rest.partition(",")[0])
    _set_property(root, "EV", facts.get("Title", "").partition(",")[0])
    _set_property(root, "DT", find_date(facts.get("Date", "")))
    handicap, _, komi = facts.get("Hdcp", "").partition(",")
    if re.fullmatch(r"-?\d{1,3}(\.\d+)?", komi.strip()):
        root.set("KM", komi.strip())
    winner, _, how = facts.get("Winner", "").partition(",")
    if winner in ("B", "W"):
        root.set("RE", f"{winner}+{'R' if how.startswith('C') else 'T' if how.startswith('T') else how}")
    data = text.partition("[Data]")[2].partition("[Figure]")[0]
    data = _UGF_TEXT.sub("", data)
    turns = list(_ugf_turns(data, size, is_from_above=facts.get("CoordinateType", "IGS").upper() == "JPN"))
    placed = [point for number, _color, point in turns if not number and point is not None]
    if placed:
        root.set("HA", str(len(placed)))
        root.set("AB", *map(to_sgf, placed))
    else:
        _set_handicap(root, _whole_number(handicap, 2), size)
    return _add_moves_below(root, ((color, point) for number, color, point in turns if number))


def _ugf_turns(data: str, size: int, *, is_from_above: bool) -> Iterator[tuple[int, str, Point | None]]:
    """Yield the number, colour and point of each line, with None for a pass. Handicap stones have the number 0. A pass
    has a letter that is on no board, such as Y."""
    for place, color, number in _UGF_MOVE.findall(data):
        column, row = (ord(letter) - ord("A") for letter in place)
        if "?" in place or max(column, row) >= LARGEST_UGF:
            yield int(number[:4]), color, None
        else:
            yield int(number[:4]), color, _checked_point(column, row if is_from_above else size - 1 - row, size)


_READERS: tuple[tuple[Callable[[str], bool], Callable[[str], SgfNode]], ...] = (
    (_is_ugf, _read_ugf), (_is_gib, _read_gib), (_is_ngf, _read_ngf),
)  # fmt: skip


def _new_root(size: int) -> SgfNode:
    root = SgfNode()
    for name, value in (("FF", "4"), ("CA", "UTF-8"), ("GM", "1"), ("SZ", str(size))):
        root.set(name, value)
    return root


def _set_property(root: SgfNode, name: str, value: str) -> None:
    if value.strip():
        root.set(name, value.strip())


def _set_player(root: SgfNode, color: str, text: str) -> None:
    """Set a player's name and rank from a text such as "name (3d)"."""
    found = _NAME.match(text.strip())
    _set_property(root, f"P{color}", found[1] if found else text)
    _set_property(root, f"{color}R", re.sub(r"\s", "", found[2]).lower() if found else "")


def _whole_number(text: str, digits: int) -> int:
    """Return a number of at most this many ASCII digits, or 0 for any other text."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= digits else 0


def _set_handicap(root: SgfNode, stones: int, size: int) -> None:
    if stones < 2:
        return
    try:
        points = fixed_points(size, size, stones)
    except BadHandicap:
        return
    root.set("HA", str(stones))
    root.set("AB", *(to_sgf(point) for point in sorted(points)))


def _checked_point(column: int, row: int, size: int) -> Point:
    if not (0 <= column < size and 0 <= row < size):
        raise SgfError("sgf_point", f"{column} {row} is not on the board")
    return Point(column, row)


def _add_moves_below(root: SgfNode, moves: Moves) -> SgfNode:
    last = root
    for number, (color, point) in enumerate(moves):
        if number == MOST_MOVES:
            raise SgfError("sgf_too_long", f"more than {MOST_MOVES} moves")
        node = SgfNode()
        node.set(color, "" if point is None else to_sgf(point))
        last.children.append(node)
        last = node
    return root
