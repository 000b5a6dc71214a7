"""What games call those who keep order for: a delayed scoring, and a referee (R61)."""

from __future__ import annotations

from datetime import datetime

from accounts.models import Player
from games.models import Game
from moderation.models.case import Kind

from . import evidence
from .reports import Target, case_about, join, open_case


def game_calls(game: Game, by: Player, why: str, now: datetime) -> None:
    """Open a case about the game, or join the open one; in the transaction of what was the cause, under the game's
    lock. Called by games.services.staff."""
    seated = [seat.player_id for seat in game.seat_list()]
    if why == "referee":
        case = open_case(kind=Kind.REFEREE, player=None, game=game, now=now, but=seated)
        target = Target(by, game, evidence.of_game(game))
        join(case, target, Kind.REFEREE, reporter=by, text="", now=now)
        return
    other = next(seat.player for seat in game.seat_list() if seat.player_id != by.pk)
    case = case_about(other, Kind.STALLING, game, now)
    if not case.reports.filter(reporter=by).exists():
        target = Target(other, game, evidence.of_game(game))
        join(case, target, Kind.STALLING, reporter=by, text="", now=now)
