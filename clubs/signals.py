"""What clubs ask the apps above, and tell them: connected in their `apps.py`."""

from __future__ import annotations

from dataclasses import dataclass

from django.dispatch import Signal

from clubs.models import Club
from foundation.hook import answers


@dataclass(frozen=True, slots=True)
class EventLine:
    """A tournament or a ladder of a club, for its page: what kind of event it is, its name, where it is, how it stands
    and what is played there, in the reader's words."""

    kind: str
    name: str
    path: str
    stands: str


events_requested = Signal()
"""Return an EventLine for each event of `club`, the newest first: a few by a fixed number of queries."""
event_forms_requested = Signal()
"""Return labels and paths of pages where events of a club are made; they are told the club by `?club=`."""
membership_ended = Signal()
"""The player `player_id` is no member of the club `club_id` any more, at `now`. In the transaction, under the lock of
the club."""
club_closed = Signal()
"""The club `club_id` is closed by its owner, for this `reason`, at `now`. In the transaction, under the lock of the
club."""


def events_of(club: Club) -> list[EventLine]:
    """All events of the club that its page shows."""
    return [line for lines in answers(events_requested, club=club) for line in lines]


def event_forms() -> list[tuple[object, str]]:
    """The labels and paths of the pages where events are made."""
    return [form for forms in answers(event_forms_requested) for form in forms]
