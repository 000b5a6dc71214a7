"""Chains and areas of a position, by index, used for scoring, seki and the suggestion of dead stones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

EMPTY = 0
BOTH = 3

Neighbors = tuple[tuple[int, ...], ...]


class EmptyArea(NamedTuple):
    """A connected set of empty points, and the colours that border it: 0 for none, 1 Black, 2 White, 3 both."""

    points: list[int]
    borders: int


def empty_areas(neighbors: Neighbors, cells: Sequence[int]) -> list[EmptyArea]:
    """Return every connected area of empty points."""
    found, seen = [], bytearray(len(cells))
    for start, value in enumerate(cells):
        if value or seen[start]:
            continue
        points, borders = [start], 0
        seen[start] = 1
        for index in points:
            for near in neighbors[index]:
                if cells[near]:
                    borders |= cells[near]
                elif not seen[near]:
                    seen[near] = 1
                    points.append(near)
        found.append(EmptyArea(points, borders))
    return found


def owners_of(size: int, areas: list[EmptyArea]) -> list[int]:
    """Return the owner of every point of a board of this many points, by index (R21). The owner of a point in one of
    these areas is the only colour that borders the area. All other points have 0."""
    owners = [0] * size
    for area in areas:
        if area.borders != BOTH:
            for index in area.points:
                owners[index] = area.borders
    return owners


def connected_points(neighbors: Neighbors, start: int, allowed: Sequence[int]) -> list[int]:
    """Return the indices of points connected to `start` through points that are true in `allowed`. The first index is
    `start`."""
    points, seen = [start], {start}
    for index in points:
        for near in neighbors[index]:
            if allowed[near] and near not in seen:
                seen.add(near)
                points.append(near)
    return points


def split_into_groups(neighbors: Neighbors, points: Sequence[int]) -> list[list[int]]:
    """Return these points as connected groups."""
    left, pieces = set(points), []
    for start in points:
        if start not in left:
            continue
        left.remove(start)
        piece = [start]
        for index in piece:
            for near in neighbors[index]:
                if near in left:
                    left.remove(near)
                    piece.append(near)
        pieces.append(piece)
    return pieces
