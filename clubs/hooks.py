"""What the rooms above tell clubs when the server starts: which events a club has, and what ends with a membership."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from clubs.models import Club


@dataclass(frozen=True, slots=True)
class EventLine:
    """A tournament or a ladder of a club, for its page: what kind of event it is, its name, where it is, how it stands
    and what is played there, in the reader's words."""

    kind: str
    name: str
    path: str
    stands: str


List = Callable[[Club], list[EventLine]]
Ways = list[tuple[object, str]]
Gone = Callable[[int, int, datetime], None]
Closed = Callable[[int, str, datetime], None]

_lists: list[List] = []
_ways: Ways = []
_gone: list[Gone] = []
_closed: list[Closed] = []


def list_events(lister: List) -> None:
    """Ask this for the events of a club, the newest first, from now on: a few rows by a fixed number of queries."""
    _lists.append(lister)


def events_of(club: Club) -> list[EventLine]:
    """All events of the club that its page shows."""
    return [line for lister in _lists for line in lister(club)]


def make_events_at(label: object, path: str) -> None:
    """Who may make events of a club finds the page at this path by this label; it is told the club by `?club=`."""
    _ways.append((label, path))


def ways_to_make_events() -> Ways:
    """The labels and paths of the pages where events are made."""
    return _ways


def when_somebody_goes(gone: Gone) -> None:
    """Call `gone` with the numbers of a club and of a player who is no member any more, and when; in the transaction of
    it, under the lock of the club."""
    _gone.append(gone)


def somebody_went(club_id: int, player_id: int, now: datetime) -> None:
    """Say it to all who asked."""
    for gone in _gone:
        gone(club_id, player_id, now)


def when_a_club_closes(closed: Closed) -> None:
    """Call `closed` with the number of a club that its owner closes, the reason, and when; in the transaction of it,
    under the lock of the club."""
    _closed.append(closed)


def club_closed(club_id: int, reason: str, now: datetime) -> None:
    """Say it to all who asked."""
    for closed in _closed:
        closed(club_id, reason, now)
