"""Functions shared by the views of a club's pages: the club, the player, and the header's context."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest

from clubs import access
from clubs.errors import NoSuchClub
from clubs.models import Club, ClubRole, ImportedGame
from games.services.idempotency import PlayerRequest
from games.views.requests import player_of, received_at


def club_or_404(request: HttpRequest, club_id: int) -> Club:
    """Return the club if the viewer may see it, else raise Http404."""
    try:
        return access.club_for(request.user, club_id)
    except NoSuchClub as error:
        raise Http404 from error


def player_request(request: HttpRequest) -> PlayerRequest:
    """Return the player and the time of the request. Only for views with login_required."""
    return PlayerRequest(player_of(request), received_at(request))


def header_context_of_club(request: HttpRequest, club: Club, tab: str) -> dict[str, Any]:
    """Return the template context for the header of a club's pages. `tab` is the key of the selected tab."""
    role = access.role_in_club(request.user, club)
    sees_members = access.sees_members(request.user, club, role)
    return {
        "club": club,
        "tab": tab,
        "role": role,
        "manages": role is not None and role.manages,
        "sees_members": sees_members,
        "has_games": role == ClubRole.OWNER or (sees_members and ImportedGame.objects.filter(club=club).exists()),
    }
