"""What clubs are told of their tournaments and ladders, and what ends with a membership (E78)."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Q
from django.utils.translation import pgettext

from accounts.models import Player
from clubs.hooks import EventLine
from clubs.models import Club
from competitions.models import Ladder, TeamMatch, Tournament
from wording import words

from .ladders import locked_ladder, out, rung_of

MOST_SHOWN = 10


def events_of(club: Club) -> list[EventLine]:
    """The club's latest tournaments, then its ladders and its team matches: three queries."""
    tournaments = Tournament.objects.opened().filter(club=club).order_by("-pk")[:MOST_SHOWN]
    ladders = Ladder.objects.filter(club=club, closed_at=None).order_by("-pk")[:MOST_SHOWN]
    matches = TeamMatch.objects.filter(Q(club=club) | Q(guest=club)).order_by("-pk")
    return [
        *(_line(one, pgettext("event of a club", "tournament"), one.get_state_display()) for one in tournaments),
        *(_line(one, pgettext("event of a club", "ladder"), "") for one in ladders),
        *(
            _line(one, pgettext("event of a club", "team match"), one.get_state_display())
            for one in matches.select_related("club", "guest")[:MOST_SHOWN]
        ),
    ]


def _line(one: Tournament | Ladder | TeamMatch, kind: str, state: str) -> EventLine:
    size = f"{words.number(one.width)}×{words.number(one.height)}"
    return EventLine(kind, one.name, one.get_absolute_url(), f"{size} · {state}" if state else size)


def gone(club_id: int, player_id: int, now: datetime) -> None:
    """Off the ladders of the club; in the transaction in which the membership ends."""
    for number in list(Ladder.objects.filter(club=club_id).order_by("pk").values_list("pk", flat=True)):
        ladder = locked_ladder(number)
        rung = rung_of(ladder, Player(pk=player_id))
        if rung is not None and rung.place is not None:
            out(rung, ladder, now, "left")
