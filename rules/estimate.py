"""Estimate which stones are probably dead and which are of unknown status, and help with marking (R10).

Two methods are combined. Random games show how often the points of a chain belong to its own colour at the end; groups
that can neither live nor win a race also count as dead (life.py). Chains whose status is still open are read locally,
with either side to play first: to the end if few points are empty (exact.py), otherwise as far as possible (reader.py).
The results of both methods are weighted and summed. If the methods disagree, or if the result depends on who plays
first, the stones are of unknown status. Stones that Benson's algorithm proves alive are never suggested as dead.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from .benson import alive_stones, chains_of, enclosed_regions
from .board import Board, Point
from .color import Color
from .exact import read_area
from .life import lost_stones, weak_stones
from .playouts import owner_shares
from .reader import UnsettledArea, find_unsettled_areas, read_chains
from .regions import connected_points
from .ruleset import RuleSet

GAMES = 40
"""The number of random games for a suggestion."""
MARGIN = 0.3
"""A chain counts as dead if on average its points belong to the enemy by this share, from -1 to 1."""
WIDE = 6
"""Stones in an area that the enemy encloses count as lost if the area has at least this many empty points per
stone."""
BIG = 4
"""The number of stones from which a chain counts as big and is examined more closely."""
SETTLED = {False: (-0.45, 0.35), True: (-0.65, 0.5)}
"""For small (False) and big (True) chains: the range of shares of points within which random games leave the status
open."""
BIAS, SHARE, LIFE, READ = 0.4, -1.8, 1.75, -1.75
"""The weights of the evidence for death, fitted to boards that people have marked."""
PROOF = -2.5
"""The weight of a reading to the end, which outweighs all other evidence."""
FEW = 7
"""The largest number of empty points of an area that is read to the end."""
NODES, ALL_NODES = 2500, 5000
"""The largest number of positions that are read in one area, and in all areas together."""
CLEAR = 1.0
"""The least evidence, in either direction, for a chain to have a known status."""


@dataclass(frozen=True, slots=True)
class DeadStoneSuggestion:
    """The stones that are probably dead, and the groups of unknown status."""

    dead: frozenset[Point]
    unsure: tuple[frozenset[Point], ...] = ()


@dataclass(frozen=True, slots=True)
class _Chain:
    """A chain: the indices of its stones, its colour, and the results of random games. `share` says who owns its points
    on average, from 1 (always its own colour) to -1 (never). `is_safe` is whether it is unconditionally alive.
    `is_lost` is whether it counts as lost after the random games."""

    stones: frozenset[int]
    color: Color
    share: float
    is_safe: bool
    is_lost: bool

    @property
    def is_undecided(self) -> bool:
        """Return whether random games alone leave the chain's status undecided, so that it must be read."""
        least, most = SETTLED[len(self.stones) >= BIG]
        return not self.is_safe and (least < self.share < most or self.is_lost != (self.share < 0))

    def evidence(self, reading: float, weight: float = READ) -> float:
        """Return the evidence about the chain's status as a number: positive for dead, negative for alive. `reading` is
        the sum of the results of reading with either side first, 0 without a reading. `weight` is the weight of the
        reading."""
        return BIAS + SHARE * self.share + LIFE * (1 if self.is_lost else -1) + weight * reading


def suggest_dead(board: Board, *, ruleset: RuleSet) -> frozenset[Point]:
    """Return the stones that are probably dead at the end of the game: a suggestion, not a proof."""
    return suggest_dead_and_unsure(board, ruleset=ruleset).dead


def suggest_dead_and_unsure(board: Board, *, ruleset: RuleSet) -> DeadStoneSuggestion:
    """Return the stones that are probably dead at the end of the game, and the stones of unknown status. This is a
    suggestion, not a proof.

    The result for a board is always the same. It is empty for rule sets under which all stones are alive.
    """
    if ruleset.all_stones_alive or not any(board.cells):
        return DeadStoneSuggestion(frozenset())
    chains = _evaluated_chains(board)
    asked = find_unsettled_areas(board, [c.stones for c in chains if c.is_undecided], _certainly_alive(chains))
    proofs = _read_small_areas(board, chains, asked)
    readings: dict[frozenset[int], float] = {}
    for unsettled in asked:
        if unsettled.chains[0] not in proofs:
            readings |= _read_unsettled_area(board, unsettled)
    weighed = {c.stones: c.evidence(readings.get(c.stones, 0)) for c in chains if c.is_undecided}
    weighed |= {c.stones: c.evidence(proofs[c.stones], PROOF) for c in chains if c.stones in proofs and not c.is_safe}
    dead = [c.stones for c in chains if (weighed[c.stones] > 0 if c.stones in weighed else c.is_lost)]
    return DeadStoneSuggestion(_points_of_chains(board, dead), tuple(_unsure_groups(board, asked, weighed)))


def _evaluated_chains(board: Board) -> list[_Chain]:
    neighbors, share = board.neighbors, owner_shares(board, GAMES)
    lost = lost_stones(neighbors, board.cells, _probably_dead(board, share), share)
    found = []
    for color, sign in ((Color.BLACK, 1), (Color.WHITE, -1)):
        safe = alive_stones(neighbors, board.cells, color)
        for stones in chains_of(neighbors, board.cells, color):
            own = sign * sum(share[index] for index in stones) / len(stones)
            found.append(_Chain(stones, color, own, bool(stones & safe), not stones.isdisjoint(lost)))
    return found


