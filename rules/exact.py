"""Read small open areas to the end: which stones are captured, live, or are in seki.

Both sides play optimally for the stones on the board now: each point under these stones belongs in the end to the
colour that occupies it or alone borders it. If every move would lose points, a side passes, so a seki remains.
Captures are played out liberty by liberty, so races, throw-ins, dead shapes and false eyes need no rules of their
own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from .benson import chains_of
from .board import Board

SETTLES = 7
"""If one move captures this many stones or more, the captured side cannot live there again: the points stay with the
capturing side."""
CAPTURES = 4
"""The number of smaller captures in one line of reading; after one more, the stones then on the board are counted."""
PASS = -1


@dataclass(frozen=True, slots=True)
class AreaReading:
    """The result of reading an area. `lives` has a value for every chain in the area: the sum of the results with Black
    first and with White first. It is from 2 (always lives) to -2 (never lives). `lives` is None if the reading exceeded
    its limit.

    `nodes` is the number of positions read.
    """

    lives: dict[frozenset[int], float] | None
    nodes: int


def read_area(board: Board, area: Sequence[int], nodes: int) -> AreaReading:
    """Read an area to the end, given as point indices, in at most `nodes` positions. Return the status of its chains.

    All neighbours of the area must be stones; these count as alive. The same board gives the same result in every
    process.
    """
    reader = _AreaReader(board, area, nodes)
    try:
        black, white = reader.outcome(1), reader.outcome(2)
    except _ReadingLimitExceeded:
        return AreaReading(None, nodes)
    return AreaReading({chain: black[chain] + white[chain] for chain in black}, reader.nodes)


class _ReadingLimitExceeded(Exception):
    """Raised if the reading exceeds its limit."""


Chain = tuple[int, int]
"""The stones of a chain and all its adjacent points, as bits."""
Chains = tuple[Chain, ...]


class _Position(NamedTuple):
    """A position from the view of the side to move: the chains of both sides, their stones, and the empty points. Sets
    of points are integers with one bit for each point.

    `ko` is the point that may not be retaken, and `passed` is whether the opponent has just passed. `left` is how many
    captures of a few stones may follow before the reading stops.
    """

    own: Chains
    other: Chains
    mine: int
    theirs: int
    empty: int
    ko: int
    passed: bool
    left: int

    def after_pass(self) -> _Position:
        """Return the same position as the opponent sees it, after a pass."""
        return _Position(self.other, self.own, self.theirs, self.mine, self.empty, 0, True, self.left)


class _Bounds(NamedTuple):
    """The lower and upper bounds of a position's value, and the best move so far."""

    least: int
    most: int
    move: int


