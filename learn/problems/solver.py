"""Read small areas to the end: can one player reach a goal against every defence? (C104, C105)

One player, the reacher, wants to capture a marked stone, or to connect two marked stones of their own. The opponent
wants to prevent this. Moves are only played in the area, and stones outside do not change. The preventing player may
pass, and a repeated position means that the goal is not reached. Each ko is read twice, once for each player as the one
who may always retake at once, as if that player had unlimited ko threats. A position is a value, and its result does
not depend on how it was reached.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from rules import Board, Color

NOWHERE = 1 << 30
PASS = 0
LONGEST = 60
"""The largest number of moves that are read ahead."""


class SolverLimitReached(Exception):
    """Raised if the solver would have to read more positions than it may."""


@dataclass(frozen=True, slots=True)
class SolverInput:
    """The input of the solver: the reacher (the colour that tries to reach the goal), the marked points, and the area
    in which moves are read.

    With one mark the reacher captures the opponent's stone there. With two marks the reacher connects their own stones
    there. A marked stone whose chain has `free` liberties counts as out of reach; 0 disables this rule.
    """

    board: Board
    reacher: Color
    marks: tuple[int, ...]
    area: frozenset[int]
    free: int = 0


class SolverPosition(NamedTuple):
    """A position: the stones of the reacher and of the opponent, the point that may not be retaken, and whether it is
    the reacher's turn."""

    reacher: int
    other: int
    ko: int
    is_reachers: bool

    def passed(self) -> SolverPosition:
        """Return the position after a pass."""
        return SolverPosition(self.reacher, self.other, 0, not self.is_reachers)


