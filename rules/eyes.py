"""Count the eyes of an enclosed space. The count is 1 or 2, because more eyes make no difference to a group."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from functools import lru_cache

from .regions import Neighbors

LARGEST_READ = 8
"""The largest space with dead stones that is read to the end; larger ones count as two eyes."""
CAPTURES = 1
"""The number of captures in one line of reading; after one more, the owner counts as alive."""


def count_eyes(neighbors: Neighbors, space: Sequence[int], dead: Set[int]) -> int:
    """Return how many eyes the owner can make from these connected points, playing first: 1 or 2.

    `dead` are the points with dead enemy stones, which are still on the board. In doubt the result favours the owner,
    because players leave nothing undecided at the end of a game. The surrounding stones are not examined: they count as
    one chain without other liberties.
    """
    if len(space) <= 2:
        return 1
    stones = [index for index in space if index in dead]
    if not stones:
        return 1 if _is_square(neighbors, space) else 2
    if len(space) > LARGEST_READ:
        return 2
    return _count_eyes_by_reading(*_as_bits(neighbors, space, stones))


def _is_square(neighbors: Neighbors, space: Sequence[int]) -> bool:
    """Return whether the points are four in a square. One stone can divide any other empty space of four or more
    points, but not this one."""
    inside = set(space)
    return len(space) == 4 and all(len(inside.intersection(neighbors[index])) == 2 for index in space)


def _as_bits(neighbors: Neighbors, space: Sequence[int], stones: Sequence[int]) -> tuple[tuple[int, ...], int, int]:
    """Return three values in which each point of the space is one bit: for every point its neighbours inside the space,
    the points next to the wall, and the dead stones."""
    bit = {index: 1 << number for number, index in enumerate(sorted(space))}
    near = tuple(sum(bit.get(other, 0) for other in neighbors[index]) for index in sorted(space))
    wall = sum(bit[index] for index in space if any(other not in bit for other in neighbors[index]))
    return near, wall, sum(bit[index] for index in stones)


@lru_cache(maxsize=4096)
def _count_eyes_by_reading(near: tuple[int, ...], wall: int, stones: int) -> int:
    return 2 if _EyeReader(near, wall).lives(stones) else 1


_Line = tuple[int, int, bool, bool, int]
"""A position of the reading: the owner's and the enemy's stones, whether it is the owner's turn, whether the opponent
has just passed, and how many captures may follow. A tuple, because a class would take a tenth more time."""


class _EyeReader:
    """Reads a small space to the end, to find whether its owner can divide it into two eyes when playing first.

    No sequence of moves repeats a position: stones are only added, except for captures, whose number is limited. So the
    result does not depend on the order in which moves are tried.
    """

    def __init__(self, near: tuple[int, ...], wall: int) -> None:
        self.near, self.wall = near, wall
        self.all = (1 << len(near)) - 1
        self.known: dict[_Line, bool] = {}

    def lives(self, enemy: int) -> bool:
        return self._owner_lives((0, enemy, True, False, CAPTURES))

    def _owner_lives(self, line: _Line) -> bool:
        """Return whether the owner lives from this position."""
        own, _, owners, _, captures = line
        if captures < 0 or self._is_divided(own):
            return True
        if line not in self.known:
            self.known[line] = self._owner_has_living_move(line) if owners else self._enemy_fails(line)
        return self.known[line]

    def _owner_has_living_move(self, line: _Line) -> bool:
        own, enemy, _, passed, captures = line
        for stone in _bits(self.all & ~own & ~enemy):
            left = self._without_captured(enemy, own | stone, 0)
            if self._owner_lives((own | stone, left, False, False, captures - (left != enemy))):
                return True
        return not passed and self._owner_lives((own, enemy, False, True, captures))

    def _enemy_fails(self, line: _Line) -> bool:
        own, enemy, _, passed, captures = line
        for stone in _bits(self.all & ~own & ~enemy):
            left = self._without_captured(own, enemy | stone, self.wall)
            free = self.all & ~left & ~enemy & ~stone
            if not free:
                return False
            if not self._neighbors_of(self._chain_from(stone, enemy | stone)) & free:
                continue
            if not self._owner_lives((left, enemy | stone, True, False, captures - (left != own))):
                return False
        return not passed and self._owner_lives((own, enemy, True, True, captures))

    def _is_divided(self, own: int) -> bool:
        """Return whether the owner's stones that are connected to the wall divide the other points of the space into
        two or more parts."""
        solid = self._chain_from(own & self.wall, own)
        rest = self.all & ~solid
        return self._chain_from(rest & -rest, rest) != rest

    def _without_captured(self, stones: int, others: int, safe: int) -> int:
        """Return the stones of those chains in `stones` that have a liberty or touch a point of `safe`. Points of
        `others` are occupied too."""
        free, left = self.all & ~stones & ~others, stones
        while left:
            chain = self._chain_from(left & -left, left)
            left &= ~chain
            if not chain & safe and not self._neighbors_of(chain) & free:
                stones &= ~chain
        return stones

    def _chain_from(self, start: int, within: int) -> int:
        found = new = start
        while new:
            new = self._neighbors_of(new) & within & ~found
            found |= new
        return found

    def _neighbors_of(self, points: int) -> int:
        found = 0
        for point in _bits(points):
            found |= self.near[point.bit_length() - 1]
        return found


def _bits(mask: int) -> Iterator[int]:
    while mask:
        lowest = mask & -mask
        yield lowest
        mask ^= lowest
