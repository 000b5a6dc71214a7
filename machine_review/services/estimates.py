"""A rough estimate of the lead in a position, by the game's own rules, computed by the server or by GNU Go.

In a game in progress no engine is ever queried. An estimate is then only possible if the players agreed to allow
analysis (`analysis_allowed`), for players and spectators alike.
"""

from __future__ import annotations

import logging
import shlex
from dataclasses import dataclass
from decimal import Decimal

from django.conf import settings

from foundation.caches import LRUCache
from foundation.cpu_slots import cpu_slot
from games.access import analysis_allowed
from games.errors import AnalysisNotAllowed
from games.models import Game
from gtp import Engine, EngineError
from machine_review.engines import GamePositions, score_estimate
from machine_review.errors import VariantNotSupported
from rules import Board, ByColor, Point, Score, ScoreContext
from rules.position_estimate import estimate_position

from .positions import check_no_position_in_play

logger = logging.getLogger(__name__)

SECONDS = 5.0
_kept: LRUCache[tuple[object, ...], Estimate] = LRUCache(200)


@dataclass(frozen=True, slots=True)
class Estimate:
    """Black's lead in points, and the probable owner of each point. Stones that seem lost count as points of the
    opponent. `score` is the count of a position that is settled everywhere. `engine` is the name of the engine that
    computed the lead, "" for the server. `engine_failed` means that an engine was queried and gave no answer."""

    lead: Decimal
    points: ByColor[frozenset[Point]]
    score: Score | None = None
    engine: str = ""
    engine_failed: bool = False


def estimate_of(game: Game, course: GamePositions, move: int) -> Estimate:
    """Return the estimate of the position after this many moves. Raises AnalysisNotAllowed, VariantNotSupported for
    more than two colours, PositionInPlay, TooBusy."""
    if not analysis_allowed(game):
        raise AnalysisNotAllowed
    if not game.agreed_variant.two_sided:
        raise VariantNotSupported
    if game.is_finished:
        check_no_position_in_play(game, course)
    board, context = course.boards[move], course.contexts[move]
    key = (board.width, board.height, board.wraps, board.cells, context, course.setup.ruleset, game.is_finished)
    found = _kept.get(key) or _compute_estimate(game, board, context)
    if not found.engine_failed:
        _kept.put(key, found)
    return found


def _compute_estimate(game: Game, board: Board, context: ScoreContext) -> Estimate:
    with cpu_slot():
        found = estimate_position(board, game.agreed_setup.ruleset, context)
        is_asked = game.is_finished and bool(settings.IGO_GTP_ENGINE)
        lead = _engine_estimate(game, board, context) if is_asked else None
    if lead is None:
        return Estimate(found.lead, found.points, found.score, engine_failed=is_asked)
    return Estimate(lead[1], found.points, engine=lead[0])


def _engine_estimate(game: Game, board: Board, context: ScoreContext) -> tuple[str, Decimal] | None:
    """Return the name of the engine for second opinions and its estimate of Black's lead, or None if the engine
    fails."""
    try:
        with Engine(shlex.split(settings.IGO_GTP_ENGINE), SECONDS) as engine:
            lead = score_estimate(engine, board, game.agreed_setup.ruleset, context)
            return engine.send("name")[:40], lead
    except EngineError as error:
        logger.warning("no estimate of a position of game %s: %s", game.pk, error)
        return None
