"""Which stones are probably dead, and the marking aid (R10)."""

from __future__ import annotations

from .board import Board, Point, neighbors_of
from .ruleset import RuleSet


def suggest_dead(board: Board, *, ruleset: RuleSet) -> frozenset[Point]:
    """The stones that are probably dead at the end of the game: a suggestion, not a proof."""
    return frozenset()


def marking_toggle(
    board: Board, dead: frozenset[Point], point: Point, *, whole_region: bool
) -> frozenset[Point]:
    """The marking after a click on a stone: its chain, and with `whole_region` every chain of its colour in
    the region that enemy stones enclose, marked or unmarked as the stone was not. Empty points change nothing."""
    color = board[point]
    if color is None:
        return dead
    stones = _region(board, point) if whole_region else board.chain_at(point).stones
    return dead - stones if point in dead else dead | stones


def _region(board: Board, point: Point) -> frozenset[Point]:
    beside = neighbors_of(board.width, board.height)
    start = board.index(point)
    color, todo, seen = board.cells[start], [start], {start}
    for index in todo:
        for near in beside[index]:
            if near not in seen and board.cells[near] in (0, color):
                seen.add(near)
                todo.append(near)
    return frozenset(board.point(index) for index in seen if board.cells[index] == color)
