"""A club's team matches for the club's page (E78)."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from django.db.models import Q
from django.utils.translation import gettext_lazy, pgettext

from clubs.models import Club
from clubs.signals import ClubEventLine
from games.event_names import isolate_team_match_names
from team_matches.models import TeamMatch
from tournaments.announcing import ActAuthor
from tournaments.services.of_clubs import MOST_SHOWN, club_event_line

from . import team_matches


def club_team_matches(club: Club, **_: object) -> list[ClubEventLine]:
    """Return the club's latest team matches. One query."""
    matches = TeamMatch.objects.filter(Q(club=club) | Q(guest=club)).order_by("-pk").select_related("club", "guest")
    kind = pgettext("event of a club", "team match")
    return [
        replace(club_event_line(one, kind, one.get_state_display()), name=isolate_team_match_names(one.name))
        for one in matches[:MOST_SHOWN]
    ]


def cancel_unstarted_team_matches(club_id: int, reason: str, now: datetime, **_: object) -> None:
    """Cancel the club's team matches that have not begun, in the transaction that closes the club."""
    team_matches.cancel_unstarted_matches_of_club(club_id, ActAuthor.server(now), reason)


def match_form_link(**_: object) -> list[tuple[object, str]]:
    """Return label and URL of the page where another club is challenged. Receiver of the signal
    `clubs.signals.event_forms_requested`."""
    return [(gettext_lazy("Challenge another club"), "/team-matches/new/")]