def _certainly_alive(chains: Iterable[_Chain]) -> set[int]:
    """Return the indices of stones that count as certainly alive. They are the walls of the areas to be read."""
    return {index for chain in chains if not chain.is_undecided and not chain.is_lost for index in chain.stones}


def _read_small_areas(
    board: Board, chains: Sequence[_Chain], asked: Iterable[UnsettledArea]
) -> dict[frozenset[int], float]:
    """Read the small areas to the end. Return for each chain in them the sum of the two results, with Black first and
    with White first: from 2 (always lives) to -2 (never lives)."""
    wide = {chain: unsettled for unsettled in _areas_between_safe_walls(board, chains) for chain in unsettled.chains}
    left, proofs = ALL_NODES, dict[frozenset[int], float]()
    for unsettled in asked:
        chain = unsettled.chains[0]
        area = next(
            (one.area for one in (wide.get(chain, unsettled), unsettled) if _has_few_empty_points(board, one)), None
        )
        if area and chain not in proofs:
            reading = read_area(board, area, min(NODES, left))
            left -= reading.nodes
            proofs |= reading.lives or {}
    return proofs


def _has_few_empty_points(board: Board, unsettled: UnsettledArea) -> bool:
    return sum(not board.cells[index] for index in unsettled.area) <= FEW


def _areas_between_safe_walls(board: Board, chains: Sequence[_Chain]) -> list[UnsettledArea]:
    """Return the areas to read around chains of undecided status. Their walls consist only of stones that certainly
    live and belong to groups with two eyes, because other walls may be in a seki."""
    neighbors = board.neighbors
    gone = {index for chain in chains if chain.is_lost and not chain.is_undecided for index in chain.stones}
    weak = weak_stones(neighbors, board.cells, gone)
    safe = {index for chain in chains if chain.is_safe for index in chain.stones}
    return find_unsettled_areas(
        board, [c.stones for c in chains if c.is_undecided], _certainly_alive(chains) - (weak - safe)
    )


def _read_unsettled_area(board: Board, unsettled: UnsettledArea) -> dict[frozenset[int], float]:
    """Read one area by random games. Return for each chain the sum of the two results, with Black first and with White
    first: from 2 (always lives) to -2 (never lives)."""
    black, white = (read_chains(board, unsettled, first) for first in (1, 2))
    return {stones: a + b for stones, a, b in zip(unsettled.chains, black, white, strict=True)}


def _unsure_groups(
    board: Board, asked: Iterable[UnsettledArea], weighed: Mapping[frozenset[int], float]
) -> Iterable[frozenset[Point]]:
    """Yield the points of chains whose status remains unknown. Chains of the same colour in the same area form one
    group. `weighed` is the evidence for each chain."""
    for unsettled in asked:
        for color in (1, 2):
            chains = [c for c in unsettled.chains if abs(weighed[c]) < CLEAR and board.cells[min(c)] == color]
            if chains:
                yield _points_of_chains(board, chains)


def _points_of_chains(board: Board, chains: Iterable[frozenset[int]]) -> frozenset[Point]:
    return frozenset(board.point(index) for stones in chains for index in stones)


def _probably_dead(board: Board, share: list[float]) -> set[int]:
    neighbors, cells = board.neighbors, board.cells
    dead: set[int] = set()
    for color, sign in ((Color.BLACK, 1), (Color.WHITE, -1)):
        safe, few = alive_stones(neighbors, cells, color), _lost_in_wide_areas(board, color)
        for chain in chains_of(neighbors, cells, color):
            own = sign * sum(share[index] for index in chain) / len(chain)
            if (own < -MARGIN or chain & few) and not chain & safe:
                dead |= chain
    return dead


def _lost_in_wide_areas(board: Board, color: Color) -> set[int]:
    """Return the indices of this colour's few stones in wide areas that the enemy encloses. Such stones count as lost
    at the end of a game."""
    lost: set[int] = set()
    for region in enclosed_regions(board.neighbors, board.cells, color.opponent):
        stones = {index for index in region if board.cells[index]}
        empty = len(region) - len(stones)
        if stones and len(stones) * WIDE <= empty < board.width * board.height // 2:
            lost |= stones
    return lost


def unconditionally_alive(board: Board, color: Color) -> frozenset[Point]:
    """Return the stones of this colour that cannot be captured even if their owner always passes (Benson 1976)."""
    return frozenset(map(board.point, alive_stones(board.neighbors, board.cells, color)))


def toggle_marking(board: Board, dead: frozenset[Point], point: Point, *, whole_region: bool) -> frozenset[Point]:
    """Return the marking after a click on a stone (R10). A click marks the stone's chain or, with `whole_region`, every
    chain of its colour in the region that enemy stones enclose. A click on a marked stone unmarks only its chain.

    A click on an empty point changes nothing. Raises OffBoard.
    """
    color = board[point]
    if color is None:
        return dead
    if point in dead:
        return dead - board.chain_at(point).stones
    if not whole_region:
        return dead | board.chain_at(point).stones
    allowed = [value in (0, color) for value in board.cells]
    region = connected_points(board.neighbors, board.index(point), allowed)
    return dead | {board.point(index) for index in region if board.cells[index] == color}
