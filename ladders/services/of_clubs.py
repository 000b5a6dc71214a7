"""A club's ladders for the club's page, and their changes when a membership ends or the club closes (E78)."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import pgettext, pgettext_lazy

from accounts.models import Player
from clubs.models import Club
from clubs.signals import ClubEventLine
from ladders.models import Ladder
from tournaments.announcing import ActAuthor
from tournaments.services.of_clubs import MOST_SHOWN, club_event_line

from .closing import close_locked_ladder
from .ladders import find_ladder_place, lock_ladder, remove_player


def club_ladder_lines(club: Club, **_: object) -> list[ClubEventLine]:
    """Return the club's open ladders as lines for its page, the newest first. One query."""
    ladders = Ladder.objects.filter(club=club, closed_at=None).order_by("-pk")[:MOST_SHOWN]
    return [club_event_line(one, pgettext("event of a club", "ladder"), "") for one in ladders]


def remove_from_ladders(club_id: int, player_id: int, now: datetime, **_: object) -> None:
    """Remove the player from the club's ladders, in the transaction that ends the membership."""
    for number in list(Ladder.objects.filter(club=club_id).order_by("pk").values_list("pk", flat=True)):
        ladder = lock_ladder(number)
        ladder_place = find_ladder_place(ladder, Player(pk=player_id))
        if ladder_place is not None and ladder_place.place is not None:
            remove_player(ladder_place, ladder, now, "left")


def close_ladders(club_id: int, reason: str, now: datetime, **_: object) -> None:
    """Close the club's ladders, in the transaction that closes the club. Games in progress continue."""
    ladders = Ladder.objects.filter(club=club_id, closed_at=None).order_by("pk")
    for number in list(ladders.values_list("pk", flat=True)):
        close_locked_ladder(lock_ladder(number), ActAuthor.server(now), reason)


def ladder_form_link(**_: object) -> list[tuple[object, str]]:
    """Return label and URL of the page where a club's ladder is created. Receiver of the signal
    `clubs.signals.event_forms_requested`."""
    return [(pgettext_lazy("button", "New ladder"), "/ladders/new/")]
