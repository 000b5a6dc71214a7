"""Running out of time, with nobody watching (R51 to R53)."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta

from django.db import connection, transaction

from games.models import Action, Game, Heartbeat, Outage
from games.models.game import CLAIM_LASTS
from rules import TimeOut, apply
from rules.clock import TimeUp, when_time_is_up

from . import timekeeping, waves
from .clock_check import is_trusted
from .seam import give_grace, record

logger = logging.getLogger(__name__)

MARGIN = timedelta(seconds=10)
"""How long after a deadline a game is ended: a move received before it may still be on its way
through the server, and no answer takes longer than this."""
QUIET = timedelta(minutes=2)
"""Nobody loses on time so soon after the service has come back."""


def flag_overdue(*, now: datetime, most: int = 1000) -> int:
    """End up to `most` games whose time ran out before `now`, the oldest first; return how many.

    Any number of processes may do this at the same time. One broken game does not stop the others. Nothing is done
    while the service has only just come back.
    """
    if is_quiet(now):
        return 0
    overdue = Game.objects.overdue(now - MARGIN).values_list("pk", flat=True)[:most]
    return sum(_flag_safely(game_id, now) for game_id in list(overdue))


def is_quiet(now: datetime) -> bool:
    """Whether nobody may lose on time now: the service came back a moment ago (R54), or our clock cannot be trusted."""
    if not is_trusted():
        return True
    recently = now - QUIET
    came_up = Heartbeat.objects.filter(started_at__gt=recently, started_at__lte=now)
    return came_up.exists() or Outage.objects.filter(end__gt=recently, begin__lte=now).exists()


def look_at(game: Game, now: datetime) -> bool:
    """Do what is due in a game that somebody looks at (R53: whoever looks first); whether there was anything."""
    late = game.deadline is not None and game.deadline < now - MARGIN
    return late and not is_quiet(now) and flag(game_id=game.pk, now=now)


def _flag_safely(game_id: int, now: datetime) -> bool:
    try:
        return flag(game_id=game_id, now=now)
    except Exception:
        logger.exception("game %s could not be ended on time", game_id)
        return False


def flag(*, game_id: int, now: datetime) -> bool:
    """Do what is due in a game whose time has run out; whether there was anything (R52). `is_quiet` is not asked.

    In play and in marking the side to act loses; in deciding the proposal stands as accepted; the first time in a
    friendly game there are days of grace. The game ends at its deadline, not when it was noticed.
    """
    with transaction.atomic():
        game = _overdue_game(game_id, now)
        if game is None or timekeeping.refresh(game):
            return False
        _time_is_up(game, now)
        return True


def _overdue_game(game_id: int, now: datetime) -> Game | None:
    """The locked game, None when it is not overdue any more or somebody else has it in hand."""
    skip = connection.features.has_select_for_update_skip_locked
    rows = Game.objects.select_for_update(no_key=True, skip_locked=skip)
    return rows.overdue(now - MARGIN).filter(pk=game_id).first()


def _time_is_up(game: Game, now: datetime) -> None:
    assert game.deadline is not None
    up = when_time_is_up(game.hardness, game.graces)
    if up is TimeUp.GRACE:
        give_grace(game)
    elif up is TimeUp.ENDS or game.deadline < now - CLAIM_LASTS:
        time_out(game, game.deadline)


def time_out(game: Game, at: datetime) -> Action:
    """The side to act has run out of time. Under the lock."""
    before = game.state()
    assert before.to_play is not None
    action = TimeOut(before.to_play)
    after = apply(before, action)
    if waves.makes_unrated(game, before, at):
        game.rated, game.unrated_reason = False, "wave"
    return record(game, action, before, after, seat=game.seat_of_color(before.to_play), now=at)
