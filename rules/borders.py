"""Gaps in the borders of territory (R60)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .regions import BOTH, EmptyArea, Neighbors


def open_borders(
    neighbors: Neighbors, cells: Sequence[int], areas: Iterable[EmptyArea], seki: frozenset[int] = frozenset()
) -> frozenset[int]:
    """Return the indices of the gaps: empty points through which a territory is open to the enemy.

    `areas` are the empty areas. Only areas that both colours border, and that contain no `seki` points, can have gaps.
    In such an area, a point seems to be a colour's territory if that colour's stones are nearer and it touches no stone
    of the other colour. A gap is a point next to it that does not seem to be the same colour's territory.
    """
    points: set[int] = set()
    for area in areas:
        if area.borders == BOTH and seki.isdisjoint(area.points):
            points |= _gaps_of_area(neighbors, cells, area)
    return frozenset(points)


def _gaps_of_area(neighbors: Neighbors, cells: Sequence[int], area: EmptyArea) -> set[int]:
    distances = [_distances(neighbors, cells, area, color) for color in (1, 2)]
    sides = {index: _side_of_point(distances[0][index], distances[1][index]) for index in area.points}
    return {index for index in area.points if any(_enters_territory(sides, index, near) for near in neighbors[index])}


def _side_of_point(black: int, white: int) -> int:
    """Return the colour (1 or 2) whose territory a point seems to be, or 0 for neither. The arguments are its distances
    to the nearest Black and White stones. The colour must be nearer, and no stone of the other colour may be
    adjacent."""
    if black < white and white > 1:
        return 1
    return 2 if white < black and black > 1 else 0


def _enters_territory(sides: dict[int, int], index: int, near: int) -> bool:
    """Return whether a step from the point `index` to its neighbour `near` enters a colour's territory: `near` seems to
    be that territory, and `index` does not. `sides` has the colour by point index."""
    return bool(sides.get(near)) and sides[index] != sides[near]


def _distances(neighbors: Neighbors, cells: Sequence[int], area: EmptyArea, color: int) -> dict[int, int]:
    """Return for every point of the area, by index, its distance to the nearest stone of this colour. An adjacent point
    has distance 1."""
    todo = [index for index in area.points if any(cells[near] == color for near in neighbors[index])]
    found = dict.fromkeys(todo, 1)
    inside = set(area.points)
    for index in todo:
        for near in neighbors[index]:
            if near in inside and near not in found:
                found[near] = found[index] + 1
                todo.append(near)
    return found
