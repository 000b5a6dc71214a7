"""Points as text: vertices as in GTP ("K11") and points as in SGF ("kk")."""

from __future__ import annotations

import re

from .board import Point
from .errors import BadVertex, OffBoard

COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
"""The column letters from the left: no I."""

_VERTEX = re.compile(r"([A-HJ-Za-hj-z])([1-9][0-9]?)\Z", re.ASCII)
_SGF = "abcdefghijklmnopqrstuvwxyz"


def vertex(point: Point, height: int) -> str:
    """The vertex of a point: A1 is the lower left corner, so the board's height matters."""
    return f"{COLUMNS[point.column]}{height - point.row}"


def parse_vertex(text: str, width: int, height: int) -> Point:
    """The point of a vertex, in either case.

    Raises BadVertex for what is no vertex, OffBoard for one that is not on this board.
    """
    match = _VERTEX.match(text)
    if match is None:
        raise BadVertex(vertex=text[:20])
    column, row = COLUMNS.index(match[1].upper()), height - int(match[2])
    if column >= width or row < 0:
        raise OffBoard(vertex=text)
    return Point(column, row)


def to_sgf(point: Point) -> str:
    """The point as SGF writes it: column, then row from the top."""
    return _SGF[point.column] + _SGF[point.row]


def from_sgf(text: str, width: int, height: int) -> Point:
    """The point of two SGF letters; raises BadVertex or OffBoard."""
    if len(text) != 2 or text[0] not in _SGF or text[1] not in _SGF:
        raise BadVertex(vertex=text[:20])
    point = Point(_SGF.index(text[0]), _SGF.index(text[1]))
    if point.column >= width or point.row >= height:
        raise OffBoard(vertex=text)
    return point
