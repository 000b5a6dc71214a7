"""What clubs are told of their tournaments and ladders, and what ends with a membership (E78)."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Q
from django.utils.translation import pgettext

from accounts.models import Player
from clubs.hooks import EventLine
from clubs.models import Club
from competitions.announcing import Acting
from competitions.models import Ladder, State, TeamMatch, Tournament
from wording import words

from . import team_matches
from .closing import close_now
from .drafting import call_off
from .ladders import locked_ladder, out, rung_of
from .rows import locked

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


def closed(club_id: int, reason: str, now: datetime) -> None:
    """Close the ladders of the club and cancel its tournaments and team matches that have not begun; what is being
    played goes on. In the transaction in which the club is closed."""
    acting = Acting.server(now)
    ladders = Ladder.objects.filter(club=club_id, closed_at=None).order_by("pk")
    for number in list(ladders.values_list("pk", flat=True)):
        close_now(locked_ladder(number), acting, reason)
    waiting = (State.DRAFT, State.OPEN)
    for number in list(
        Tournament.objects.filter(club=club_id, state__in=waiting).order_by("pk").values_list("pk", flat=True)
    ):
        tournament = locked(number)
        if tournament.state in waiting:
            call_off(tournament, acting, reason)
    team_matches.call_off_of(club_id, acting, reason)
