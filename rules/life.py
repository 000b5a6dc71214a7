"""Find groups that are lost at the end of a game: they cannot live, and they would lose a capturing race against their
neighbours.

The input is a guess at which stones are dead and who owns each point. The result adds the groups that are lost if the
guess is right.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass

from .regions import Neighbors, connected_points, empty_areas, owners_of
from .seki import ChainGroup, groups_and_false_eyes

ROUNDS = 14
"""The largest number of times the board is examined again after finding a lost group."""
OWN = 0.25
"""A neutral point with at least this share (-1 to 1) is becoming a colour's territory."""
ENOUGH = 2
"""The number of neutral points around a group that are becoming its territory (OWN), from which on it can still make
eyes and is not lost."""
ROOM = 8
"""The number of neutral points that are becoming a group's territory (OWN), from which on it has room for eyes. It then
captures a group that has neither an eye nor any such point."""
SURE = 0.5
"""A group that keeps its points by at least this share never counts as lost."""
LEAD = 2
"""The lead in liberties that wins a race between two groups with an eye each."""


def lost_stones(neighbors: Neighbors, cells: Sequence[int], dead: Set[int], share: Sequence[float]) -> set[int]:
    """Return the indices of the stones in `dead`, and of the stones in groups that are therefore lost as well.

    `cells` is the position with all stones, `dead` the guess, and `share` the expected owner of each point, from 1
    (Black) to -1 (White). A group without two eyes is lost if all its neighbours live. It is also lost if each weak
    neighbour wins the race against it, and all neighbours live after capturing it. If neither group can capture the
    other, both remain on the board (seki).
    """
    lost = set(dead)
    for _ in range(ROUNDS):
        more = _BoardAfterLosses(neighbors, cells, lost, share).lost()
        if not more:
            break
        lost |= more
    return lost


def weak_stones(neighbors: Neighbors, cells: Sequence[int], dead: Set[int]) -> set[int]:
    """Return the indices of stones in groups without two eyes in closed territory, on the board from which the stones
    in `dead` have been removed."""
    left = [0 if index in dead else value for index, value in enumerate(cells)]
    found, _ = groups_and_false_eyes(neighbors, left, owners_of(len(left), empty_areas(neighbors, left)), dead)
    return {index for group in found if not group.lives_alone for index in group.stones}


class _BoardAfterLosses:
    """The board after removing the stones that were found lost so far, and the weak groups on it."""

    def __init__(self, neighbors: Neighbors, cells: Sequence[int], lost: Set[int], share: Sequence[float]) -> None:
        self.neighbors, self.all_cells, self.gone, self.share = neighbors, cells, lost, share
        self.cells = [0 if index in lost else value for index, value in enumerate(cells)]
        owners = owners_of(len(self.cells), empty_areas(neighbors, self.cells))
        found, _ = groups_and_false_eyes(neighbors, self.cells, owners, lost)
        self.weak = [_WeakGroup.of(self, group) for group in found if not group.lives_alone]

    def lost(self) -> frozenset[int]:
        """Return the stones of groups that are lost on this board: all doubtful groups without weak enemy neighbours.
        If there are none, return the stones of one group that loses its races. Return an empty set if no group is
        lost."""
        doubtful = sorted((group for group in self.weak if group.is_doubtful), key=lambda group: group.share)
        surrounded = [group for group in doubtful if not self._rivals(group)]
        if surrounded:
            return frozenset().union(*(group.stones for group in surrounded))
        return next((group.stones for group in doubtful if self._loses(group)), frozenset())

    def _rivals(self, group: _WeakGroup) -> list[_WeakGroup]:
        return [other for other in self.weak if other.color != group.color and group.foes & other.stones]

    def _loses(self, group: _WeakGroup) -> bool:
        if not all(_wins_race(rival, group) for rival in self._rivals(group)):
            return False
        after = _BoardAfterLosses(self.neighbors, self.all_cells, self.gone | group.stones, self.share)
        return not any(group.foes & other.stones for other in after.weak)

    def enemies_near(self, stones: Set[int], color: int) -> set[int]:
        """Return the enemy stones that touch these stones of this colour, or touch an empty point next to them."""
        near = {index for stone in stones for index in self.neighbors[stone]}
        near |= {index for point in near if not self.cells[point] for index in self.neighbors[point]}
        return {index for index in near if self.cells[index] == 3 - color}

    def expected_territory(self, stones: Set[int], color: int) -> int:
        """Return the number of points that will probably become this colour's territory. Only the empty areas next to
        these stones are counted."""
        empty = [not value for value in self.cells]
        reach: set[int] = set()
        for point in {index for stone in stones for index in self.neighbors[stone] if empty[index]}:
            if point not in reach:
                reach.update(connected_points(self.neighbors, point, empty))
        sign = 1 if color == 1 else -1
        return sum(self.share[index] * sign > OWN for index in reach)


@dataclass(frozen=True, slots=True)
class _WeakGroup:
    """A group without two eyes. `share` is the expected owner of its points, from 1 (the group) to -1 (the opponent).
    `foes` are the enemy stones around the group. `expected_territory` is a number of points."""

    color: int
    stones: frozenset[int]
    foes: frozenset[int]
    liberties: frozenset[int]
    has_eye: bool
    share: float
    expected_territory: int

    @classmethod
    def of(cls, board: _BoardAfterLosses, group: ChainGroup) -> _WeakGroup:
        stones = frozenset(index for index in group.stones if board.cells[index])
        sign = 1 if group.color == 1 else -1
        return cls(
            color=group.color,
            stones=stones,
            foes=frozenset(board.enemies_near(stones, group.color)),
            liberties=frozenset(group.inner_liberties | group.outer_liberties),
            has_eye=bool(group.inner_liberties),
            share=sign * sum(board.share[index] for index in stones) / len(stones),
            expected_territory=board.expected_territory(stones, group.color),
        )

    @property
    def is_doubtful(self) -> bool:
        """Return whether the group may be lost: it has enemies nearby, its points may become the opponent's, and it can
        expect too little territory."""
        return bool(self.foes) and self.share < SURE and self.expected_territory < ENOUGH


def _wins_race(hunter: _WeakGroup, prey: _WeakGroup) -> bool:
    """Return whether the hunter wins the capturing race against the prey, even if the prey moves first.

    A hunter with enough space for eyes wins at once against a prey without any. Otherwise liberties are compared. If
    only one of the groups has an eye, the shared liberties count for that group. If both or neither have an eye, all
    shared liberties but one count for the prey.
    """
    if hunter.expected_territory >= ROOM and not prey.has_eye and not prey.expected_territory:
        return True
    shared = len(hunter.liberties & prey.liberties)
    mine, its = len(hunter.liberties) - shared, len(prey.liberties) - shared
    if hunter.has_eye and not prey.has_eye:
        return its == 0 or mine > its
    if prey.has_eye and not hunter.has_eye:
        return mine > its + shared
    return mine > its + max(0, shared - 1) + (LEAD if hunter.has_eye else 0)
