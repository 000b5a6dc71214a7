"""Explain a score: why each point counts or not, and the score of the same board under other rules (R62)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from .board import Board, Point
from .color import Color
from .ruleset import RULE_SETS, CountingMethod, PassStones, RuleSet
from .scoring import BoardCount, Score, ScoreContext, count_board, score, score_aga_territory, tie_bonus_for_black
from .state import GameState
from .variants.counting import score_of

SIDE_BY_SIDE = ("japanese", "chinese", "aga")
AREA = (CountingMethod.AREA, CountingMethod.AGA)


class PointStatus(StrEnum):
    """Why a point counts or does not count."""

    LIVING_STONE = "living_stone"
    """A living stone; it is a point under area scoring."""
    TERRITORY = "territory"
    """An empty point that only living stones of one colour border."""
    UNDER_DEAD_STONE = "under_dead_stone"
    """A point of territory under a dead enemy stone."""
    DAME = "dame"
    """An empty point that both colours border; it counts for neither."""
    OPEN_BORDER = "open_border"
    """A neutral point through which a territory is open to the enemy (R60)."""
    FALSE_EYE = "false_eye"
    """A point that its owner will have to fill (teire); it is not territory."""
    SEKI = "seki"
    """A point in seki; it is not territory under territory scoring (R25)."""


@dataclass(frozen=True, slots=True)
class PointCount:
    """The status of a point, and the colour it counts for (None: neither)."""

    why: PointStatus
    color: Color | None


@dataclass(frozen=True, slots=True)
class HalfCount:
    """The traditional way to count area: Black's points are compared with half of the board (R22).

    `black` includes half of the neutral points. Black wins with more than `needed`, which is half of the board plus
    half of White's komi and handicap compensation.
    """

    black: Decimal
    needed: Decimal

    @property
    def margin(self) -> Decimal:
        """Return Black's lead: twice the difference between `black` and `needed`."""
        return 2 * (self.black - self.needed)


@dataclass(frozen=True, slots=True)
class ScoreExplanation:
    """A score, with the reason why each point counts or not.

    `side_by_side` is the score of the same board, komi and handicap under Japanese, Chinese and AGA rules, by rule set
    key. `by_territory` is the equivalent territory count of the AGA rules, or None if passes give no stones.
    `half_count` is None under territory scoring.
    """

    points: Mapping[Point, PointCount]
    score: Score
    side_by_side: Mapping[str, Score]
    by_territory: Score | None
    half_count: HalfCount | None


def explain_score(board: Board, dead: Collection[Point], ruleset: RuleSet, context: ScoreContext) -> ScoreExplanation:
    """Return the score that score() gives for the same arguments, with the reason why each point counts or not. Raises
    OffBoard."""

    def under(rules: RuleSet) -> Score:
        return score(board, dead, rules, context)

    by_territory = None
    if ruleset.pass_stones is PassStones.ALWAYS:
        by_territory = score_aga_territory(board, dead, context)
    marked = () if ruleset.all_stones_alive else dead
    ground = count_board(board, marked, ruleset.counting)
    for_white = context.komi + ruleset.compensation_for(context.handicap) - tie_bonus_for_black(ruleset, context.komi)
    return ScoreExplanation(
        points=dict(_point_counts(board, frozenset(marked), ground)),
        score=under(ruleset),
        side_by_side={key: under(RULE_SETS[key]) for key in SIDE_BY_SIDE},
        by_territory=by_territory,
        half_count=_half_count(board, ground, for_white, ruleset.counting),
    )


def explain_score_of_state(state: GameState, dead: Collection[Point]) -> ScoreExplanation:
    """Return the score of a game's position with these stones dead, under the rules of the game, with the reason why
    each point counts or not. Raises OffBoard.

    With three or more colours, `side_by_side` is empty, and `by_territory` and `half_count` are None.
    """
    if not state.setup.variant.two_sided:
        counted = score_of(state, dead)
        return ScoreExplanation(
            dict(_counts_of_many_colors(state.board, frozenset(dead), counted)), counted, {}, None, None
        )
    return explain_score(state.board, dead, state.setup.ruleset, state.score_context)


def _counts_of_many_colors(board: Board, dead: frozenset[Point], counted: Score) -> Iterator[tuple[Point, PointCount]]:
    owners = {point: color for color, points in counted.territory.items() for point in points}
    for point in board.points():
        stone, owner = board[point], owners.get(point)
        if stone is not None and point not in dead:
            yield point, PointCount(PointStatus.LIVING_STONE, stone)
        elif owner is None:
            yield point, PointCount(PointStatus.DAME, None)
        else:
            yield point, PointCount(PointStatus.TERRITORY if stone is None else PointStatus.UNDER_DEAD_STONE, owner)


def _point_counts(board: Board, dead: frozenset[Point], ground: BoardCount) -> Iterator[tuple[Point, PointCount]]:
    kinds = {
        PointStatus.DAME: ground.dame,
        PointStatus.OPEN_BORDER: ground.open_borders,
        PointStatus.FALSE_EYE: ground.false_eyes,
        PointStatus.SEKI: ground.seki,
    }
    neutral = {point: why for why, points in kinds.items() for point in points}
    for point in board.points():
        stone = board[point]
        if stone is not None and point not in dead:
            yield point, PointCount(PointStatus.LIVING_STONE, stone)
        elif point in neutral:
            yield point, PointCount(neutral[point], None)
        else:
            yield point, _territory_count(point, stone, ground)


def _territory_count(point: Point, stone: Color | None, ground: BoardCount) -> PointCount:
    owner = next((color for color, points in ground.territory.items() if point in points), None)
    return PointCount(PointStatus.TERRITORY if stone is None else PointStatus.UNDER_DEAD_STONE, owner)


def _half_count(board: Board, ground: BoardCount, for_white: Decimal, counting: CountingMethod) -> HalfCount | None:
    if counting not in AREA:
        return None
    black = ground.stones.black + len(ground.territory.black)
    return HalfCount(
        black=black + Decimal(len(ground.dame)) / 2,
        needed=(Decimal(board.width * board.height) + for_white) / 2,
    )
