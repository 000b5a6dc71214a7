"""Who is ahead in one position, roughly: the points that random games give to each side, or what GNU Go says.

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
from machine_review.engines import Course
from rules import Board, ByColor, Point
from rules.outcome import plain
from rules.playouts import shares

from .positions import check_not_in_play

logger = logging.getLogger(__name__)

RANDOM_GAMES = 60
CLEAR = 0.2
"""A point is a side's when random games give it to that side by this much, from -1 to 1."""
SECONDS = 5.0
_kept: Kept[tuple[object, ...], Estimate] = Kept(200)


@dataclass(frozen=True, slots=True)
class Estimate:
    """The points by which Black leads, and whose the points of the board are, stones included, those that seem lost
    being the other side's. `engine` is the name of the engine that says the lead, "" for the server's own count, which
    is by area."""

    lead: Decimal
    points: ByColor[frozenset[Point]]
    engine: str = ""


def estimate_of(game: Game, course: Course, move: int) -> Estimate:
    """Of the position after so many moves. Raises AnalysisOff, PositionInPlay, TooMuchAtOnce."""
    if not analysis_allowed(game):
        raise AnalysisOff
    if game.is_finished:
        check_not_in_play(game, course)
    board = course.boards[move]
    key = (board.width, board.height, board.cells, game.komi, game.handicap, game.rule_set, game.is_finished)
    return _kept.get_or_make(key, lambda: _estimated(game, board))


def _estimated(game: Game, board: Board) -> Estimate:
    with turn():
        found = _counted(game, board)
        said = _said_by_engine(game, board) if game.is_finished else None
    return found if said is None else Estimate(said[1], found.points, said[0])


def _counted(game: Game, board: Board) -> Estimate:
    """By area, whatever the rules: territory differs from it by a point or two."""
    share = shares(board, RANDOM_GAMES)
    black, white = (
        frozenset(board.point(index) for index, value in enumerate(share) if sign * value > CLEAR) for sign in (1, -1)
    )
    return Estimate(len(black) - len(white) - game.komi, ByColor(black, white))


def _said_by_engine(game: Game, board: Board) -> tuple[str, Decimal] | None:
    """What the GTP engine of the second opinion estimates, if there is one that does; None where it fails."""
    if not settings.IGO_GTP_ENGINE:
        return None
    try:
        with Engine(shlex.split(settings.IGO_GTP_ENGINE), SECONDS) as engine:
            engine.set_up(board)
            engine.send(f"komi {plain(game.komi)}")
            said = engine.send("estimate_score").split()[0]
            points = Decimal(said[2:]) * (-1 if said[0] == "W" else 1) if said[1:2] == "+" else Decimal(0)
            return engine.send("name")[:40], points
    except (EngineError, ArithmeticError, IndexError) as error:
        logger.warning("no estimate of a position of game %s: %s", game.pk, error)
        return None
