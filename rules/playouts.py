"""Random games from a position, to estimate who will own each point."""

from __future__ import annotations

import random
from collections.abc import Sequence

from .benson import chains_of
from .board import Board, Neighbors

SIGNS = (0, 1, -1)
"""The sign of a neutral point, a point of Black and a point of White."""
WALL = 1 << 20
"""The number of liberties given to stones that cannot be captured."""
MANY = 8
"""A chain with more contacts with empty points than this has at least three liberties."""
TOUCHES = 4
"""The most contacts that one point can have with a chain, so that a stone there cannot capture a chain with more
contacts."""
LARGE = 8
"""The smallest chain that its own side never puts into atari."""
ATARI = 2
"""The number of liberties that a chain may have, including the point to play, and be in atari after a stone there."""


def owner_shares(board: Board, games: int) -> list[float]:
    """Return the average owner of each point after random games, by index: from 1 (always Black) to -1 (always White).

    The same board gives the same result in every process.
    """
    total = [0] * len(board.cells)
    start, dice = RandomGame.of(board), random.Random(board.key)  # noqa: S311 - not a secret
    for number in range(games):
        signs = start.copy().play(1 + number % 2, dice)
        total = [value + sign for value, sign in zip(total, signs, strict=True)]
    return [value / games for value in total]


