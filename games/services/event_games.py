"""Actions of an event's directors in its games: cancel a game that has hardly begun, add time (E53, E55).

Directors have no seat in these games. The caller checks their permission and locks games before the event
(docs/locking.md).
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from games.models import Game
from rules import Color, Decide, Outcome, Reason

from .record import Actor, grant_time, record_action, record_non_rules_action


def lock_event_games(game_ids: Iterable[int]) -> dict[int, Game]:
    """Lock these games in the order of their ids and return them by id. Call it only inside a transaction."""
    rows = Game.objects.select_for_update(no_key=True).with_seats().filter(pk__in=sorted(game_ids)).order_by("pk")
    return {game.pk: game for game in rows}


def each_side_has_played_twice(game: Game) -> bool:
    """Return whether each side has played twice (R43)."""
    return game.move_number >= 2 * len(game.seat_list())


def end_without_result(game: Game, reason: str, now: datetime) -> None:
    """End a game in progress without a result, with a public reason. A finished game does not change. The game must be
    locked."""
    if not game.is_finished:
        record_action(Actor(game, None, None, now), Decide(Outcome((), Reason.ANNULLED), reason))


def add_days_to_clock(game: Game, side: Color, days: int, now: datetime) -> None:
    """Add days to this side's clock, if `verbs.rulings.can_add_time` allows it. The game must be locked."""
    grant_time(game, timedelta(days=days), now, side)
    record_non_rules_action(Actor(game, None, None, now), "grant_time", {"days": days, "side": side.letter})
