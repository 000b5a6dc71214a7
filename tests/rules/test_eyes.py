"""The value of a space in eyes, checked against a slow search with sets of points, for every small shape (R25)."""

from __future__ import annotations

from functools import lru_cache
from itertools import chain, combinations

import pytest

from rules.board import neighbors_of
from rules.eyes import CAPTURES, count_eyes

SIZE = 7
NEIGHBORS = neighbors_of(SIZE, SIZE)
Points = frozenset[int]


def shapes(size: int, corner: int) -> list[Points]:
    """Connected shapes of so many points that contain this one, each with it as its first point."""
    found = {frozenset([corner])}
    for _ in range(size - 1):
        found = {shape | {near} for shape in found for point in shape for near in NEIGHBORS[point] if near not in shape}
    return sorted((shape for shape in found if min(shape) == corner), key=sorted)


def subsets(points: Points, most: int) -> list[Points]:
    sizes = range(1, min(len(points), most + 1))
    return [frozenset(some) for some in chain.from_iterable(combinations(sorted(points), n) for n in sizes)]


def around(points: Points, space: Points) -> Points:
    return frozenset(near for point in points for near in NEIGHBORS[point] if near in space)


def chain_of(start: Points, within: Points) -> Points:
    found = start
    while True:
        grown = found | (around(found, within) & within)
        if grown == found:
            return found
        found = grown


class SlowReader:
    """The owner of a space moves first and wants to part it; the enemy has stones in it. Sets instead of bits."""

    def __init__(self, space: Points) -> None:
        self.space = space
        self.wall = frozenset(p for p in space if any(near not in space for near in NEIGHBORS[p]))
        self.owner = lru_cache(maxsize=None)(self._owner)
        self.enemy = lru_cache(maxsize=None)(self._enemy)

    def parted(self, own: Points) -> bool:
        solid = chain_of(own & self.wall, own)
        rest = self.space - solid
        return bool(rest) and chain_of(frozenset([min(rest)]), rest) != rest

    def after_capture(self, stones: Points, others: Points, safe: Points) -> Points:
        free, kept = self.space - stones - others, stones
        for stone in stones:
            whole = chain_of(frozenset([stone]), stones)
            if not whole & safe and not around(whole, self.space) & free:
                kept -= whole
        return kept

    def _owner(self, own: Points, theirs: Points, passed: bool, captures: int) -> bool:
        if captures < 0 or self.parted(own):
            return True
        for point in self.space - own - theirs:
            mine = own | {point}
            left = self.after_capture(theirs, mine, frozenset())
            if self.enemy(mine, left, False, captures - (left != theirs)):
                return True
        return not passed and self.enemy(own, theirs, True, captures)

    def _enemy(self, own: Points, theirs: Points, passed: bool, captures: int) -> bool:
        if captures < 0 or self.parted(own):
            return True
        for point in self.space - own - theirs:
            stones = theirs | {point}
            left = self.after_capture(own, stones, self.wall)
            free = self.space - left - stones
            if not free:
                return False
            if not around(chain_of(frozenset([point]), stones), self.space) & free:
                continue
            if not self.owner(left, stones, False, captures - (left != own)):
                return False
        return not passed and self.owner(own, theirs, True, captures)


@pytest.mark.parametrize("first", [SIZE * 2 + 3, 0], ids=["centre", "corner"])
@pytest.mark.parametrize("size", [3, 4, 5])
def test_every_small_space_with_dead_stones_is_worth_what_reading_it_out_says(size, first):
    seen = set()
    for space in shapes(size, first):
        reader = SlowReader(space)
        for dead in subsets(space, size):
            lives = reader.owner(frozenset(), dead, False, CAPTURES)
            seen.add(lives)
            assert count_eyes(NEIGHBORS, sorted(space), dead) == (2 if lives else 1), (sorted(space), sorted(dead))
    assert seen == {True, False}


@pytest.mark.parametrize("first", [SIZE * 2 + 3, 0])
def test_spaces_of_six_with_few_dead_stones(first):
    for space in shapes(6, first)[::2]:
        reader = SlowReader(space)
        for dead in subsets(space, 2):
            lives = reader.owner(frozenset(), dead, False, CAPTURES)
            assert count_eyes(NEIGHBORS, sorted(space), dead) == (2 if lives else 1), (sorted(space), sorted(dead))


def test_what_needs_no_reading():
    row, square = [14, 15, 16, 17], [14, 15, 21, 22]

    assert count_eyes(NEIGHBORS, row[:2], set()) == 1
    assert count_eyes(NEIGHBORS, row[:3], set()) == 2
    assert count_eyes(NEIGHBORS, square, set()) == 1
    assert count_eyes(NEIGHBORS, row, set()) == 2
    assert count_eyes(NEIGHBORS, list(range(9)), {4}) == 2