class RandomGame:
    """A board for random games.

    `chain` is the number of the chain at an index, `stones` the stones of a chain. `liberties` is the number of
    contacts of a chain with empty points. A point next to two of its stones counts twice; the exact number does not
    matter, only whether it is zero.
    """

    __slots__ = ("cells", "chain", "corners", "liberties", "neighbors", "stones")

    neighbors: Neighbors
    cells: list[int]
    chain: list[int]
    corners: Neighbors
    liberties: list[int]
    stones: dict[int, list[int]]

    @classmethod
    def of(cls, board: Board) -> RandomGame:
        """Return the game that begins with this position."""
        game = cls()
        game.neighbors, game.cells = board.neighbors, list(board.cells)
        game.corners = board.corners
        game.chain, game.liberties, game.stones = [0] * len(game.cells), [0] * len(game.cells), {}
        for color in (1, 2):
            for stones in chains_of(game.neighbors, game.cells, color):
                game._add_chain(sorted(stones))
        return game

    def _add_chain(self, stones: list[int]) -> None:
        number = stones[0]
        self.stones[number] = stones
        for index in stones:
            self.chain[index] = number
            self.liberties[number] += sum(not self.cells[near] for near in self.neighbors[index])

    def copy(self) -> RandomGame:
        """Return a copy in which the game can be continued."""
        game = RandomGame()
        game.neighbors, game.corners = self.neighbors, self.corners
        game.cells, game.chain, game.liberties = self.cells[:], self.chain[:], self.liberties[:]
        game.stones = {number: stones[:] for number, stones in self.stones.items()}
        return game

    def play(self, color: int, dice: random.Random) -> list[int]:
        """Play at random, never into the player's own eyes, until neither side can move. Return for each point 1 for
        Black, -1 for White, 0 otherwise."""
        empty = [index for index, value in enumerate(self.cells) if not value]
        banned, passes = -1, 0
        for _ in range(3 * len(self.cells)):
            at, banned = self._turn(empty, color, banned, dice)
            passes = 0 if at >= 0 else passes + 1
            if passes == 2:
                break
            color = 3 - color
        return self._signs(len(self.cells))

    def _signs(self, size: int) -> list[int]:
        """Return 1 (Black), -1 (White) or 0 for each of the first `size` points: the colour of its stone, or the only
        colour among the neighbours of an empty point."""
        cells = self.cells[:size]
        signs = [SIGNS[value] for value in cells]
        if 0 in cells:
            for index, value in enumerate(cells):
                if not value:
                    around = {self.cells[near] for near in self.neighbors[index]} - {0}
                    signs[index] = SIGNS[around.pop()] if len(around) == 1 else 0
        return signs

    def _turn(self, empty: list[int], color: int, banned: int, dice: random.Random) -> tuple[int, int]:
        """Play one stone on a random point. Return that point (-1: a pass) and the point that ko forbids next."""
        count, roll, is_silly, place = len(empty), dice.random, self._is_silly, self.place
        while count:
            choice = int(roll() * count)
            count -= 1
            at = empty[choice]
            empty[choice] = empty[count]
            empty[count] = at
            if at == banned or is_silly(at, color):
                continue
            taken = place(at, color)
            if taken is None:
                continue
            empty[count] = empty[-1]
            empty.pop()
            if not taken:
                return at, -1
            empty += taken
            return at, taken[0] if len(taken) == 1 else -1
        return -1, -1

    def is_eye(self, at: int, color: int) -> bool:
        """Return whether the point is an eye of this colour that should not be filled."""
        cells = self.cells
        for near in self.neighbors[at]:
            if cells[near] != color:
                return False
        return self._is_safe(at, color)

    def _is_safe(self, at: int, color: int) -> bool:
        """Return whether the enemy has too few of the diagonal points to make an eye at this point false."""
        cells, corners, enemy = self.cells, self.corners[at], 3 - color
        enemies = 0
        for near in corners:
            if cells[near] == enemy:
                enemies += 1
        return enemies < 2 if len(corners) == 4 else not enemies

    def _is_silly(self, at: int, color: int) -> bool:
        """Return whether a stone on this point would fill an eye of its own, or be captured at once without gain inside
        an enemy eye."""
        cells, around = self.cells, self.neighbors[at]
        value = cells[around[0]] if around else 0
        if not value:
            return False
        for near in around:
            if cells[near] != value:
                return False
        if value == color:
            return self._is_safe(at, color)
        chain, liberties = self.chain, self.liberties
        for near in around:
            if liberties[chain[near]] <= TOUCHES:
                break
        else:
            return True
        return False

    def place(self, at: int, color: int) -> list[int] | None:
        """Place a stone and return the emptied points. Return None, without a change, for self-capture."""
        cells, chain, liberties = self.cells, self.chain, self.liberties
        free, own, caught = 0, [], []
        for near in self.neighbors[at]:
            value = cells[near]
            if value:
                number = chain[near]
                liberties[number] -= 1
                if value == color:
                    own.append(number)
                elif not liberties[number]:
                    caught.append(number)
            else:
                free += 1
        if not free and not caught and self._is_undone(at, own):
            return None
        cells[at] = color
        self.stones[at], liberties[at], chain[at] = [at], free, at
        if own:
            self._join(at, own)
        return [index for number in caught for index in self._take(number)] if caught else caught

    def _is_undone(self, at: int, own: list[int]) -> bool:
        """Return whether the stone is an illegal self-capture, because none of these chains has a liberty. If so,
        restore the liberty counts of its neighbours. Use it only for a stone that captures nothing."""
        chain, liberties = self.chain, self.liberties
        for number in own:
            if liberties[number]:
                return False
        for near in self.neighbors[at]:
            liberties[chain[near]] += 1
        return True

    def _join(self, at: int, own: list[int]) -> None:
        """Join the new stone and its neighbouring chains of the same colour."""
        chain, liberties, stones = self.chain, self.liberties, self.stones
        here, joined = at, stones[at]
        for number in own:
            if number == here or number not in stones:
                continue
            others = stones[number]
            if len(others) > len(joined):
                number, here = here, number
                others, joined = joined, others
            for index in others:
                chain[index] = here
            joined += others
            del stones[number]
            liberties[here] += liberties[number]

    def _take(self, number: int) -> list[int]:
        """Remove a chain from the board; return its points."""
        if number not in self.stones:
            return []
        cells, chain, liberties = self.cells, self.chain, self.liberties
        taken = self.stones.pop(number)
        for index in taken:
            cells[index] = 0
        for index in taken:
            for near in self.neighbors[index]:
                if cells[near]:
                    liberties[chain[near]] += 1
        return taken


