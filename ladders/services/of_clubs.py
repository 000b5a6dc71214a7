"""The ladders that clubs show, and the consequences of an ended membership (E78)."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import pgettext, pgettext_lazy

from accounts.models import Player
from clubs.models import Club
from clubs.signals import EventLine
from ladders.models import Ladder
from tournaments.announcing import ActAuthor
from tournaments.services.of_clubs import MOST_SHOWN, event_line

from .closing import close_now
from .ladders import ladder_place_of, locked_ladder, remove_player


def events_of(club: Club, **_: object) -> list[EventLine]:
    """Return the club's ladders: one query."""
    ladders = Ladder.objects.filter(club=club, closed_at=None).order_by("-pk")[:MOST_SHOWN]
    return [event_line(one, pgettext("event of a club", "ladder"), "") for one in ladders]


def remove_from_ladders(club_id: int, player_id: int, now: datetime, **_: object) -> None:
    """Remove the player from the club's ladders, in the transaction that ends the membership."""
    for number in list(Ladder.objects.filter(club=club_id).order_by("pk").values_list("pk", flat=True)):
        ladder = locked_ladder(number)
        ladder_place = ladder_place_of(ladder, Player(pk=player_id))
        if ladder_place is not None and ladder_place.place is not None:
            remove_player(ladder_place, ladder, now, "left")


def close_ladders(club_id: int, reason: str, now: datetime, **_: object) -> None:
    """Close the club's ladders; games in progress continue. In the transaction that closes the club."""
    ladders = Ladder.objects.filter(club=club_id, closed_at=None).order_by("pk")
    for number in list(ladders.values_list("pk", flat=True)):
        close_now(locked_ladder(number), ActAuthor.server(now), reason)


def event_forms(**_: object) -> list[tuple[object, str]]:
    """Return label and path of the page that creates a ladder of a club (clubs.signals.event_forms_requested)."""
    return [(pgettext_lazy("button", "New ladder"), "/ladders/new/")]
