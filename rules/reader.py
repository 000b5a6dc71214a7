"""A small reader for the stones that random games leave open: capture races, eye space, ladders.

It cuts out the part of the board around the stones where nothing is settled, treats the living stones at its edge as a
wall, and plays it out: first moves are tried in turn, good ones more often (a tree search), and the rest is random,
except that no side fills its own eye or puts its own large chain into atari. Once Black plays first and once White: at
the end of a game that should make no difference.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from .board import Board, neighbors_of
from .playouts import LocalGame
from .regions import connected
from .tree import Tree

GAMES = 40
"""Games for each question and each side that plays first."""
FEWEST = 12
"""The least number of games, also in a large area."""
ENOUGH = 24
"""The number of games after which reading stops if nearly all agree."""
CLEAR = 0.8
"""How far they must agree then, from 0 to 1."""
WORK = 2000
"""Games times points of the area: large areas get fewer games, which bounds the time."""


@dataclass(frozen=True, slots=True)
class Question:
    """An unsettled area, by index, and the chains in it whose fate is asked for."""

    area: tuple[int, ...]
    chains: tuple[frozenset[int], ...]


def questions(board: Board, chains: Sequence[frozenset[int]], alive: AbstractSet[int]) -> list[Question]:
    """Return the areas around these chains, up to stones that certainly live. One area may hold several of the chains.

    An area of more than half the board is left out: nothing is settled there yet.
    """
    neighbors = neighbors_of(board.width, board.height)
    open_to = [index not in alive for index in range(len(board.cells))]
    found: list[Question] = []
    seen: set[int] = set()
    for chain in chains:
        if seen.isdisjoint(chain):
            area = set(connected(neighbors, min(chain), open_to))
            seen |= area
            if len(area) * 2 <= len(board.cells):
                found.append(Question(tuple(sorted(area)), tuple(other for other in chains if other <= area)))
    return found


def read(board: Board, question: Question, first: int) -> list[float]:
    """Return for each chain of the question how far it lives if this colour plays first: from 1, always, to -1, never.

    The same board gives the same answer, in every process. The number of games is bounded, not the time.
    """
    search = _Search(board, question, first)
    for number in range(max(FEWEST, min(GAMES, WORK // len(question.area)))):
        if number == ENOUGH and search.is_clear():
            break
        search.play()
    return search.answer()


class _Search:
    """The tree of one question when one side plays first."""

    def __init__(self, board: Board, question: Question, first: int) -> None:
        dice = random.Random(board.key * 2 + first - 1)  # noqa: S311 - not a secret
        self.tree = Tree(LocalGame.cut_out(board, question.area), first, dice, self._share)
        place = {index: number for number, index in enumerate(question.area)}
        self.chains = [[place[index] for index in chain] for chain in question.chains]
        self.signs = [1 if board.cells[min(chain)] == 1 else -1 for chain in question.chains]
        self.stones = [index for chain in self.chains for index in chain]
        self.ends: list[list[int]] = []

    def play(self) -> None:
        """Play one game."""
        self.ends.append(self.tree.play())

    def _share(self, signs: list[int]) -> float:
        return (1 + sum(signs[index] for index in self.stones) / len(self.stones)) / 2

    def is_clear(self) -> bool:
        """Return whether the games so far agree about every chain."""
        return all(abs(share) > CLEAR for share in self.answer())

    def answer(self) -> list[float]:
        """Return the results of the chains in the later half of the games, when the search knew more."""
        late = self.ends[len(self.ends) // 2 :]
        return [
            sign * sum(signs[index] for signs in late for index in chain) / len(chain) / len(late)
            for chain, sign in zip(self.chains, self.signs, strict=True)
        ]
