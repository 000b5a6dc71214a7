"""Gaps in the borders of territory (R60)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .regions import BOTH, Area, Neighbors


def open_borders(
    neighbors: Neighbors, cells: Sequence[int], found: Iterable[Area], seki: frozenset[int] = frozenset()
) -> frozenset[int]:
    """Return the points through which a territory is open to the enemy, by index.

    In an area that both colours border, the inside of a colour is all points nearer to its stones that touch no stone
    of the other colour. The inside looks like territory but counts for neither colour, so the neutral points next to it
    are returned. `seki` are points that must remain open.
    """
    points: set[int] = set()
    for area in found:
        if area.borders == BOTH and seki.isdisjoint(area.points):
            points |= _gaps_of_area(neighbors, cells, area)
    return frozenset(points)


def _gaps_of_area(neighbors: Neighbors, cells: Sequence[int], area: Area) -> set[int]:
    distances = [_distances(neighbors, cells, area, color) for color in (1, 2)]
    sides = {index: _side_of_point(distances[0][index], distances[1][index]) for index in area.points}
    return {index for index in area.points if any(_enters_area(sides, index, near) for near in neighbors[index])}


def _side_of_point(black: int, white: int) -> int:
    """Return the colour (1 or 2) whose inside includes a point with these distances to Black's and White's stones, 0
    for neither. That colour is nearer, and the other colour's stones are not adjacent."""
    if black < white and white > 1:
        return 1
    return 2 if white < black and black > 1 else 0


def _enters_area(sides: dict[int, int], index: int, near: int) -> bool:
    """Return whether the neighbour `near` is inside a colour's area and the point `index` is not inside the same
    area."""
    return bool(sides.get(near)) and sides[index] != sides[near]


def _distances(neighbors: Neighbors, cells: Sequence[int], area: Area, color: int) -> dict[int, int]:
    """Return for every point of the area its distance to a stone of this colour."""
    todo = [index for index in area.points if any(cells[near] == color for near in neighbors[index])]
    found = dict.fromkeys(todo, 1)
    inside = set(area.points)
    for index in todo:
        for near in neighbors[index]:
            if near in inside and near not in found:
                found[near] = found[index] + 1
                todo.append(near)
    return found
