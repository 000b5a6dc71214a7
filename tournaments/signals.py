"""Signals of tournaments, for the apps above that hold other kinds of events: connected in their `apps.py`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet
from django.dispatch import Signal

from games.event_names import EventOfGame, Ruling
from games.models import Game

Rows = QuerySet[Any, tuple[Any, ...]]


def no_ruling(game: Game) -> Ruling | None:
    """Return None: events of this kind have no rulings on games."""
    return None


@dataclass(frozen=True, slots=True)
class KindOfEvent:
    """A kind of events, as games name them. `rows` returns the rows with these numbers: six columns, of which the
    first two are the kind and the number; `event` makes an EventOfGame from a row, `ruling` returns the event's
    ruling on a game."""

    rows: Callable[[list[int]], Rows]
    event: Callable[..., EventOfGame]
    ruling: Callable[[Game], Ruling | None] = no_ruling


kinds_of_events = Signal()
"""Return a KindOfEvent for each kind, by its name. Where two apps name the same kind, the one further down in
INSTALLED_APPS answers: leagues name the tournaments that are their groups."""
steps_requested = Signal()
"""Return the steps of background work (tournaments.services.due.Step) that are looked at every time."""
calendar_requested = Signal()
"""Return events for the calendar of `club`, or for that of the whole server where it is None; `made` makes them."""
joinable_requested = Signal()
"""Return the latest events that anyone can join, at most `most`: objects with `shown_name`, `club` and a URL."""
entries_end = Signal()
"""Entries end at `now`, because the account of `player` does. Sent first: a league is always locked before its
tournaments."""
