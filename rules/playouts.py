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
    """Play this many random games from the position. Return the average owner of each point at the end, by index: from
    1 (always Black) to -1 (always White).

    The same board gives the same result in every process.
    """
    total = [0] * len(board.cells)
    start, dice = RandomGame.of(board), random.Random(board.key)  # noqa: S311 - not a secret
    for number in range(games):
        signs = start.copy().play(1 + number % 2, dice)
        total = [value + sign for value, sign in zip(total, signs, strict=True)]
    return [value / games for value in total]


class RandomGame:
    """A board on which random games are played.

    `chain` is the number of the chain at a point index, and `stones` has the stones of each chain. `liberties` counts
    for each chain its contacts with empty points. An empty point next to two stones of a chain counts twice, because
    only zero matters.
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
        game.corners = board.diagonal_neighbors
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
        """Play random moves until both sides pass or the game is too long; no side fills its own eyes. Return the owner
        of each point at the end, by index: 1 for Black, -1 for White, 0 for neither."""
        empty = [index for index, value in enumerate(self.cells) if not value]
        banned, passes = -1, 0
        for _ in range(3 * len(self.cells)):
            at, banned = self._play_random_move(empty, color, banned, dice)
            passes = 0 if at >= 0 else passes + 1
            if passes == 2:
                break
            color = 3 - color
        return self._point_owners(len(self.cells))

    def _point_owners(self, size: int) -> list[int]:
        """Return the owner of each of the first `size` points: 1 for Black, -1 for White, 0 for neither. An empty point
        belongs to the only colour among its neighbours."""
        cells = self.cells[:size]
        signs = [SIGNS[value] for value in cells]
        if 0 in cells:
            for index, value in enumerate(cells):
                if not value:
                    around = {self.cells[near] for near in self.neighbors[index]} - {0}
                    signs[index] = SIGNS[around.pop()] if len(around) == 1 else 0
        return signs

    def _play_random_move(self, empty: list[int], color: int, banned: int, dice: random.Random) -> tuple[int, int]:
        """Play one stone on a random empty point that is not `banned`. Return the index of that point, or -1 for a
        pass. Also return the point that ko forbids next, or -1 if there is none."""
        count, roll, is_bad_move, place = len(empty), dice.random, self._is_bad_move, self.place
        while count:
            choice = int(roll() * count)
            count -= 1
            at = empty[choice]
            empty[choice] = empty[count]
            empty[count] = at
            if at == banned or is_bad_move(at, color):
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
        return self._is_real_eye(at, color)

    def _is_real_eye(self, at: int, color: int) -> bool:
        """Return whether an eye of this colour at this point is a real eye: the enemy holds too few of its diagonal
        neighbours to make it false."""
        cells, corners, enemy = self.cells, self.corners[at], 3 - color
        enemies = 0
        for near in corners:
            if cells[near] == enemy:
                enemies += 1
        return enemies < 2 if len(corners) == 4 else not enemies

    def _is_bad_move(self, at: int, color: int) -> bool:
        """Return whether a stone on this point would fill an eye of its own colour, or would stand in an enemy eye
        without capturing anything."""
        cells, around = self.cells, self.neighbors[at]
        value = cells[around[0]] if around else 0
        if not value:
            return False
        for near in around:
            if cells[near] != value:
                return False
        if value == color:
            return self._is_real_eye(at, color)
        chain, liberties = self.chain, self.liberties
        for near in around:
            if liberties[chain[near]] <= TOUCHES:
                break
        else:
            return True
        return False

    def place(self, at: int, color: int) -> list[int] | None:
        """Place a stone, and return the points from which stones were captured. Return None, without a change, for
        self-capture."""
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
        if not free and not caught and self._restore_if_self_capture(at, own):
            return None
        cells[at] = color
        self.stones[at], liberties[at], chain[at] = [at], free, at
        if own:
            self._merge_chains(at, own)
        return [index for number in caught for index in self._remove_chain(number)] if caught else caught

    def _restore_if_self_capture(self, at: int, own: list[int]) -> bool:
        """Return whether a stone at this point, which captures nothing, would be an illegal self-capture. `own` are the
        adjacent chains of its colour; the self-capture is illegal if none has a liberty. In this case restore the
        liberty counts of all neighbours."""
        chain, liberties = self.chain, self.liberties
        for number in own:
            if liberties[number]:
                return False
        for near in self.neighbors[at]:
            liberties[chain[near]] += 1
        return True

    def _merge_chains(self, at: int, own: list[int]) -> None:
        """Merge the new stone at this point with the adjacent chains of its colour, given by their numbers."""
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

    def _remove_chain(self, number: int) -> list[int]:
        """Remove the chain with this number from the board, and return its points as indices."""
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
    """A random game on one part of the board, whose points are numbered within that part. The stones around it cannot
    be captured.

    No side puts its own large chain into atari without need, so that a seki remains a seki.
    """

    __slots__ = ("empty", "size")

    size: int
    """The number of points of this part; the stones of the surrounding wall have the numbers after them."""
    empty: list[int]
    """The empty points, in any order. place() does not update them; its caller must."""

    @classmethod
    def cut_out(cls, board: Board, area: Sequence[int]) -> LocalRandomGame:
        """Return the game on this area of the board. All points around the area must have stones."""
        game = cls()
        game.size, place = len(area), {index: number for number, index in enumerate(area)}
        neighbors, corners = board.neighbors, board.diagonal_neighbors
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
            game._add_wall(len(cells) + color, [at for at in range(len(area), len(cells)) if cells[at] == color])
        return game

    def _add_wall(self, number: int, stones: list[int]) -> None:
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
        """Continue the game with random moves, after this many consecutive passes. Return the owner of each point of
        the area: 1 for Black, -1 for White, 0 for neither."""
        for _ in range(3 * self.size):
            if passes >= 2:
                break
            at, banned = self._play_random_move(self.empty, color, banned, dice)
            passes = 0 if at >= 0 else passes + 1
            color = 3 - color
        return self._point_owners(self.size)

    def _is_bad_move(self, at: int, color: int) -> bool:
        """Return whether a stone on this point would be a bad move: it fills an eye, or it puts its own large chain
        into atari without a capture."""
        return super()._is_bad_move(at, color) or self._puts_own_chain_in_atari(at, color)

    def _puts_own_chain_in_atari(self, at: int, color: int) -> bool:
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
            elif liberties[chain[near]] <= MANY and len(self._add_liberties(chain[near], set())) == 1:
                return False
        if len(found) > ATARI or 1 + sum(len(self.stones[number]) for number in set(own)) < LARGE:
            return False
        return all(len(self._add_liberties(number, found)) <= ATARI for number in own)

    def _add_liberties(self, number: int, found: set[int]) -> set[int]:
        """Add the liberties of the chain with this number to `found`, and return the set. Stop early once there are too
        many liberties for an atari."""
        cells = self.cells
        for index in self.stones[number]:
            for near in self.neighbors[index]:
                if not cells[near]:
                    found.add(near)
                    if len(found) > ATARI:
                        return found
        return found
