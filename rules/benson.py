"""Unconditional life (Benson 1976)."""

from __future__ import annotations

from collections.abc import Sequence

from .regions import Neighbors, connected_points


def alive_stones(neighbors: Neighbors, cells: Sequence[int], color: int) -> set[int]:
    """Return the indices of stones of this colour that cannot be captured even if their owner always passes (Benson
    1976).

    First, chains with fewer than two vital regions are dropped, then regions that touch a dropped chain. Both steps are
    repeated until nothing changes; the remaining chains are alive. A region is vital to a chain if the chain touches
    all its empty points.
    """
    chains = chains_of(neighbors, cells, color)
    regions = enclosed_regions(neighbors, cells, color)
    borders = [_border_points(neighbors, region) for region in regions]
    vital = [[_is_vital(neighbors, cells, region, chain) for chain in chains] for region in regions]
    kept, held = set(range(len(chains))), set(range(len(regions)))
    while True:
        staying = {chain for chain in kept if sum(vital[region][chain] for region in held) >= 2}
        stones = {index for chain in staying for index in chains[chain]}
        holding = {region for region in held if borders[region] <= stones}
        if staying == kept and holding == held:
            return stones
        kept, held = staying, holding


def chains_of(neighbors: Neighbors, cells: Sequence[int], color: int) -> list[frozenset[int]]:
    """Return the chains of this colour, each as a set of point indices."""
    return _connected_pieces(neighbors, [value == color for value in cells])


def enclosed_regions(neighbors: Neighbors, cells: Sequence[int], color: int) -> list[frozenset[int]]:
    """Return the regions that stones of this colour enclose. Each region is a set of indices of empty points and enemy
    stones."""
    return _connected_pieces(neighbors, [value != color for value in cells])


def _connected_pieces(neighbors: Neighbors, allowed: Sequence[bool]) -> list[frozenset[int]]:
    found: list[frozenset[int]] = []
    seen: set[int] = set()
    for start, inside in enumerate(allowed):
        if inside and start not in seen:
            piece = frozenset(connected_points(neighbors, start, allowed))
            seen |= piece
            found.append(piece)
    return found


def _is_vital(neighbors: Neighbors, cells: Sequence[int], region: frozenset[int], chain: frozenset[int]) -> bool:
    """Return whether the region is vital to the chain: it has empty points, and each of them is a liberty of the
    chain."""
    empty = [index for index in region if not cells[index]]
    return bool(empty) and all(not chain.isdisjoint(neighbors[index]) for index in empty)


def _border_points(neighbors: Neighbors, region: frozenset[int]) -> set[int]:
    return {near for index in region for near in neighbors[index] if near not in region}