class LocalRandomGame(RandomGame):
    """A game on a part of the board, with points numbered within that part. The surrounding stones cannot be captured.

    Unless forced, no side puts a large chain of its own into atari, so that a seki remains a seki.
    """

    __slots__ = ("empty", "size")

    size: int
    """The number of points of this part; the stones of the surrounding wall have the numbers after them."""
    empty: list[int]
    """The empty points, in any order. place() does not update them; its caller must."""

    @classmethod
    def cut_out(cls, board: Board, area: Sequence[int]) -> LocalRandomGame:
        """Return the game in this area. Its neighbours outside must be stones."""
        game = cls()
        game.size, place = len(area), {index: number for number, index in enumerate(area)}
        neighbors, corners = board.neighbors, board.corners
        cells = [board.cells[index] for index in area]
        for index in area:
            for near in (*neighbors[index], *corners[index]):
                if near not in place:
                    place[near] = len(cells)
                    cells.append(board.cells[near])
        outside = len(cells) - len(area)
        game.cells, game.empty = cells, [number for number in range(game.size) if not cells[number]]
        game.neighbors = tuple(tuple(place[near] for near in neighbors[index]) for index in area) + ((),) * outside
        game.corners = tuple(tuple(place[near] for near in corners[index]) for index in area)
        game.chain, game.liberties, game.stones = [0] * len(cells), [0] * (len(cells) + 3), {}
        for color in (1, 2):
            for stones in chains_of(game.neighbors, cells, color):
                if min(stones) < game.size:
                    game._add_chain(sorted(stones))
            game._enter_wall(len(cells) + color, [at for at in range(len(area), len(cells)) if cells[at] == color])
        return game

    def _enter_wall(self, number: int, stones: list[int]) -> None:
        self.stones[number], self.liberties[number] = stones, WALL
        for index in stones:
            self.chain[index] = number

    def copy(self) -> LocalRandomGame:
        """Return a copy in which the game can be continued."""
        game = LocalRandomGame()
        game.neighbors, game.corners, game.size, game.empty = self.neighbors, self.corners, self.size, self.empty[:]
        game.cells, game.chain, game.liberties = self.cells[:], self.chain[:], self.liberties[:]
        game.stones = {number: stones[:] for number, stones in self.stones.items()}
        return game

    def play_on(self, color: int, banned: int, passes: int, dice: random.Random) -> list[int]:
        """Continue the game at random as play() does. Return 1, -1 or 0 for each point inside."""
        for _ in range(3 * self.size):
            if passes >= 2:
                break
            at, banned = self._turn(self.empty, color, banned, dice)
            passes = 0 if at >= 0 else passes + 1
            color = 3 - color
        return self._signs(self.size)

    def _is_silly(self, at: int, color: int) -> bool:
        """Return whether a stone on this point fills an eye, or puts a large chain of its own into atari without
        capturing."""
        return super()._is_silly(at, color) or self._gives_away(at, color)

    def _gives_away(self, at: int, color: int) -> bool:
        cells, chain, liberties = self.cells, self.chain, self.liberties
        found, own = {at}, []
        for near in self.neighbors[at]:
            value = cells[near]
            if not value:
                found.add(near)
            elif value == color:
                if liberties[chain[near]] > MANY:
                    return False
                own.append(chain[near])
            elif liberties[chain[near]] <= MANY and len(self._free(chain[near], set())) == 1:
                return False
        if len(found) > ATARI or 1 + sum(len(self.stones[number]) for number in set(own)) < LARGE:
            return False
        return all(len(self._free(number, found)) <= ATARI for number in own)

    def _free(self, number: int, found: set[int]) -> set[int]:
        """Return the chain's liberties together with `found`; stop early when the chain cannot be in atari."""
        cells = self.cells
        for index in self.stones[number]:
            for near in self.neighbors[index]:
                if not cells[near]:
                    found.add(near)
                    if len(found) > ATARI:
                        return found
        return found
