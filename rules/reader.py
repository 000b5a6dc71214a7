"""Read chains whose status random games leave open, such as capturing races, eye space and ladders.

The unsettled part of the board around these chains is cut out, with the living stones at its edge as a wall, and games
are played on it. The first moves are tried in turn, good moves more often (a tree search). The rest is random, except
that no side fills its own eye or puts its own large chain into atari. The games are played with Black first and with
White first: at the end of a game that should make no difference.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from .board import Board
from .playouts import LocalRandomGame
from .regions import connected_points
from .tree import SearchTree

GAMES = 40
"""The number of games for each area and each side that plays first."""
FEWEST = 12
"""The least number of games, even in a large area."""
ENOUGH = 24
"""The number of games after which reading stops if nearly all agree."""
CLEAR = 0.8
"""The share, from 0 to 1, by which the games must agree to stop early."""
WORK = 2000
"""The limit for the number of games times the number of points of the area, which bounds the time."""


@dataclass(frozen=True, slots=True)
class UnsettledArea:
    """An unsettled area to be read, as point indices, and the chains in it whose status is wanted."""

    area: tuple[int, ...]
    chains: tuple[frozenset[int], ...]


def find_unsettled_areas(
    board: Board, chains: Sequence[frozenset[int]], alive: AbstractSet[int]
) -> list[UnsettledArea]:
    """Return the areas to be read around these chains, bounded by the stones in `alive`. One area may contain several
    of the chains.

    Areas of more than half of the board are left out, because play there is not settled yet.
    """
    neighbors = board.neighbors
    open_to = [index not in alive for index in range(len(board.cells))]
    found: list[UnsettledArea] = []
    seen: set[int] = set()
    for chain in chains:
        if seen.isdisjoint(chain):
            area = set(connected_points(neighbors, min(chain), open_to))
            seen |= area
            if len(area) * 2 <= len(board.cells):
                found.append(UnsettledArea(tuple(sorted(area)), tuple(other for other in chains if other <= area)))
    return found


def read_chains(board: Board, unsettled: UnsettledArea, first: int) -> list[float]:
    """Return an estimate of each chain's life if the colour `first` plays first in the area: from 1 (always lives) to
    -1 (always dies).

    The same board gives the same result in every process, because the number of games is limited and not the time.
    """
    search = _Search(board, unsettled, first)
    for number in range(max(FEWEST, min(GAMES, WORK // len(unsettled.area)))):
        if number == ENOUGH and search.is_clear():
            break
        search.play()
    return search.estimates()


class _Search:
    """The search of one area with one side to play first, and the results of its games."""

    def __init__(self, board: Board, unsettled: UnsettledArea, first: int) -> None:
        dice = random.Random(board.key * 2 + first - 1)  # noqa: S311 - not a secret
        self.tree = SearchTree(LocalRandomGame.cut_out(board, unsettled.area), first, dice, self._black_share)
        place = {index: number for number, index in enumerate(unsettled.area)}
        self.chains = [[place[index] for index in chain] for chain in unsettled.chains]
        self.signs = [1 if board.cells[min(chain)] == 1 else -1 for chain in unsettled.chains]
        self.stones = [index for chain in self.chains for index in chain]
        self.ends: list[list[int]] = []

    def play(self) -> None:
        """Play one game of the search and store who owns each point at its end."""
        self.ends.append(self.tree.play_random_game())

    def _black_share(self, signs: list[int]) -> float:
        return (1 + sum(signs[index] for index in self.stones) / len(self.stones)) / 2

    def is_clear(self) -> bool:
        """Return whether the games so far agree about the status of each chain."""
        return all(abs(share) > CLEAR for share in self.estimates())

    def estimates(self) -> list[float]:
        """Return an estimate of each chain's life, from 1 (always lives) to -1 (always dies). Only the later half of
        the games is used, because the search plays better then."""
        late = self.ends[len(self.ends) // 2 :]
        return [
            sign * sum(signs[index] for signs in late for index in chain) / len(chain) / len(late)
            for chain, sign in zip(self.chains, self.signs, strict=True)
        ]
