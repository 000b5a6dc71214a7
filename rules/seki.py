"""False eyes and seki, which are not territory (R25).

The method assumes that the opponent fills every liberty that is not a side's own territory. A chain with a single
remaining liberty must then be connected there, so that point is a false eye and will be filled. When no such chain is
left, chains connected through their eyes form one group. A group that lives without two eyes' worth of space lives in
seki.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass, field

from .eyes import count_eyes
from .regions import Neighbors, split_into_groups


@dataclass(frozen=True, slots=True)
class SekiVerdict:
    """The territory without false eyes and eyes in seki. All points are indices.

    `owners` has the owner of every point, 0 for none. `false_eyes` are points that their owner will have to fill.
    `seki` are the eyes of chains in seki, and the liberties that such chains of both colours share, unless these are in
    a neutral area that is unsettled.
    """

    owners: list[int]
    false_eyes: frozenset[int]
    seki: frozenset[int]


def judge_seki(neighbors: Neighbors, cells: Sequence[int], owners: Sequence[int], dead: Set[int]) -> SekiVerdict:
    """Return the verdict on a position whose dead stones have been removed.

    `cells` are the living stones, `owners` the only colour that borders each area (regions.owners_of), `dead` the
    points of the removed dead stones. The marking is trusted: whether living stones could be killed is not examined.
    """
    left = list(owners)
    found, false_eyes = groups_and_false_eyes(neighbors, cells, owners, dead)
    weak = [group for group in found if not group.lives_alone]
    eyes = {index for group in weak for index in group.territory(owners)}
    for index in false_eyes | eyes:
        left[index] = 0
    open_points = _open_points(neighbors, cells, owners)
    shared: list[set[int]] = [set(), set(), set()]
    for group in weak:
        if group.outer_liberties.isdisjoint(open_points):
            shared[group.color] |= group.outer_liberties
    return SekiVerdict(left, frozenset(false_eyes - eyes), frozenset(eyes | shared[1] & shared[2]))


def groups_and_false_eyes(
    neighbors: Neighbors, cells: Sequence[int], owners: Sequence[int], dead: Set[int]
) -> tuple[list[ChainGroup], set[int]]:
    """Return the groups of both colours, and the false eyes between their chains. The arguments are the same as those
    of judge_seki()."""
    found: list[ChainGroup] = []
    false_eyes: set[int] = set()
    for color in (1, 2):
        side = _SideGroups(neighbors, cells, owners, color)
        false_eyes |= side.fill_false_eyes()
        found += side.groups(dead)
    return found, false_eyes


def _open_points(neighbors: Neighbors, cells: Sequence[int], owners: Sequence[int]) -> set[int]:
    """Return the indices of points in unsettled neutral areas. An area is unsettled if one of its points does not touch
    stones of both colours."""
    neutral = [index for index, value in enumerate(cells) if not value and not owners[index]]
    found: set[int] = set()
    for area in split_into_groups(neighbors, neutral):
        if not all({1, 2} <= {cells[near] for near in neighbors[index]} for index in area):
            found.update(area)
    return found


@dataclass(slots=True)
class _Chain:
    """A chain: its stones, and its liberties inside and outside its own territory. `pressed` is whether the chain
    touches enemy stones or has liberties outside its territory."""

    stones: list[int]
    inside: set[int] = field(default_factory=set)
    outside: set[int] = field(default_factory=set)
    pressed: bool = False


@dataclass(slots=True)
class ChainGroup:
    """Chains of one colour that live or die together, with their false eyes filled, and the spaces of territory between
    them.

    `lives_alone` is whether the group has space for two eyes, or no enemy nearby.
    """

    color: int
    chains: list[_Chain]
    spaces: list[list[int]] = field(default_factory=list)
    lives_alone: bool = True

    @property
    def stones(self) -> set[int]:
        """Return the points of the group's stones, and of the false eyes that its owner had to fill."""
        return {index for chain in self.chains for index in chain.stones}

    @property
    def inner_liberties(self) -> set[int]:
        """Return the group's liberties in its own territory."""
        return set().union(*(chain.inside for chain in self.chains))

    @property
    def outer_liberties(self) -> set[int]:
        """Return the group's liberties that are not in territory."""
        return set().union(*(chain.outside for chain in self.chains))

    def territory(self, owners: Sequence[int]) -> Iterable[int]:
        """Yield the indices of the points in the group's spaces, and of the false eyes that its owner had to fill."""
        yield from (index for space in self.spaces for index in space)
        yield from (index for chain in self.chains for index in chain.stones if owners[index] == self.color)

    def judge_life(self, neighbors: Neighbors, dead: Set[int]) -> None:
        """Set `lives_alone` from the eyes in the group's spaces. `dead` are the points of removed dead stones."""
        pressed = any(chain.pressed for chain in self.chains)
        self.lives_alone = not pressed or sum(count_eyes(neighbors, space, dead) for space in self.spaces) >= 2


