"""Random games from a position, to see whose the points become."""

from __future__ import annotations

import random

from .benson import chains_of
from .board import Board, neighbors_of


def shares(board: Board, games: int) -> list[float]:
    """For every index how much the point is Black's after random games: 1 always, -1 always White's.

    The same board gives the same answer, in every process.
    """
    total = [0] * len(board.cells)
    start, dice = _Game.of(board), random.Random(board.key)  # noqa: S311 - not a secret
    for number in range(games):
        for index, sign in enumerate(start.copy().play(1 + number % 2, dice)):
            total[index] += sign
    return [value / games for value in total]


class _Game:
    """A board on which random stones fall.

    `chain` is the number of the chain at an index, `stones` its stones, `liberties` how often they touch an empty
    point (a point that two of them touch counts twice: enough to know when there is none).
    """

    __slots__ = ("beside", "cells", "chain", "corners", "liberties", "stones")

    beside: tuple[tuple[int, ...], ...]
    cells: list[int]
    chain: list[int]
    corners: list[list[int]]
    liberties: list[int]
    stones: dict[int, list[int]]

    @classmethod
    def of(cls, board: Board) -> _Game:
        """The game that begins with this position."""
        game = cls()
        game.beside, game.cells = neighbors_of(board.width, board.height), list(board.cells)
        game.corners = _diagonals(board.width, board.height)
        game.chain, game.liberties, game.stones = [0] * len(game.cells), [0] * len(game.cells), {}
        for color in (1, 2):
            for stones in chains_of(game.beside, game.cells, color):
                game._enter(sorted(stones))
        return game

    def _enter(self, stones: list[int]) -> None:
        number = stones[0]
        self.stones[number] = stones
        for index in stones:
            self.chain[index] = number
            self.liberties[number] += sum(not self.cells[near] for near in self.beside[index])

    def copy(self) -> _Game:
        """The same, to be played on."""
        game = _Game()
        game.beside, game.corners = self.beside, self.corners
        game.cells, game.chain, game.liberties = self.cells[:], self.chain[:], self.liberties[:]
        game.stones = {number: stones[:] for number, stones in self.stones.items()}
        return game

    def play(self, color: int, dice: random.Random) -> list[int]:
        """Play at random, never into one's own eyes, until neither side can; 1 for Black's points, -1 for White's."""
        empty = [index for index, value in enumerate(self.cells) if not value]
        banned, passes = -1, 0
        for _ in range(3 * len(self.cells)):
            at, banned = self._turn(empty, color, banned, dice)
            passes = 0 if at >= 0 else passes + 1
            if passes == 2:
                break
            color = 3 - color
        return [self._sign(index, value) for index, value in enumerate(self.cells)]

    def _sign(self, index: int, value: int) -> int:
        if not value:
            around = {self.cells[near] for near in self.beside[index]} - {0}
            value = around.pop() if len(around) == 1 else 0
        return (0, 1, -1)[value]

    def _turn(self, empty: list[int], color: int, banned: int, dice: random.Random) -> tuple[int, int]:
        """Play one stone somewhere; return where (-1: nowhere) and the point that ko forbids next."""
        count = len(empty)
        while count:
            choice = int(dice.random() * count)
            count -= 1
            at = empty[choice]
            empty[choice], empty[count] = empty[count], at
            if at == banned or self._is_eye(at, color):
                continue
            taken = self._place(at, color)
            if taken is None:
                continue
            empty[count] = empty[-1]
            empty.pop()
            empty += taken
            return at, taken[0] if len(taken) == 1 else -1
        return -1, -1

    def _is_eye(self, at: int, color: int) -> bool:
        cells = self.cells
        for near in self.beside[at]:
            if cells[near] != color:
                return False
        corners = self.corners[at]
        enemies = 0
        for near in corners:
            if cells[near] == 3 - color:
                enemies += 1
        return enemies < 2 if len(corners) == 4 else not enemies

    def _place(self, at: int, color: int) -> list[int] | None:
        """Put a stone down; the points that it emptied, None (and nothing done) when it would be self-capture."""
        cells, chain, liberties = self.cells, self.chain, self.liberties
        free, own, caught = 0, [], []
        for near in self.beside[at]:
            value = cells[near]
            if not value:
                free += 1
                continue
            number = chain[near]
            liberties[number] -= 1
            if value == color:
                own.append(number)
            elif not liberties[number]:
                caught.append(number)
        if not free and not caught and not any(liberties[number] for number in own):
            for near in self.beside[at]:
                liberties[chain[near]] += 1
            return None
        cells[at] = color
        self._join(at, free, own)
        return [index for number in caught for index in self._take(number)]

    def _join(self, at: int, free: int, own: list[int]) -> None:
        """Make one chain of the new stone and the own ones beside it."""
        chain, liberties, stones = self.chain, self.liberties, self.stones
        here = at
        stones[at], liberties[at], chain[at] = [at], free, at
        for number in own:
            if number == here or number not in stones:
                continue
            if len(stones[number]) > len(stones[here]):
                number, here = here, number
            for index in stones[number]:
                chain[index] = here
            stones[here] += stones.pop(number)
            liberties[here] += liberties[number]

    def _take(self, number: int) -> list[int]:
        """Take a chain off the board; return where it was."""
        if number not in self.stones:
            return []
        cells, chain, liberties = self.cells, self.chain, self.liberties
        taken = self.stones.pop(number)
        for index in taken:
            cells[index] = 0
        for index in taken:
            for near in self.beside[index]:
                if cells[near]:
                    liberties[chain[near]] += 1
        return taken


def _diagonals(width: int, height: int) -> list[list[int]]:
    table = []
    for row in range(height):
        for column in range(width):
            table.append(
                [
                    r * width + c
                    for r in (row - 1, row + 1)
                    for c in (column - 1, column + 1)
                    if 0 <= r < height and 0 <= c < width
                ]
            )
    return table
