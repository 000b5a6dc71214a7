"""Which stones are probably dead, and the marking aid (R10).

The suggestion comes from quick random games from the position (seeded by the position, so that the same board
always gets the same answer): a chain whose points mostly end as the enemy's is probably dead. Chains that Benson's
algorithm proves alive are never suggested.
"""

from __future__ import annotations

import random
from collections.abc import Iterable

from .board import Board, Point, dead_chain, neighbors_of
from .color import Color
from .ruleset import RuleSet

GAMES = 60
"""Random games for a suggestion."""
MARGIN = 0.3
"""A chain is suggested when on average its points belong to the enemy by this much, from -1 to 1."""

WIDE = 6
"""How many empty points a stone in an enclosed area must face to be taken for lost."""


def suggest_dead(board: Board, *, ruleset: RuleSet) -> frozenset[Point]:
    """The stones that are probably dead at the end of the game: a suggestion, not a proof.

    Empty for rule sets under which all stones are alive.
    """
    if ruleset.all_stones_alive or not any(board.cells):
        return frozenset()
    safe = _alive(board, Color.BLACK) | _alive(board, Color.WHITE)
    lost = _lost_in_regions(board)
    owners = _Playouts(board).owners(GAMES)
    dead: set[int] = set()
    for chain in chains(board):
        color = board.cells[chain[0]]
        sign = 1 if color == Color.BLACK else -1
        mean = sum(owners[index] for index in chain) * sign / (len(chain) * GAMES)
        if (mean < -MARGIN or chain[0] in lost) and chain[0] not in safe:
            dead.update(chain)
    return frozenset(map(board.point, dead))


def _lost_in_regions(board: Board) -> set[int]:
    """Stones that are few in a wide area which the enemy encloses: at the end of a game nobody saves them."""
    lost: set[int] = set()
    for color in Color:
        for region in _regions(board, color.opponent):
            stones = {index for index in region if board.cells[index]}
            if stones and len(stones) * WIDE <= len(region) - len(stones) < board.width * board.height // 2:
                lost |= stones
    return lost


def unconditionally_alive(board: Board, color: Color) -> frozenset[Point]:
    """The stones of this colour that cannot be captured even if their owner always passes (Benson 1976)."""
    return frozenset(map(board.point, _alive(board, color)))


def chains(board: Board) -> list[list[int]]:
    """Every chain as a list of indices."""
    found, seen = [], set()
    for start, value in enumerate(board.cells):
        if value and start not in seen:
            chain = _connected(board, start, (value,))
            seen.update(chain)
            found.append(chain)
    return found


def _connected(board: Board, start: int, values: Iterable[int]) -> list[int]:
    """The indices joined to `start` through points of these values."""
    beside, cells = neighbors_of(board.width, board.height), board.cells
    todo, seen = [start], {start}
    for index in todo:
        for near in beside[index]:
            if near not in seen and cells[near] in values:
                seen.add(near)
                todo.append(near)
    return todo


def _alive(board: Board, color: Color) -> set[int]:
    """Benson's algorithm: drop chains with fewer than two vital regions, and regions that touch dropped
    chains, until nothing changes."""
    own = [frozenset(chain) for chain in chains(board) if board.cells[chain[0]] == color]
    regions = _regions(board, color)
    while True:
        kept = [c for c in own if sum(_is_vital(board, r, c) for r in regions) >= 2]
        stones = frozenset().union(*kept)
        held = [r for r in regions if _border(board, r) <= stones]
        if len(kept) == len(own) and len(held) == len(regions):
            return set(stones)
        own, regions = kept, held


def _regions(board: Board, color: Color) -> list[frozenset[int]]:
    """The areas that stones of this colour enclose: empty points and enemy stones."""
    values = (0, color.opponent)
    found, seen = [], set()
    for start, value in enumerate(board.cells):
        if value in values and start not in seen:
            region = _connected(board, start, values)
            seen.update(region)
            found.append(frozenset(region))
    return found


