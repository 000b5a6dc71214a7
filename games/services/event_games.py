"""What those who direct an event do in its games: call off one that has hardly begun, give time (EVENTS.md E53, E55).

They have no seat in them. Whether they may is asked by the caller, who locks games before the event (docs/locking.md).
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from games.models import Game
from rules import Color, Decide, Outcome, Reason

from .record import Actor, grant, record, record_event


def lock(game_ids: Iterable[int]) -> dict[int, Game]:
    """These games under their locks, by their numbers; inside a transaction only."""
    rows = Game.objects.select_for_update(no_key=True).with_seats().filter(pk__in=sorted(game_ids)).order_by("pk")
    return {game.pk: game for game in rows}


def has_begun(game: Game) -> bool:
    """Whether each side has played twice (R43)."""
    return game.move_number >= 2 * len(game.seat_list())


def call_off(game: Game, reason: str, now: datetime) -> None:
    """End a running game without a result; everybody can read the reason. Under its lock; twice is once."""
    if not game.is_finished:
        record(Actor(game, None, None, now), Decide(Outcome((), Reason.ANNULLED), reason))


def give_time(game: Game, side: Color, days: int, now: datetime) -> None:
    """Give this side more days, where `verbs.rulings.can_adjust` says that it has a clock for them. Under the lock of
    the game."""
    grant(game, timedelta(days=days), now, side)
    record_event(Actor(game, None, None, now), "grant_time", {"days": days, "side": side.letter})
