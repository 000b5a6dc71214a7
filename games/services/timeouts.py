"""End games on time without a request (R51 to R53)."""

from __future__ import annotations

import logging
import time
from datetime import datetime, timedelta

from django.db import connection, transaction

from games.errors import NotScoredYet
from games.models import Action, Game, Heartbeat, Outage
from rules import Reason, apply
from rules.actions.teams import time_out_action
from rules.clock import TimeoutEffect

from . import deadlines
from .clock_check import CheckedTime, is_clock_trusted
from .discrepancy import discrepancy_to_confirm
from .mass_timeouts import MassTimeouts, score_positions
from .record import Actor, grant_grace_days, record_action
from .suggestions import ensure_dead_stone_suggestions

logger = logging.getLogger(__name__)

MARGIN = timedelta(seconds=10)
"""How long after its deadline a game is ended on time. A move that was received before the deadline may still be
processed, which never takes longer than this."""
A_BATCH = 20
"""The number of games that are ended in one transaction."""
LET_OTHERS_WRITE = 0.05
"""The pause in seconds between two transactions that end games, on SQLite, which has one writer at a time."""
QUIET = timedelta(minutes=2)
"""How long after a restart of the service no one loses on time."""


def end_overdue_games(*, now: CheckedTime, most: int = 1000) -> int:
    """End up to `most` games whose time ran out before `now`, the oldest first; return how many were ended.

    Several processes may do this at the same time. One broken game does not stop the others. Nothing is done just after
    the service has restarted.
    """
    if are_timeouts_suspended(now):
        return 0
    overdue = list(Game.objects.overdue(now - MARGIN).values_list("pk", flat=True)[:most])
    ended = 0
    for start in range(0, len(overdue), A_BATCH):
        ended += _apply_timeouts_else_singly(overdue[start : start + A_BATCH], now)
        if connection.vendor == "sqlite" and len(overdue) > A_BATCH:
            time.sleep(LET_OTHERS_WRITE)
    return ended


def are_timeouts_suspended(now: datetime) -> bool:
    """Return whether no one may lose on time now, because the service has just restarted (R54) or the clock of this
    process cannot be trusted."""
    if not is_clock_trusted():
        return True
    recently = now - QUIET
    came_up = Heartbeat.objects.filter(started_at__gt=recently, started_at__lte=now)
    return came_up.exists() or Outage.objects.filter(end__gt=recently, begin__lte=now).exists()


def end_if_overdue(game: Game, now: datetime) -> bool:
    """End a game that is about to be shown if its time has run out (R53). Return whether the game changed."""
    late = game.deadline is not None and game.deadline < now - MARGIN
    return late and not are_timeouts_suspended(now) and apply_timeout(game_id=game.pk, now=now)


def _apply_timeouts_else_singly(game_ids: list[int], now: datetime) -> int:
    """End these games on time in one transaction. If that fails, end each game in a transaction of its own. Return how
    many games were ended."""
    try:
        return _apply_timeouts_of_unlocked(game_ids, now)
    except Exception:
        logger.exception("games %s could not be ended on time together", game_ids)
    return sum(_apply_timeout_safely(game_id, now) for game_id in game_ids)


def _apply_timeout_safely(game_id: int, now: datetime) -> bool:
    """Apply the time-out of one game. If that fails, log the error and return False."""
    try:
        return apply_timeout(game_id=game_id, now=now)
    except Exception:
        logger.exception("game %s could not be ended on time", game_id)
        return False


def apply_timeout(*, game_id: int, now: datetime) -> bool:
    """Apply the time-out of a game whose time has run out; return whether the game changed (R52). Does not check
    `are_timeouts_suspended`.

    The side to act loses. If that side had to answer a proposal of dead stones, the proposal counts as accepted
    instead, unless it is in doubt (R60). A friendly game gives extra days the first time. The game ends at its
    deadline, not at the time when the server noticed.
    """
    return bool(_apply_timeouts_of_unlocked([game_id], now))


def _apply_timeouts_of_unlocked(game_ids: list[int], now: datetime) -> int:
    """Apply the time-outs of these games, except games locked by other transactions. Return how many were applied."""
    score_boards_before_timeout(game_ids)
    skip = connection.features.has_select_for_update_skip_locked
    with transaction.atomic():
        rows = Game.objects.select_for_update(no_key=True, skip_locked=skip).overdue(now - MARGIN)
        games = list(rows.filter(pk__in=game_ids).with_seats())
        schedules, losses = deadlines.OffTimeByPlayer(games), MassTimeouts(games)
        return sum(_time_out_if_due(game, now, schedules, losses) for game in games)


def score_boards_before_timeout(game_ids: list[int]) -> None:
    """Compute the server's count for those of these games whose end on time depends on it. The count may decide whether
    the open proposal is in doubt (R60), or whether a loss is rated. Do not call this function while games are
    locked."""
    ensure_dead_stone_suggestions(game_ids)
    score_positions(Game.objects.filter(pk__in=game_ids, rated=True).in_progress().with_seats())


def _time_out_if_due(game: Game, now: datetime, schedules: deadlines.OffTimeByPlayer, losses: MassTimeouts) -> bool:
    """Apply the time-out of this locked game if its time has run out. Return whether the game changed."""
    deadlines.recalculate_and_store_deadline(game, schedules)
    up = deadlines.timeout_effect_at(game, now - MARGIN)
    if up is TimeoutEffect.GRACE:
        grant_grace_days(game)
    elif up is TimeoutEffect.ENDS and game.deadline is not None:
        try:
            record_timeout(Actor(game, game.seat_on_turn(), None, game.deadline, schedules=schedules), losses)
        except NotScoredYet:
            return False
    else:
        return False
    return True


def record_timeout(late: Actor, losses: MassTimeouts | None = None) -> Action:
    """Record that the side to act ran out of time at `late.now`, and return the action. The game ends, except for team
    games in which members have their own clocks. The game must be locked. `losses` can be given if it was already read
    for many games.

    The record stores whether the open proposal was in doubt, so that a replay does not depend on an estimate (R52).
    Raises NotScoredYet, without changes, if score_boards_before_timeout() has not scored this board.
    """
    game, before = late.game, late.state
    action = time_out_action(before, in_doubt=discrepancy_to_confirm(game, before) is not None)
    after = apply(before, action)
    on_time = after.outcome is not None and after.outcome.reason is Reason.TIME
    if on_time and (losses or MassTimeouts([game])).makes_unrated(game, before, late.now):
        game.rated, game.unrated_reason = False, "wave"
    return record_action(late, action, after)
