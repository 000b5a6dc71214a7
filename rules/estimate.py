"""Which stones are probably dead, and the marking aid (R10).

The suggestion starts from quick random games: a chain whose points mostly end as the enemy's is probably dead. Then
the board is looked at without those stones, and groups that can neither live nor win a race are added (life.py).
Stones that Benson's algorithm proves alive are never suggested.
"""

from __future__ import annotations

from .benson import alive, chains_of, regions_of
from .board import Board, Point, neighbors_of
from .color import Color
from .life import lost_stones
from .playouts import shares
from .regions import connected
from .ruleset import RuleSet

GAMES = 60
"""Random games for a suggestion."""
MARGIN = 0.3
"""A chain is taken for dead when on average its points belong to the enemy by this much, from -1 to 1."""
WIDE = 6
"""How many empty points a stone in an enclosed area must face to be taken for lost."""


def suggest_dead(board: Board, *, ruleset: RuleSet) -> frozenset[Point]:
    """The stones that are probably dead at the end of the game: a suggestion, not a proof.

    The same board always gets the same answer. Empty for rule sets under which all stones are alive.
    """
    if ruleset.all_stones_alive or not any(board.cells):
        return frozenset()
    beside, share = neighbors_of(board.width, board.height), shares(board, GAMES)
    dead = _probably_dead(board, share)
    return frozenset(map(board.point, lost_stones(beside, board.cells, dead, share)))


def _probably_dead(board: Board, share: list[float]) -> set[int]:
    beside, cells = neighbors_of(board.width, board.height), board.cells
    dead: set[int] = set()
    for color, sign in ((Color.BLACK, 1), (Color.WHITE, -1)):
        safe, few = alive(beside, cells, color), _few_in_wide_areas(board, color)
        for chain in chains_of(beside, cells, color):
            own = sign * sum(share[index] for index in chain) / len(chain)
            if (own < -MARGIN or chain & few) and not chain & safe:
                dead |= chain
    return dead


def _few_in_wide_areas(board: Board, color: Color) -> set[int]:
    """Stones that are few in a wide area which the enemy encloses: at the end of a game nobody saves them."""
    lost: set[int] = set()
    for region in regions_of(neighbors_of(board.width, board.height), board.cells, color.opponent):
        stones = {index for index in region if board.cells[index]}
        empty = len(region) - len(stones)
        if stones and len(stones) * WIDE <= empty < board.width * board.height // 2:
            lost |= stones
    return lost


def unconditionally_alive(board: Board, color: Color) -> frozenset[Point]:
    """The stones of this colour that cannot be captured even if their owner always passes (Benson 1976)."""
    return frozenset(map(board.point, alive(neighbors_of(board.width, board.height), board.cells, color)))


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
    allowed = [value in (0, color) for value in board.cells]
    region = connected(neighbors_of(board.width, board.height), board.index(point), allowed)
    return dead | {board.point(index) for index in region if board.cells[index] == color}