def _is_vital(board: Board, region: frozenset[int], chain: frozenset[int]) -> bool:
    """Whether every empty point of the region is a liberty of the chain."""
    beside = neighbors_of(board.width, board.height)
    empty = [index for index in region if not board.cells[index]]
    return bool(empty) and all(any(n in chain for n in beside[index]) for index in empty)


def _border(board: Board, region: frozenset[int]) -> frozenset[int]:
    beside = neighbors_of(board.width, board.height)
    return frozenset(near for index in region for near in beside[index] if near not in region)


class _Playouts:
    """Random games to the end from one position."""

    def __init__(self, board: Board) -> None:
        self.cells = list(board.cells)
        self.beside = neighbors_of(board.width, board.height)
        self.corners = _diagonals(board.width, board.height)
        self.random = random.Random(board.key)  # noqa: S311 - not a secret

    def owners(self, games: int) -> list[int]:
        """For every index in how many games it was Black's at the end, less those in which it was White's."""
        total = [0] * len(self.cells)
        for number in range(games):
            cells = self._game(1 + number % 2)
            for index, value in enumerate(cells):
                if not value:
                    value = self._eye_owner(cells, index)
                total[index] += (0, 1, -1)[value]
        return total

    def _eye_owner(self, cells: list[int], index: int) -> int:
        around = {cells[near] for near in self.beside[index]} - {0}
        return around.pop() if len(around) == 1 else 0

    def _game(self, color: int) -> list[int]:
        """Play at random, never into one's own eyes, until neither side can; return the board."""
        cells = self.cells[:]
        empty = [index for index, value in enumerate(cells) if not value]
        banned, passes = -1, 0
        for _ in range(3 * len(cells)):
            at, banned = self._turn(cells, empty, color, banned)
            passes = 0 if at >= 0 else passes + 1
            if passes == 2:
                break
            color = 3 - color
        return cells

    def _turn(self, cells: list[int], empty: list[int], color: int, banned: int) -> tuple[int, int]:
        """Play one stone somewhere; return where (-1: nowhere) and the point that ko forbids next."""
        count = len(empty)
        pick = self.random.random
        while count:
            choice = int(pick() * count)
            count -= 1
            at = empty[choice]
            empty[choice], empty[count] = empty[count], at
            if at == banned or self._is_eye(cells, at, color):
                continue
            taken = self._place(cells, at, color)
            if taken is None:
                continue
            empty[count] = empty[-1]
            empty.pop()
            empty += taken
            return at, taken[0] if len(taken) == 1 else -1
        return -1, -1

    def _is_eye(self, cells: list[int], at: int, color: int) -> bool:
        for near in self.beside[at]:
            if cells[near] != color:
                return False
        corners = self.corners[at]
        enemies = 0
        for near in corners:
            if cells[near] == 3 - color:
                enemies += 1
        return enemies < 2 if len(corners) == 4 else not enemies

    def _place(self, cells: list[int], at: int, color: int) -> list[int] | None:
        """Put a stone down; the points that it emptied, None (and nothing done) when it would be self-capture."""
        beside, enemy, taken = self.beside, 3 - color, []
        cells[at] = color
        free = False
        for near in beside[at]:
            value = cells[near]
            if not value:
                free = True
            elif value == enemy:
                chain = dead_chain(beside, cells, near)
                if chain:
                    taken += chain
                    for index in chain:
                        cells[index] = 0
        if not free and not taken and dead_chain(beside, cells, at):
            cells[at] = 0
            return None
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


def marking_toggle(board: Board, dead: frozenset[Point], point: Point, *, whole_region: bool) -> frozenset[Point]:
    """The marking after a click on a stone: its chain, and with `whole_region` every chain of its colour in
    the region that enemy stones enclose, marked; unmarking takes the chain alone back (R10).

    Empty points change nothing. Raises OffBoard.
    """
    color = board[point]
    if color is None:
        return dead
    if point in dead:
        return dead - board.chain_at(point).stones
    if not whole_region:
        return dead | board.chain_at(point).stones
    region = _connected(board, board.index(point), (0, color))
    return dead | {board.point(index) for index in region if board.cells[index] == color}