class Solver:
    """The solver of one question, with the results found so far. One side may retake every ko at once: the reacher if
    `master` is True, otherwise the opponent.

    Points are bits. Each row has one more bit than the board is wide, which is never played, so that shifts do not
    wrap.
    """

    def __init__(self, question: SolverInput, *, master: bool, nodes: int) -> None:
        board = question.board
        self.question, self.master, self.allowed, self.nodes = question, master, nodes, 0
        self.width, self.row = board.width, board.width + 1
        self.all = self.bits(range(len(board.cells)))
        self.area = self.bits(question.area)
        self.marks = [self.bits([mark]) for mark in question.marks]
        mine = self.bits(at for at, value in enumerate(board.cells) if value == question.reacher)
        every = self.bits(at for at, value in enumerate(board.cells) if value)
        self.start = SolverPosition(mine, every & ~mine, 0, True)
        self.known: dict[SolverPosition, tuple[bool, int]] = {}
        self.path: dict[SolverPosition, int] = {}
        self.good: dict[int, int] = {}
        self.met_ko = False

    def bits(self, indices: Iterable[int]) -> int:
        """Return these points, given by index, as bits."""
        return sum(1 << at // self.width * self.row + at % self.width for at in indices)

    def index(self, bit: int) -> int:
        """Return the index of the point with this bit."""
        at = bit.bit_length() - 1
        return at // self.row * self.width + at % self.row

    def reaches(self, place: SolverPosition) -> bool:
        """Return whether the reacher reaches the goal from this position. Raises SolverLimitReached."""
        return self._read(place)[0]

    def winning_move(self, place: SolverPosition) -> int:
        """Return the winning move of the side to move as a bit, or PASS. The position must have a winning move."""
        self._read(place)
        return self.known[place][1] if place in self.known else PASS

    def moves(self, place: SolverPosition) -> Iterator[tuple[int, SolverPosition]]:
        """Yield every move that may be good, as a bit, with the position after it. The most likely moves come first,
        and a pass comes last, which only the preventing side may play."""
        found = []
        own = place.reacher if place.is_reachers else place.other
        left = self._candidate_points(place, own)
        while left:
            bit = left & -left
            left ^= bit
            after = self.position_after(place, bit)
            if after is None:
                continue
            taken = (place.other & ~after.other) | (place.reacher & ~after.reacher)
            found.append((bool(taken), self._liberty_sort_key(after), self.good.get(bit, 0), bit, after))
        found.sort(key=lambda one: one[:4], reverse=True)
        for one in found:
            yield one[3], one[4]
        if not place.is_reachers:
            yield PASS, place.passed()

    def position_after(self, place: SolverPosition, bit: int) -> SolverPosition | None:
        """Return the position after a stone on this point. Return None if the move is illegal: an occupied point,
        self-capture or ko."""
        own, other = (place.reacher, place.other) if place.is_reachers else (place.other, place.reacher)
        if (own | other) & bit:
            return None
        if bit == place.ko:
            return None
        taken, near, rest = 0, self._neighbors_of(bit) & other, self.all & ~(own | other | bit)
        while near:
            chain = self._chain_from(near & -near, other)
            near &= ~chain
            if not self._neighbors_of(chain) & rest:
                taken |= chain
        own, other = own | bit, other & ~taken
        mine = self._chain_from(bit, own)
        liberties = self._neighbors_of(mine) & ~(own | other)
        if not liberties:
            return None
        ko = taken if mine == bit and liberties == taken and not taken & (taken - 1) else 0
        self.met_ko |= bool(ko)
        if self.master != place.is_reachers:
            ko = 0
        return SolverPosition(own, other, ko, False) if place.is_reachers else SolverPosition(other, own, ko, True)

    def decided_result(self, place: SolverPosition) -> bool | None:
        """Return True if the goal is reached, False if it can no longer be reached, and None if neither is clear
        yet."""
        mark = self.marks[0]
        if len(self.marks) > 1:
            if any(not place.reacher & one for one in self.marks):
                return False
            return True if self._chain_from(mark, place.reacher) & self.marks[1] else None
        if not place.other & mark:
            return True
        chain = self._chain_from(mark, place.other)
        liberties = self._neighbors_of(chain) & ~(place.reacher | place.other)
        if self.question.free and liberties.bit_count() >= self.question.free:
            return False
        return False if self._has_two_eyes(chain, liberties) else None

    def _read(self, place: SolverPosition) -> tuple[bool, int]:
        """Return whether the goal is reached. If that depends on a repetition, also return the earliest ply of the
        current path whose position is repeated, otherwise NOWHERE. Raises SolverLimitReached."""
        known = self.known.get(place)
        if known is not None:
            return known[0], NOWHERE
        if place in self.path:
            return False, self.path[place]
        decided = self.decided_result(place)
        if decided is not None:
            self.known[place] = (decided, PASS)
            return decided, NOWHERE
        self.nodes += 1
        ply = len(self.path)
        if self.nodes > self.allowed or ply > LONGEST:
            raise SolverLimitReached
        self.path[place] = ply
        try:
            return self._try_moves(place, ply)
        finally:
            del self.path[place]

    def _try_moves(self, place: SolverPosition, ply: int) -> tuple[bool, int]:
        """Try the moves of the side to move until one succeeds, and return the result as `_read` does. A failure that
        depends on a repetition is not stored."""
        lowest = NOWHERE
        for bit, after in self.moves(place):
            reached, low = self._read(after)
            if reached is place.is_reachers:
                self.good[bit] = self.good.get(bit, 0) + 1
                if reached or low >= ply:
                    self.known[place] = (reached, bit)
                    low = NOWHERE
                return reached, low
            lowest = min(lowest, low)
        reached = not place.is_reachers
        if reached or lowest >= ply:
            self.known[place] = (reached, PASS)
            lowest = NOWHERE
        return reached, lowest

    def _liberty_sort_key(self, after: SolverPosition) -> int:
        """Return a value by which moves are sorted, the best first. The reacher prefers that the marked chain has few
        liberties after the move, the opponent that it has many."""
        if not self.question.free or not after.other & self.marks[0]:
            return 0
        chain = self._chain_from(self.marks[0], after.other)
        liberties = (self._neighbors_of(chain) & ~(after.reacher | after.other)).bit_count()
        return liberties if after.is_reachers else -liberties

    def _candidate_points(self, place: SolverPosition, own: int) -> int:
        """Return the points worth playing, as bits: the empty points of the area, without the side's own eyes inside a
        single chain. If the marked chain is in atari, return only the moves that save or capture it."""
        empty = self.all & ~(place.reacher | place.other)
        if len(self.marks) == 1:
            chain = self._chain_from(self.marks[0], place.other)
            liberties = self._neighbors_of(chain) & empty
            if not liberties & (liberties - 1):
                if not place.is_reachers:
                    return self._rescue_points(place, chain, empty)
                if liberties & self.area and liberties != place.ko:
                    return liberties
        left, eyes = empty & self.area, 0
        rest = left & ~self._neighbors_of(self.all & ~own)
        while rest:
            bit = rest & -rest
            rest ^= bit
            near = self._neighbors_of(bit)
            if not near & ~self._chain_from(near & -near, own):
                eyes |= bit
        return left & ~eyes

    def _rescue_points(self, place: SolverPosition, chain: int, empty: int) -> int:
        """Return the points, as bits, that may save a chain in atari: its last liberty, and the points where adjacent
        opposing stones can be captured."""
        found, near = self._neighbors_of(chain) & empty, self._neighbors_of(chain) & place.reacher
        while near:
            enemy = self._chain_from(near & -near, place.reacher)
            near &= ~enemy
            liberties = self._neighbors_of(enemy) & empty
            if not liberties & (liberties - 1):
                found |= liberties
        return found & self.area

    def _has_two_eyes(self, chain: int, liberties: int) -> bool:
        inner = liberties & ~self._neighbors_of(self.all & ~chain)
        return bool(inner & (inner - 1))

    def _neighbors_of(self, points: int) -> int:
        return (points << 1 | points >> 1 | points << self.row | points >> self.row) & self.all

    def _chain_from(self, seed: int, stones: int) -> int:
        row = self.row
        while True:
            grown = (seed | seed << 1 | seed >> 1 | seed << row | seed >> row) & stones
            if grown == seed:
                return seed
            seed = grown
