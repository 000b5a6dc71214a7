"""Read out whether a chain can be captured, by ladders and other short fights. Points are indices, and ko is
ignored."""

from __future__ import annotations

from collections.abc import Iterator

from rules.board import Neighbors, find_dead_chain

NODES = 150
"""The number of positions to read before a chain counts as safe."""
SAFE = 3
"""The number of liberties with which a chain counts as safe."""


def chain_of(neighbors: Neighbors, cells: bytes | bytearray, start: int) -> tuple[list[int], set[int]]:
    """Return the stones of the chain at `start` and its liberties."""
    color, stones, seen = cells[start], [start], {start}
    liberties: set[int] = set()
    for index in stones:
        for near in neighbors[index]:
            value = cells[near]
            if not value:
                liberties.add(near)
            elif value == color and near not in seen:
                seen.add(near)
                stones.append(near)
    return stones, liberties


def place_stone(neighbors: Neighbors, cells: bytes | bytearray, at: int, color: int) -> bytearray | None:
    """Return the position after a stone, with captured stones removed, or None for self-capture."""
    after = bytearray(cells)
    after[at] = color
    for near in neighbors[at]:
        if after[near] == 3 - color:
            for index in find_dead_chain(neighbors, after, near) or ():
                after[index] = 0
    return None if find_dead_chain(neighbors, after, at) else after


class CaptureReader:
    """Reads out whether one chain can be captured. The number of positions read is limited."""

    def __init__(self, neighbors: Neighbors, nodes: int = NODES) -> None:
        self.neighbors, self.left = neighbors, nodes

    def capturing_moves(self, cells: bytes | bytearray, target: int) -> Iterator[int]:
        """Yield the moves with which the enemy, playing first, captures the chain at `target`."""
        liberties = chain_of(self.neighbors, cells, target)[1]
        if len(liberties) == 1:
            yield from liberties
        if len(liberties) != 2:
            return
        for at in sorted(liberties):
            after = place_stone(self.neighbors, cells, at, 3 - cells[target])
            if after is not None and self._count_position() and next(self.saving_moves(after, target), None) is None:
                yield at

    def saving_moves(self, cells: bytes | bytearray, target: int) -> Iterator[int]:
        """Yield the moves with which the owner of the chain at `target`, playing first, saves it."""
        stones, liberties = chain_of(self.neighbors, cells, target)
        for at in sorted(liberties) + self._counterattacks(cells, stones, liberties):
            after = place_stone(self.neighbors, cells, at, cells[target])
            if after is None:
                continue
            if not self._count_position() or self._survives(after, target):
                yield at

    def _survives(self, cells: bytearray, target: int) -> bool:
        """Return whether the chain at `target` cannot be captured if the enemy plays next."""
        count = len(chain_of(self.neighbors, cells, target)[1])
        return count >= SAFE or (count == 2 and next(self.capturing_moves(cells, target), None) is None)

    def _counterattacks(self, cells: bytes | bytearray, stones: list[int], liberties: set[int]) -> list[int]:
        """Return the points on which the owner can capture an enemy chain in atari that touches this chain."""
        enemy, found = 3 - cells[stones[0]], set()
        for index in stones:
            for near in self.neighbors[index]:
                if cells[near] == enemy:
                    last = chain_of(self.neighbors, cells, near)[1]
                    if len(last) == 1:
                        found |= last
        return sorted(found - liberties)

    def _count_position(self) -> bool:
        """Count one position. Return False if the search has reached its limit."""
        self.left -= 1
        return self.left > 0
