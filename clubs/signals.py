"""Signals of clubs. Apps above connect receivers in their `apps.py`."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import QuerySet
from django.dispatch import Signal

from accounts.models import Player
from clubs.models import Club
from foundation.hook import Hook, collect_answers


@dataclass(frozen=True, slots=True)
class ClubEventLine:
    """A tournament or another event, as a line on a club's page. `kind`, `size` and `state` ("" for none) are in the
    reader's language, and `at` is when the event was created."""

    kind: str
    name: str
    path: str
    size: str
    state: str
    at: datetime


events_requested = Signal()
"""Receivers return a ClubEventLine for each event of `club`, the newest first: a few, by a fixed number of queries."""
event_forms_requested = Signal()
"""Receivers return labels and paths of pages that create events of a club; the club is added as `?club=`."""
membership_ended = Signal()
"""The player `player_id` is no longer a member of the club `club_id`, at `now`. Sent in the transaction, under the
lock of the club."""
club_closed = Signal()
"""The owner closes the club `club_id`, for this `reason`, at `now`. Sent in the transaction, under the lock of the
club."""


def _default_no_classes(player: Player) -> QuerySet[Any]:
    return Club.objects.none()


classes_taught_by: Hook[[Player], QuerySet[Any]] = Hook(_default_no_classes)
"""Returns the classes that this player teaches, with which things can be shared (T16)."""
classes_joined_by: Hook[[Player], QuerySet[Any]] = Hook(_default_no_classes)
"""Returns the classes in which this player is a pupil (T16)."""


def _no_name_is_removed(club: Club) -> bool:
    return False


is_current_name_removed: Hook[[Club], bool] = Hook(_no_name_is_removed)
"""Returns whether moderators have removed the club's current name, or one that looks the same, from this club (E79)."""


def all_events_of(club: Club) -> list[ClubEventLine]:
    """Return all events of the club for the club's page."""
    return [line for lines in collect_answers(events_requested, club=club) for line in lines]


def event_form_links() -> list[tuple[object, str]]:
    """Return the labels and paths of the pages where events are created."""
    return [form for forms in collect_answers(event_forms_requested) for form in forms]