class _AreaReader:
    """Reads one area by a game-tree search. Sets of its points are integers with one bit for each point, and positions
    are cached.

    The bit above all points, `free`, stands for a liberty that can never be filled. Chains at the walls of the area
    have this liberty, and so do chains that have captured many stones.
    """

    def __init__(self, board: Board, area: Sequence[int], nodes: int) -> None:
        self.bit = {index: 1 << number for number, index in enumerate(area)}
        self.free = 1 << len(area)
        neighbors = board.neighbors
        self.near = [self._bits(near for near in neighbors[index] if near in self.bit) for index in area]
        walls = [{board.cells[near] for near in neighbors[index] if near not in self.bit} for index in area]
        self.walls = [sum(1 << at for at, colors in enumerate(walls) if color in colors) for color in (1, 2)]
        cells = [value if index in self.bit else 0 for index, value in enumerate(board.cells)]
        found = [(self._bits(chain), chain, color) for color in (1, 2) for chain in chains_of(neighbors, cells, color)]
        self.asked = sorted(found, key=lambda one: one[0])
        self.stones = sum(stones for stones, _, _ in self.asked)
        self.most = self.stones.bit_count()
        self.known: dict[tuple[int, int, int, bool, int, int], _Bounds] = {}
        self.nodes, self.allowed = 0, nodes
        self.cutoffs = [0] * len(area)

    def _bits(self, indices: Iterable[int]) -> int:
        return sum(self.bit[index] for index in indices)

    def _neighbors_of(self, points: int) -> int:
        found = 0
        while points:
            low = points & -points
            found |= self.near[low.bit_length() - 1]
            points ^= low
        return found

    def outcome(self, first: int) -> dict[frozenset[int], float]:
        """Play the area to the end with best moves, with the colour `first` to move. Return for each chain who owns its
        points then: from 1 (its own colour owns all) to -1 (the opponent owns all)."""
        place, color, passes = self._first_position(first), first, 0
        while passes < 2 and place.left >= 0:
            move = self._best_move(place, color)
            after = None if move == PASS else self._position_after_stone(place, move)
            passes = 0 if after else passes + 1
            place, color = after or place.after_pass(), 3 - color
        kept = {color: self._owned_points(place), 3 - color: self._owned_points(place.after_pass())}
        return {
            chain: 2 * (stones & kept[owner]).bit_count() / stones.bit_count() - 1
            for stones, chain, owner in self.asked
        }

    def _first_position(self, first: int) -> _Position:
        sides: list[Chains] = []
        for color in (first, 3 - first):
            chains = [(stones, self._neighbors_of(stones)) for stones, _, owner in self.asked if owner == color]
            sides.append(((0, self.walls[color - 1] | self.free), *chains))
        mine, theirs = (sum(stones for stones, _ in chains) for chains in sides)
        empty = (self.free * 2 - 1) & ~self.stones
        return _Position(sides[0], sides[1], mine, theirs, empty, 0, False, CAPTURES)

    def _best_move(self, place: _Position, color: int) -> int:
        """Return the best move for the side to move, found by searching with a narrowing range of values. The move is a
        bit number, or PASS."""
        guess, least, most = self._final_value(place), -self.most, self.most
        while least < most:
            beta = guess + 1 if guess == least else guess
            guess = self._value(place, color, beta)
            if guess < beta:
                most = guess
            else:
                least = guess
        known = self.known.get(self._cache_key(place, color))
        return known.move if known else PASS

    def _cache_key(self, place: _Position, color: int) -> tuple[int, int, int, bool, int, int]:
        return (place.mine, place.theirs, place.ko, place.passed, place.left, color)

    def _value(self, place: _Position, color: int, beta: int) -> int:
        """Return a bound of the position's value: the points of the side to move minus the opponent's. The result is a
        lower bound if it is at least `beta`, otherwise an upper bound. Raises _ReadingLimitExceeded."""
        key = self._cache_key(place, color)
        known = self.known.get(key) or _Bounds(*self._bounds(place), PASS)
        if known.least >= beta or known.least >= known.most:
            self.known[key] = known
            return known.least
        if known.most < beta:
            return known.most
        self.nodes += 1
        if self.nodes > self.allowed:
            raise _ReadingLimitExceeded
        best = -self.most - 1
        for at, after in self._promising_moves(place, known.move):
            best = max(best, self._value_after(place, after, color, beta))
            if best >= beta:
                self.cutoffs[at] += 1
                self.known[key] = _Bounds(max(known.least, best), known.most, at)
                return best
        self.known[key] = _Bounds(known.least, min(known.most, best), known.move)
        return best

    def _value_after(self, place: _Position, after: _Position | None, color: int, beta: int) -> int:
        if after is None:
            return self._final_value(place)
        if after.left < 0:
            return -self._final_value(after)
        return -self._value(after, 3 - color, 1 - beta)

    def _bounds(self, place: _Position) -> tuple[int, int]:
        """Return the smallest and the largest possible value for the side to move. Stones that can never be captured
        narrow this range."""
        mine = self._uncapturable_stones(place.own, place.other, place.empty) & self.stones
        theirs = self._uncapturable_stones(place.other, place.own, place.empty) & self.stones
        return 2 * mine.bit_count() - self.most, self.most - 2 * theirs.bit_count()

    def _uncapturable_stones(self, chains: Chains, enemies: Chains, empty: int) -> int:
        """Return the stones of those chains that can never be captured, because they touch a wall or have two one-point
        eyes."""
        safe = 0
        for _, border in enemies:
            empty &= ~border
        for stones, border in chains:
            if border & self.free or self._has_two_eyes(stones, border & empty):
                safe |= stones
        return safe

    def _has_two_eyes(self, stones: int, liberties: int) -> bool:
        eyes = 0
        while liberties and eyes < 2:
            low = liberties & -liberties
            liberties ^= low
            eyes += not self.near[low.bit_length() - 1] & ~stones
        return eyes == 2

    def _promising_moves(self, place: _Position, first: int) -> Iterator[tuple[int, _Position | None]]:
        """Yield every move worth trying with the position after it, the most promising moves first. A pass that ends
        the game comes first, with None as its position. Any other pass comes last."""
        if place.passed:
            yield PASS, None
        found = []
        empty = place.empty & ~self.free & ~place.ko
        while empty:
            low = empty & -empty
            empty ^= low
            at = low.bit_length() - 1
            after = None if self._is_eye(place, at, low) else self._position_after_stone(place, at)
            if after is not None:
                found.append((at == first, place.theirs & ~after.mine != 0, self.cutoffs[at], at, after))
        found.sort(key=lambda one: one[:4], reverse=True)
        for one in found:
            yield one[3], one[4]
        if not place.passed:
            yield PASS, place.after_pass()

    def _is_eye(self, place: _Position, at: int, bit: int) -> bool:
        """Return whether the point is surrounded by a single chain of the side to move."""
        if self.near[at] & ~place.mine or any(border & bit for _, border in place.other):
            return False
        return sum(1 for _, border in place.own if border & bit) == 1

    def _position_after_stone(self, place: _Position, at: int) -> _Position | None:
        """Return the position after a stone on this point, from the opponent's view, or None for self-capture."""
        bit = 1 << at
        empty, left, settled = place.empty & ~bit, place.left, 0
        taken = self._captured_stones(place.other, bit, empty)
        if taken and taken.bit_count() >= SETTLES:
            settled = taken
        elif taken:
            empty |= taken
            left -= 1
        rest, stones, border = self._with_added_stone(place.own, bit, at, settled)
        if not border & empty:
            return None
        other = tuple([chain for chain in place.other if not chain[0] & taken]) if taken else place.other
        is_ko = taken and stones == bit and border & empty == taken and not taken & (taken - 1)
        mine, theirs = place.mine | stones, place.theirs & ~taken
        return _Position(other, (*rest, (stones, border)), theirs, mine, empty, taken if is_ko else 0, False, left)

    def _captured_stones(self, chains: Chains, bit: int, empty: int) -> int:
        """Return the stones of the chains whose last liberty is the point of `bit`. `empty` are the empty points
        without that point."""
        taken = 0
        for stones, border in chains:
            if border & bit and not border & empty:
                taken |= stones
        return taken

    def _with_added_stone(self, own: Chains, bit: int, at: int, settled: int) -> tuple[list[Chain], int, int]:
        """Add a stone at the point number `at` to the side's chains. Return the chains it does not touch, the stones of
        the chain that it belongs to, and the points next to that chain.

        `settled` are captured points that belong to the mover permanently. A chain that contains them gets the liberty
        that can never be filled.
        """
        stones, border, rest = bit | settled, self.near[at], []
        if settled:
            border |= self._neighbors_of(settled) | self.free
        new = stones
        for chain in own:
            if chain[1] & new:
                stones |= chain[0]
                border |= chain[1]
            else:
                rest.append(chain)
        return rest, stones, border

    def _final_value(self, place: _Position) -> int:
        """Return the value if the game ends here: the points of the side to move minus the opponent's."""
        mine, theirs = self._owned_points(place), self._owned_points(place.after_pass())
        return mine.bit_count() - theirs.bit_count()

    def _owned_points(self, place: _Position) -> int:
        """Return the points that the side to move owns, as bits: those under its stones, and the empty points of areas
        that the opponent does not touch. Only points that had stones at the start are included."""
        owned, empty = place.mine & self.stones, place.empty & self.stones
        while empty:
            region = new = empty & -empty
            while new:
                new = self._neighbors_of(new) & place.empty & ~region
                region |= new
            if not any(border & region for _, border in place.other):
                owned |= region & self.stones
            empty &= ~region
        return owned
