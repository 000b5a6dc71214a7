"""A rough estimate of the lead in a position, under the rules of the game (R20 to R23).

If the borders are closed, the position is counted without the stones that are probably dead, as at the end of a game.
Random games decide points in a few gaps, or on the whole board while much of the board is open.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from decimal import Decimal

from .board import Board, Point
from .color import BLACK_AND_WHITE, ByColor, Color
from .estimate import suggest_dead
from .playouts import owner_shares
from .regions import BOTH, EmptyArea, Neighbors, empty_areas
from .ruleset import CountingMethod, RuleSet
from .scoring import Score, ScoreContext, score, tie_bonus_for_black

GAMES = 60
CLEAR = 0.2
"""A point belongs to a side if random games give it to that side by at least this share, from -1 to 1."""
SURE = 0.5
"""An area of half the board or more belongs to the only side that borders it only if random games agree by this share,
because a few stones on an empty board enclose nothing."""
OPEN = 10
"""A position with open borders is counted if at most one in this many of its points is a gap in a border."""
AREA = (CountingMethod.AREA, CountingMethod.AGA)
"""The ways of counting that include stones."""


@dataclass(frozen=True, slots=True)
class PositionEstimate:
    """Black's estimated lead in points, and each side's points: its living stones and the points that they surround.
    `score` is the exact score if the position is settled everywhere, otherwise None."""

    lead: Decimal
    points: ByColor[frozenset[Point]]
    score: Score | None = None


def estimate_position(board: Board, ruleset: RuleSet, context: ScoreContext) -> PositionEstimate:
    """Return the estimated lead if both sides play as random games do. Komi, prisoners and compensation are included.

    The same position always gets the same estimate. Under rules with all stones alive, a settled position is scored as
    if both sides passed now.
    """
    share = owner_shares(board, GAMES)
    dead = suggest_dead(board, ruleset=replace(ruleset, all_stones_alive=False))
    gaps = _unsettled_points(board, dead, share)
    if len(gaps) * OPEN > len(board.cells):
        points = _points_by_games(board, share, range(len(share)))
        lead = _point_difference(points) - komi_for_stones(board, ruleset, context, by_area=True)
        return PositionEstimate(lead, points)
    removed = frozenset() if ruleset.all_stones_alive else dead
    counted, filled = score(board, removed, ruleset, context), _points_by_games(board, share, gaps)
    stones = ByColor(*(_stones_of_color(board, color) - removed for color in BLACK_AND_WHITE))
    points = ByColor(*map(frozenset.union, counted.territory, stones, filled))
    return PositionEstimate(counted.margin + _point_difference(filled), points, None if any(filled.values) else counted)


def komi_for_stones(board: Board, ruleset: RuleSet, context: ScoreContext, *, by_area: bool) -> Decimal:
    """Return a komi for a program that counts only the stones and territory on the board. With this komi its lead
    equals the lead under these rules, which also include prisoners and compensation.

    `by_area` is whether the program counts area instead of territory. An area count adds the difference between the
    numbers of Black and White stones on the board, including dead stones.
    """
    komi = context.komi - tie_bonus_for_black(ruleset, context.komi)
    if ruleset.counting in AREA:
        komi += ruleset.compensation_for(context.handicap)
    else:
        black, white = context.prisoners.values
        komi += white + context.pass_stones.black - black - context.pass_stones.white
    if by_area is (ruleset.counting in AREA):
        return komi
    more = len(_stones_of_color(board, Color.BLACK)) - len(_stones_of_color(board, Color.WHITE))
    return komi + more if by_area else komi - more


def _stones_of_color(board: Board, color: Color) -> frozenset[Point]:
    return frozenset(point for point in board.points() if board[point] is color)


def _unsettled_points(board: Board, dead: frozenset[Point], share: list[float]) -> list[int]:
    """Return the indices of empty points in areas that are not settled, on the board without the dead stones."""
    neighbors = board.neighbors
    living = board.with_stones((None, point) for point in dead).cells
    return [
        index
        for area in empty_areas(neighbors, living)
        if not _is_settled(area, living, share, neighbors)
        for index in area.points
    ]


def _is_settled(area: EmptyArea, living: bytes, share: list[float], neighbors: Neighbors) -> bool:
    """Return whether an empty area is settled: only one side borders it, or each of its points touches both sides. A
    large area that only one side borders must also belong to that side in random games."""
    if area.borders == BOTH:
        return all({1, 2} <= {living[near] for near in neighbors[index]} for index in area.points)
    if len(area.points) * 2 < len(living):
        return True
    sign = {0: 0, 1: 1, 2: -1}[area.borders]
    return sign * sum(share[index] for index in area.points) > SURE * len(area.points)


def _points_by_games(board: Board, share: list[float], points: Iterable[int]) -> ByColor[frozenset[Point]]:
    """Return which of these points each side gets, according to the random games. `share` is the average owner of each
    point."""
    return ByColor(
        *(frozenset(board.point(index) for index in points if sign * share[index] > CLEAR) for sign in (1, -1))
    )


def _point_difference(points: ByColor[frozenset[Point]]) -> int:
    return len(points.black) - len(points.white)