class _SideGroups:
    """The chains of one colour, under the assumption that the opponent fills every liberty outside this colour's
    territory."""

    def __init__(self, neighbors: Neighbors, cells: Sequence[int], owners: Sequence[int], color: int) -> None:
        self.neighbors, self.color, self.owners = neighbors, color, owners
        self.cells = list(cells)
        self.chains: list[_Chain] = []
        self.chain_of: dict[int, int] = {}

    def fill_false_eyes(self) -> set[int]:
        """Fill the last liberty of every chain that has only one, for all such chains at the same time. Repeat this
        until no such chain is left. Return the indices of the filled points."""
        filled: set[int] = set()
        while True:
            self._find_chains()
            points = self._last_liberties()
            if not points:
                return filled
            filled |= points
            for index in points:
                self.cells[index] = self.color

    def groups(self, dead: Set[int]) -> list[ChainGroup]:
        """Return the groups of this colour. Chains are in the same group if they border the same space of territory, or
        if one move on a neutral point connects them."""
        own = [index for index, owner in enumerate(self.owners) if owner == self.color]
        spaces = split_into_groups(self.neighbors, [index for index in own if not self.cells[index]])
        borders = [self._chains_at(near for index in space for near in self.neighbors[index]) for space in spaces]
        parents = self._chain_parents()
        for border in borders:
            _unite_chains(parents, border)
        found = {root: ChainGroup(self.color, chains) for root, chains in self._chains_by_root(parents).items()}
        for space, border in zip(spaces, borders, strict=True):
            if border:
                found[_find_root(parents, border[0])].spaces.append(space)
        for group in found.values():
            group.judge_life(self.neighbors, dead)
        return list(found.values())

    def _find_chains(self) -> None:
        self.chains, self.chain_of = [], {}
        for start, value in enumerate(self.cells):
            if value == self.color and start not in self.chain_of:
                self.chains.append(self._chain_from(start))

    def _chain_from(self, start: int) -> _Chain:
        cells, owners, color, chain_of = self.cells, self.owners, self.color, self.chain_of
        number, chain = len(self.chains), _Chain([start])
        chain_of[start] = number
        for index in chain.stones:
            for near in self.neighbors[index]:
                if cells[near] == color:
                    if near not in chain_of:
                        chain_of[near] = number
                        chain.stones.append(near)
                elif cells[near]:
                    chain.pressed = True
                elif owners[near] == color:
                    chain.inside.add(near)
                else:
                    chain.outside.add(near)
        chain.pressed = chain.pressed or bool(chain.outside)
        return chain

    def _last_liberties(self) -> set[int]:
        parents = self._chain_parents()
        points: set[int] = set()
        for root, chains in self._chains_by_root(parents).items():
            inside = set().union(*(chain.inside for chain in chains))
            if len(inside) == 1 and any(chain.pressed for chain in chains):
                points.update(index for index in inside if self._does_more_than_fill_eye(index, root, parents))
        return points

    def _does_more_than_fill_eye(self, index: int, root: int, parents: list[int]) -> bool:
        """Return whether a stone on this liberty connects to another group or gains a liberty, so that it does more
        than fill the group's only eye."""
        neighbors = self.neighbors[index]
        others = any(_find_root(parents, number) != root for number in self._chains_at(neighbors))
        return others or any(not self.cells[near] for near in neighbors)

    def _chain_parents(self) -> list[int]:
        """Return the parent of each chain, as in a union-find structure, after joining chains that one move on a
        neutral point connects.

        Neutral points are filled before the game is over, so such a connection costs nothing.
        """
        parents = list(range(len(self.chains)))
        for index in set().union(*(chain.outside for chain in self.chains)):
            _unite_chains(parents, self._chains_at(self.neighbors[index]))
        return parents

    def _chains_at(self, points: Iterable[int]) -> list[int]:
        chain_of = self.chain_of
        return [chain_of[index] for index in points if index in chain_of]

    def _chains_by_root(self, parents: list[int]) -> dict[int, list[_Chain]]:
        groups: dict[int, list[_Chain]] = {}
        for number, chain in enumerate(self.chains):
            groups.setdefault(_find_root(parents, number), []).append(chain)
        return groups


def _unite_chains(parents: list[int], numbers: list[int]) -> None:
    for number in numbers[1:]:
        parents[_find_root(parents, number)] = _find_root(parents, numbers[0])


def _find_root(parents: list[int], number: int) -> int:
    while parents[number] != number:
        parents[number] = parents[parents[number]]
        number = parents[number]
    return number
