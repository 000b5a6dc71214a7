"""Running out of time, with nobody watching (R51 to R53)."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta

from django.db import connection, transaction

from games.models import Action, Game
from rules import TimeOut, apply

from .seam import record

logger = logging.getLogger(__name__)

MARGIN = timedelta(seconds=10)
"""How long after a deadline a game is ended: a move received before it may still be on its way
through the server, and no answer takes longer than this."""


def flag_overdue(*, now: datetime, most: int = 1000) -> int:
    """End up to `most` games whose time ran out before `now`, the oldest first; return how many.

    Any number of processes may do this at the same time. One broken game does not stop the others.
    """
    overdue = Game.objects.overdue(now - MARGIN).values_list("pk", flat=True)[:most]
    return sum(_flag_safely(game_id, now) for game_id in list(overdue))


def _flag_safely(game_id: int, now: datetime) -> bool:
    try:
        return flag(game_id=game_id, now=now)
    except Exception:
        logger.exception("game %s could not be ended on time", game_id)
        return False


def flag(*, game_id: int, now: datetime) -> bool:
    """End this game if its time has run out: in play and in marking the side to act loses; in deciding
    the proposal stands as accepted (R52). The game ends at its deadline, not when it was noticed."""
    with transaction.atomic():
        game = _overdue_game(game_id, now)
        if game is None:
            return False
        _time_out(game)
        return True


def _overdue_game(game_id: int, now: datetime) -> Game | None:
    """The locked game, None when it is not overdue any more or somebody else has it in hand."""
    skip = connection.features.has_select_for_update_skip_locked
    rows = Game.objects.select_for_update(no_key=True, skip_locked=skip)
    return rows.filter(pk=game_id, deadline__lt=now - MARGIN).first()


def _time_out(game: Game) -> Action:
    before = game.state()
    deadline = game.deadline
    assert before.to_play is not None
    assert deadline is not None
    action = TimeOut(before.to_play)
    seat = game.seat_of_color(before.to_play)
    return record(game, action, before, apply(before, action), seat=seat, now=deadline)
