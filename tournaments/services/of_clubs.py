"""A club's tournaments, for the club's page (E78)."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.utils.translation import pgettext, pgettext_lazy

from clubs.models import Club
from clubs.signals import ClubEventLine
from tournaments.announcing import ActAuthor
from tournaments.models import Tournament, TournamentState
from wording import words

from .drafting import cancel_locked_tournament
from .rows import lock_tournament

MOST_SHOWN = 10


def club_tournaments(club: Club, **_: object) -> list[ClubEventLine]:
    """Return the club's latest tournaments. Groups of leagues are left out, because they are shown on their league's
    page. One query."""
    tournaments = Tournament.objects.listed().filter(club=club).order_by("-pk")[:MOST_SHOWN]
    return [
        club_event_line(one, pgettext("event of a club", "tournament"), one.get_state_display()) for one in tournaments
    ]


def club_event_line(event: Any, kind: str, state: str) -> ClubEventLine:
    """Return an event's line on its club's page. The event is a tournament, ladder, league or team match. `kind` and
    `state` are text in the reader's language."""
    size = words.board_size_text(event.width, event.height)
    return ClubEventLine(kind, event.name, event.get_absolute_url(), size, state, event.created_at)


def cancel_unstarted_club_tournaments(club_id: int, reason: str, now: datetime, **_: object) -> None:
    """Cancel the club's tournaments that have not started, in the transaction that closes the club. Tournaments in
    progress continue."""
    waiting = (TournamentState.DRAFT, TournamentState.OPEN)
    rows = Tournament.objects.filter(club=club_id, state__in=waiting).order_by("pk")
    for number in list(rows.values_list("pk", flat=True)):
        tournament = lock_tournament(number)
        if tournament.state in waiting:
            cancel_locked_tournament(tournament, ActAuthor.server(now), reason)


def tournament_form_link(**_: object) -> list[tuple[object, str]]:
    """Return label and URL of the page where a club's tournament is created. Receiver of the signal
    `clubs.signals.event_forms_requested`."""
    return [(pgettext_lazy("button", "New tournament"), "/tournaments/new/")]
