"""Read chains whose status random games leave open: capturing races, eye space, ladders.

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
class AreaQuestion:
    """An unsettled area to read, by index, and the chains in it whose status is needed."""

    area: tuple[int, ...]
    chains: tuple[frozenset[int], ...]


def find_questions(board: Board, chains: Sequence[frozenset[int]], alive: AbstractSet[int]) -> list[AreaQuestion]:
    """Return the areas to read around these chains, up to stones that certainly live. One area may hold several of the
    chains.

    Areas of more than half the board are left out, because they are not settled yet.
    """
    neighbors = board.neighbors
    open_to = [index not in alive for index in range(len(board.cells))]
    found: list[AreaQuestion] = []
    seen: set[int] = set()
    for chain in chains:
        if seen.isdisjoint(chain):
            area = set(connected_points(neighbors, min(chain), open_to))
            seen |= area
            if len(area) * 2 <= len(board.cells):
                found.append(AreaQuestion(tuple(sorted(area)), tuple(other for other in chains if other <= area)))
    return found


def read_chains(board: Board, question: AreaQuestion, first: int) -> list[float]:
    """Return an estimate of each chain's life in the area if this colour plays first: 1 = always lives, -1 = always
    dies.

    The same board gives the same result in every process. The number of games is bounded, not the time.
    """
    search = _Search(board, question, first)
    for number in range(max(FEWEST, min(GAMES, WORK // len(question.area)))):
        if number == ENOUGH and search.is_clear():
            break
        search.play()
    return search.answer()


class _Search:
    """The search tree of one area with one side to play first."""

    def __init__(self, board: Board, question: AreaQuestion, first: int) -> None:
        dice = random.Random(board.key * 2 + first - 1)  # noqa: S311 - not a secret
        self.tree = SearchTree(LocalRandomGame.cut_out(board, question.area), first, dice, self._owned_share)
        place = {index: number for number, index in enumerate(question.area)}
        self.chains = [[place[index] for index in chain] for chain in question.chains]
        self.signs = [1 if board.cells[min(chain)] == 1 else -1 for chain in question.chains]
        self.stones = [index for chain in self.chains for index in chain]
        self.ends: list[list[int]] = []

    def play(self) -> None:
        """Play one game."""
        self.ends.append(self.tree.play())

    def _owned_share(self, signs: list[int]) -> float:
        return (1 + sum(signs[index] for index in self.stones) / len(self.stones)) / 2

    def is_clear(self) -> bool:
        """Return whether the games so far agree about each chain."""
        return all(abs(share) > CLEAR for share in self.answer())

    def answer(self) -> list[float]:
        """Return an estimate of each chain's life, from the later half of the games, in which the search plays
        better."""
        late = self.ends[len(self.ends) // 2 :]
        return [
            sign * sum(signs[index] for signs in late for index in chain) / len(chain) / len(late)
            for chain, sign in zip(self.chains, self.signs, strict=True)
        ]
