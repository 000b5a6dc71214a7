"""What false eyes and seki take from the territory (R25).

The idea: let the opponent take every liberty that is not one's own territory. A chain that then has a single liberty
left must be connected there, so that point is a false eye and will be filled. When no such chain is left, the chains
that hang together through their eyes are one group; a group that has not two eyes' worth of space, and lives, lives
in seki.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass, field

from .regions import Neighbors, split


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is left of the territory, by index.

    `owners`: for every point whose territory it is, 0 for none. `false_eyes`: points that their owner will have to
    fill. `seki`: eyes of chains in seki, and the liberties that such chains of both colours share.
    """

    owners: list[int]
    false_eyes: frozenset[int]
    seki: frozenset[int]


def judge(beside: Neighbors, cells: Sequence[int], owners: Sequence[int], dead: Set[int]) -> Verdict:
    """Judge a position whose dead stones are off the board.

    `cells` are the living stones, `owners` whose colour alone borders an area (regions.owners_of), `dead` the points
    from which dead stones were taken. What is marked is believed: whether the living could be killed is not asked.
    """
    left = list(owners)
    false_eyes: set[int] = set()
    eyes: set[int] = set()
    weak: list[set[int]] = []
    for color in (1, 2):
        side = _Side(beside, cells, owners, color)
        false_eyes |= side.fill_false_eyes()
        stones, spaces = side.in_seki(dead)
        weak.append(stones)
        eyes |= spaces
    for index in false_eyes | eyes:
        left[index] = 0
    shared = _shared(beside, cells, owners, weak)
    return Verdict(left, frozenset(false_eyes - eyes), frozenset(eyes | shared))


def _shared(beside: Neighbors, cells: Sequence[int], owners: Sequence[int], weak: list[set[int]]) -> set[int]:
    """The neutral points beside weak stones of both colours."""
    around = [{near for stone in stones for near in beside[stone]} for stones in weak]
    return {index for index in around[0] & around[1] if not cells[index] and not owners[index]}


@dataclass(slots=True)
class _Chain:
    """A chain: its stones, its liberties inside own territory and outside, and whether the enemy is near."""

    stones: list[int]
    inside: set[int] = field(default_factory=set)
    outside: set[int] = field(default_factory=set)
    pressed: bool = False


class _Side:
    """One colour, while its opponent takes every liberty that is not its territory."""

    def __init__(self, beside: Neighbors, cells: Sequence[int], owners: Sequence[int], color: int) -> None:
        self.beside, self.color, self.owners = beside, color, owners
        self.cells = list(cells)
        self.chains: list[_Chain] = []
        self.number: dict[int, int] = {}

    def fill_false_eyes(self) -> set[int]:
        """Connect, all at once and again, every chain that has a single liberty left; return the points."""
        filled: set[int] = set()
        while True:
            self._find_chains()
            points = self._last_liberties()
            if not points:
                return filled
            filled |= points
            for index in points:
                self.cells[index] = self.color

    def _last_liberties(self) -> set[int]:
        points: set[int] = set()
        for chains in self._joined():
            inside = set().union(*(chain.inside for chain in chains))
            if len(inside) == 1 and any(chain.pressed for chain in chains):
                points |= inside
        return points

    def _find_chains(self) -> None:
        self.chains, self.number = [], {}
        for start, value in enumerate(self.cells):
            if value == self.color and start not in self.number:
                self.chains.append(self._chain(start))

    def _chain(self, start: int) -> _Chain:
        cells, owners, color, number = self.cells, self.owners, self.color, self.number
        here, chain = len(self.chains), _Chain([start])
        number[start] = here
        for index in chain.stones:
            for near in self.beside[index]:
                if cells[near] == color:
                    if near not in number:
                        number[near] = here
                        chain.stones.append(near)
                elif cells[near]:
                    chain.pressed = True
                elif owners[near] == color:
                    chain.inside.add(near)
                else:
                    chain.outside.add(near)
        chain.pressed = chain.pressed or bool(chain.outside)
        return chain

    def _joined(self) -> Iterable[list[_Chain]]:
        """The chains, together with those that one move on a neutral point would connect to them.

        Neutral points are played before the game is over, so such a connection costs nothing.
        """
        parent = list(range(len(self.chains)))
        for index in set().union(*(chain.outside for chain in self.chains)):
            first, *others = {_root(parent, self.number[n]) for n in self.beside[index] if n in self.number}
            for other in others:
                parent[other] = first
        groups: dict[int, list[_Chain]] = {}
        for number, chain in enumerate(self.chains):
            groups.setdefault(_root(parent, number), []).append(chain)
        return groups.values()

    def in_seki(self, dead: Set[int]) -> tuple[set[int], set[int]]:
        """The stones of all groups that live without two eyes, and the points inside their territory."""
        stones: set[int] = set()
        spaces: set[int] = set()
        for group in self._groups():
            inside = self._spaces(group)
            if any(chain.pressed for chain in group) and not self._has_two_eyes(inside, dead):
                spaces.update(inside)
                stones.update(*(chain.stones for chain in group))
        return stones, spaces | self._filled(stones)

    def _groups(self) -> list[list[_Chain]]:
        """Chains that are joined, or share an own area."""
        joined = list(self._joined())
        holders: dict[int, list[int]] = {}
        for number, chains in enumerate(joined):
            for index in set().union(*(chain.inside for chain in chains)):
                holders.setdefault(index, []).append(number)
        parent = list(range(len(joined)))
        for piece in split(self.beside, sorted(self._own_empty())):
            touching = [number for index in piece for number in holders.get(index, ())]
            for number in touching[1:]:
                parent[_root(parent, number)] = _root(parent, touching[0])
        groups: dict[int, list[_Chain]] = {}
        for number, chains in enumerate(joined):
            groups.setdefault(_root(parent, number), []).extend(chains)
        return list(groups.values())
