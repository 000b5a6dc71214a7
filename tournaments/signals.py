"""Signals of tournaments. Apps above hold other kinds of events, and connect receivers in their `apps.py`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet
from django.dispatch import Signal

from games.event_names import EventOfGame, EventRuling
from games.models import Game

Rows = QuerySet[Any, tuple[Any, ...]]


def no_ruling(game: Game) -> EventRuling | None:
    """Return None: events of this kind have no rulings on games."""
    return None


@dataclass(frozen=True, slots=True)
class GameEventFinder:
    """The functions by which a game's page finds its event of one kind, such as a tournament. `rows` returns a query of
    the events with these ids as rows of six columns, the first two being the kind and the id. `event` makes an
    EventOfGame from a row. `ruling` returns the event's ruling on a game."""

    rows: Callable[[list[int]], Rows]
    event: Callable[..., EventOfGame]
    ruling: Callable[[Game], EventRuling | None] = no_ruling


kinds_of_events = Signal()
"""Receivers return a GameEventFinder for each kind, by its name. If two apps have the same kind, the later one in
INSTALLED_APPS wins: leagues do so for the tournaments that are their groups."""
steps_requested = Signal()
"""Receivers return steps of background work (tournaments.services.due.BackgroundStep), which run each time."""
calendar_requested = Signal()
"""Receivers return events, created by `made`, for the calendar of `club`, or of the whole server if it is None."""
joinable_requested = Signal()
"""Receivers return the latest events that anyone can join, at most `most`: objects with `shown_name`, `club` and a
URL."""
entries_end = Signal()
"""Receivers end the player's entries at `now`, because the account is deleted. Sent first, because a league is always
locked before its tournaments."""
