"""Pauses, in which the clocks of a game stop. Players can agree on a pause until a given time (R56). Once in a game,
the clocks also stop until a moderator can act."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction

from games.models import Action, Game
from rules.off_time import Interval

from . import deadlines
from .record import Actor, record_non_rules_action

CALLS = ("report_stalling", "call_referee")
"""Kinds of actions that call for a moderator; the first one in a game stops its clocks."""


def current_pause_end(game: Game, now: datetime) -> datetime | None:
    """Return the end of the current pause, or None if the game is not paused."""
    ends = [end for begin, end in _stored_pauses(game) if begin <= now < end]
    return max(ends, default=None)


def _stored_pauses(game: Game) -> list[tuple[datetime, datetime]]:
    return [(datetime.fromisoformat(begin), datetime.fromisoformat(end)) for begin, end in game.pauses]


def pause_and_record(game: Game, *, until: datetime, now: datetime) -> Action:
    """Stop the clocks until `until` without the players' agreement, and record this as an action. If `until` equals
    `now`, the current pause ends. The game must be locked."""
    pause_game(game, now, until)
    return record_non_rules_action(Actor(game, None, None, now), "pause", {"until": until.isoformat()})


def pause_game(game: Game, now: datetime, until: datetime) -> None:
    """Stop the clocks of the game until this time. A current pause ends now. The caller must save the game."""
    kept = [(begin, min(end, now)) for begin, end in _stored_pauses(game) if begin < now]
    game.pauses = [[i.begin.isoformat(), i.end.isoformat()] for i in (Interval(*p) for p in [*kept, (now, until)])]
    found = deadlines.current_deadline(game)
    game.deadline = None if found is None else found.instant


def pause_for_moderators(game: Game, now: datetime, length: timedelta) -> datetime | None:
    """Stop the clocks for this length, so that a moderator can act. Return the end of the pause, or None if the game
    already had such a pause.

    A report of stalling and a call for a referee share this pause. The caller records the action.
    """
    if game.actions.filter(kind__in=CALLS).exists():
        return None
    pause_game(game, now, max(now + length, current_pause_end(game, now) or now))
    return now + length


def end_pause_for_moderators(game: Game, now: datetime) -> bool:
    """End the pause in which the game waits for a moderator; return whether there was one. A pause that the players
    agreed on continues. The caller records the action."""
    called = game.actions.filter(kind__in=CALLS).order_by("number").first()
    until = None if called is None else called.payload.get("until")
    waits = until is not None and current_pause_end(game, now) == datetime.fromisoformat(until)
    if waits:
        pause_game(game, now, now)
    return waits


def end_moderator_pause_without_ruling(*, game_id: int, now: datetime) -> None:
    """Restart the clocks that were stopped for a moderator, without a ruling. Does nothing in a finished game."""
    with transaction.atomic():
        game = Game.objects.select_for_update(no_key=True).in_progress().filter(pk=game_id).first()
        if game is not None and end_pause_for_moderators(game, now):
            record_non_rules_action(Actor(game, None, None, now), "pause", {"until": now.isoformat()})
