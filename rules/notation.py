"""Points as text: vertices as in GTP ("K11") and points as in SGF ("kk")."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from .board import Point, points_of
from .errors import BadVertex, OffBoard

COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
"""The column letters from left to right, without I."""

_VERTEX = re.compile(r"([A-HJ-Za-hj-z])([1-9][0-9]?)\Z", re.ASCII)
_SGF = "abcdefghijklmnopqrstuvwxyz"


def vertex(point: Point, height: int) -> str:
    """Return the vertex of a point on a board of this height. A1 is the lower left corner."""
    return f"{COLUMNS[point.column]}{height - point.row}"


def parse_vertex(text: str, width: int, height: int) -> Point:
    """Return the point of a vertex, in upper or lower case.

    Raises BadVertex if it is not a vertex, OffBoard if it is not on this board.
    """
    point = _by_vertex(width, height).get(text)
    if point is not None:
        return point
    match = _VERTEX.match(text)
    if match is None:
        raise BadVertex(vertex=text[:20])
    raise OffBoard(vertex=text)


@lru_cache(maxsize=64)
def _by_vertex(width: int, height: int) -> dict[str, Point]:
    """Return a dictionary from vertex to point for every point of the board. Each vertex is a key in upper case and in
    lower case."""
    points = {vertex(point, height): point for point in points_of(width, height)}
    return points | {text.lower(): point for text, point in points.items()}


def to_sgf(point: Point) -> str:
    """Return the point in SGF: column, then row from the top."""
    return _SGF[point.column] + _SGF[point.row]


def from_sgf(text: str, width: int, height: int) -> Point:
    """Return the point of two SGF letters. Raises BadVertex or OffBoard."""
    point = _by_sgf(width, height).get(text)
    if point is not None:
        return point
    if len(text) != 2 or text[0] not in _SGF or text[1] not in _SGF:
        raise BadVertex(vertex=text[:20])
    raise OffBoard(vertex=text)


@lru_cache(maxsize=64)
def _by_sgf(width: int, height: int) -> dict[str, Point]:
    """Return a dictionary from the two SGF letters to the point for every point of the board."""
    return {to_sgf(point): point for point in points_of(width, height)}


def vertices(points: Iterable[Point], height: int) -> list[str]:
    """Return the points as vertices, in board order."""
    return [vertex(point, height) for point in sorted(points)]


def parse_vertices(texts: Iterable[str], width: int, height: int) -> frozenset[Point]:
    """Return the points of these vertices. Raises BadVertex or OffBoard."""
    return frozenset(parse_vertex(text, width, height) for text in texts)
