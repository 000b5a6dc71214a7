"""Who is ahead in one position, roughly, by the game's own rules: the server's estimate, or what GNU Go says.

In a game that goes on no engine is ever asked, and there is an estimate only where the players agreed that analysis is
allowed (`analysis_allowed`), for those who play and for those who watch alike.
"""

from __future__ import annotations

import logging
import shlex
from dataclasses import dataclass
from decimal import Decimal

from django.conf import settings

from foundation.kept import Kept
from foundation.turns import turn
from games.access import analysis_allowed
from games.errors import AnalysisOff
from games.models import Game
from gtp import Engine, EngineError
from machine_review.engines import Course, score_estimate
from machine_review.errors import OrdinaryGoOnly
from rules import BesideBoard, Board, ByColor, Point
from rules.position_estimate import estimate_position

from .positions import check_not_in_play

logger = logging.getLogger(__name__)

SECONDS = 5.0
_kept: Kept[tuple[object, ...], Estimate] = Kept(200)


@dataclass(frozen=True, slots=True)
class Estimate:
    """The points by which Black leads, and whose the points of the board are, stones included, those that seem lost
    being the other side's. `engine` is the name of the engine that says the lead, "" for the server's own count."""

    lead: Decimal
    points: ByColor[frozenset[Point]]
    engine: str = ""


def estimate_of(game: Game, course: Course, move: int) -> Estimate:
    """Of the position after so many moves. Raises AnalysisOff, OrdinaryGoOnly for more colours than two,
    PositionInPlay, TooMuchAtOnce."""
    if not analysis_allowed(game):
        raise AnalysisOff
    if not game.agreed_variant.two_sided:
        raise OrdinaryGoOnly
    if game.is_finished:
        check_not_in_play(game, course)
    board, beside = course.boards[move], course.beside[move]
    key = (board.width, board.height, board.cells, beside, course.setup.ruleset, game.is_finished)
    return _kept.get_or_make(key, lambda: _estimated(game, board, beside))


def _estimated(game: Game, board: Board, beside: BesideBoard) -> Estimate:
    with turn():
        found = estimate_position(board, game.agreed_setup.ruleset, beside)
        said = _said_by_engine(game, board, beside) if game.is_finished else None
    return Estimate(found.lead, found.points) if said is None else Estimate(said[1], found.points, said[0])


def _said_by_engine(game: Game, board: Board, beside: BesideBoard) -> tuple[str, Decimal] | None:
    """What the GTP engine of the second opinion estimates, if there is one that does; None where it fails."""
    if not settings.IGO_GTP_ENGINE:
        return None
    try:
        with Engine(shlex.split(settings.IGO_GTP_ENGINE), SECONDS) as engine:
            lead = score_estimate(engine, board, game.agreed_setup.ruleset, beside)
            return engine.send("name")[:40], lead
    except EngineError as error:
        logger.warning("no estimate of a position of game %s: %s", game.pk, error)
        return None
