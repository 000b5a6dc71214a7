"""Values of properties: points, moves, numbers, sizes (FF[4], for GM[1])."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date
from decimal import Decimal

from rules.board import LARGEST, Point
from rules.color import Color
from rules.errors import RulesError
from rules.notation import from_sgf

from .errors import SgfError
from .grammar import SgfNode
from .text import ascii_digits

WRAPS = "XT"
"""The private root property of a board whose edges are joined, as on a torus (V72)."""
PASS_TO_19 = "tt"  # noqa: S105 - a pass
LARGEST_WITH_TT = 19
"""The board size up to which `tt` is a pass, as in FF[3]."""
_KOMI = re.compile(r"[+-]?([0-9]{1,4}(\.[0-9]{0,60})?|\.[0-9]{1,60})")
_SIGNS = str.maketrans({"＋": "+"} | dict.fromkeys(",٫،．，", ".") | dict.fromkeys("−‐‑‒–－", "-"))
_DATE = re.compile(
    r"(?<!\d)(\d{4})"
    r"(?:\s*[-－./年년]\s*(\d{1,2})(?:\s*[-－./月월]\s*(\d{1,2}))?|\s+(\d{1,2})\s+(\d{1,2})|(\d\d)(\d\d))?(?!\d)",
    re.ASCII,
)
_FOX_KOMI = {325: Decimal("6.5"), 375: Decimal("7.5"), 550: Decimal("5.5"), 650: Decimal("6.5"), 750: Decimal("7.5")}
"""The komi for the values that one large server writes, which are in hundredths, and halved for area scoring."""


def board_size(root: SgfNode) -> tuple[int, int]:
    """Return width and height (SZ), 19 by 19 by default. Raises SgfError for games other than Go and for sizes not
    from 1 to 25."""
    if (_ascii_digits(root, "GM").lower() or "1") not in ("1", "01", "go"):
        raise SgfError("sgf_not_go", "GM is not 1: this is another game", root.line)
    written = _ascii_digits(root, "SZ").lower() or "19"
    parts = re.split(r"\s*[:x×]\s*", written)
    sides = [int(part) for part in parts if part.isascii() and part.isdigit() and len(part) < 5]
    if len(sides) != len(parts) or len(parts) > 2 or not all(1 <= side <= LARGEST for side in sides):
        raise SgfError("sgf_size", f"SZ[{written[:20]}] is not a size from 1 to {LARGEST}", root.line)
    return sides[0], sides[-1]


def read_wraps(root: SgfNode) -> bool:
    """Return whether the edges of the board are joined (XT)."""
    return _ascii_digits(root, WRAPS) == "1"


def parse_move(raw: str, width: int, height: int, line: int) -> Point | None:
    """Return the point of a move's raw value, or None for a pass. `line` is the line number for the error. Raises
    SgfError."""
    written = raw.strip()
    if not written or (written == PASS_TO_19 and max(width, height) <= LARGEST_WITH_TT):
        return None
    return parse_point(written, width, height, line)


def parse_point(raw: str, width: int, height: int, line: int) -> Point:
    """Return the point of two SGF letters. `line` is the line number for the error. Raises SgfError."""
    try:
        return from_sgf(raw.strip(), width, height)
    except RulesError:
        raise SgfError("sgf_point", f"[{raw[:12]}] is not a point of the board", line) from None


def parse_points(raws: Iterable[str], width: int, height: int, line: int) -> list[Point]:
    """Return the points of a property's values, with compressed rectangles (`aa:cc`) expanded. An empty value stands
    for no point. Raises SgfError."""
    found: dict[Point, None] = {}
    count = 0
    for raw in raws:
        first, colon, last = raw.partition(":")
        is_point = bool(raw.strip())
        start = parse_point(first, width, height, line) if is_point else Point(0, 0)
        end = parse_point(last, width, height, line) if colon else start
        count += (abs(end.row - start.row) + 1) * (abs(end.column - start.column) + 1)
        if count > 2 * width * height:
            raise SgfError("sgf_too_long", "more points than two for every point of the board", line)
        if not is_point:
            continue
        for row in range(min(start.row, end.row), max(start.row, end.row) + 1):
            for column in range(min(start.column, end.column), max(start.column, end.column) + 1):
                found[Point(column, row)] = None
    return list(found)


def read_komi(root: SgfNode) -> Decimal | None:
    """Return the komi (KM), or None if it is missing or not a whole or half number."""
    written = _ascii_digits(root, "KM").translate(_SIGNS)
    if not _KOMI.fullmatch(written):
        return None
    komi = _FOX_KOMI.get(int(written), Decimal(written)) if written.isdigit() else Decimal(written)
    if (komi * 2) % 1 or abs(komi) >= 1000:
        return None
    return komi.quantize(Decimal("0.1")).normalize() + 0


def read_handicap(root: SgfNode, most: int) -> int | None:
    """Return the handicap (HA), 0 if it is missing or 1, or None if it is not a number from 0 to `most`."""
    written = _ascii_digits(root, "HA") or "0"
    if not (written.isascii() and written.isdigit() and len(written) < 4 and int(written) <= most):
        return None
    return 0 if int(written) == 1 else int(written)


def read_player_to_move(node: SgfNode) -> Color | None:
    """Return the colour to move (PL), or None if the property is missing or not a colour."""
    written = node.simple_text("PL").strip().upper()
    if written in ("B", "BLACK", "1"):
        return Color.BLACK
    if written in ("W", "WHITE", "2"):
        return Color.WHITE
    return None


def find_date(text: str) -> str:
    """Return the first date in a text as an ISO date, without the month or the day if the text does not have it. Return
    "" for a text without a date."""
    for year, *parts in _DATE.findall(ascii_digits(text)):
        written = [part.zfill(2) for part in parts if part]
        try:
            date(int(year), *map(int, [*written, "1", "1"][:2]))
        except ValueError:
            continue
        return "-".join([year, *written])
    return ""


def _ascii_digits(node: SgfNode, name: str) -> str:
    """Return the text of the property `name`, with the digits of every script converted to ASCII."""
    return ascii_digits(node.simple_text(name).strip()[:80])
