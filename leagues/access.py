"""Access to leagues: the only functions that return a league for a viewer, and the viewer's role in it (E54)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from accounts.models import Player
from accounts.security.staff_permissions import StaffPermission, may
from foundation.apps_off import is_on
from leagues.errors import NoSuchLeague
from leagues.models import League, Season
from tournaments.models import AuthorRole

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    Viewer = Player | AnonymousUser


def league_for(league_id: int) -> League:
    """Return the league with its organiser. Everyone may see all leagues. Raises NoSuchLeague."""
    found = League.objects.select_related("owner", "club").filter(pk=league_id).first()
    if found is None or not is_on("leagues"):
        raise NoSuchLeague
    return found


def find_season(league: League, number: int | None = None) -> Season | None:
    """Return a season of the league, by default the latest, or None before the first. Everyone may see all seasons.
    Raises NoSuchLeague for an unknown number."""
    if number is None:
        return league.seasons.order_by("-number").first()
    found = league.seasons.filter(number=number).first()
    if found is None:
        raise NoSuchLeague
    return found


def league_director_role(viewer: Viewer, league: League) -> AuthorRole | None:
    """Return the viewer's role in directing the league: organiser, director or moderator. Return None without a role
    (E54)."""
    if not isinstance(viewer, Player):
        return None
    if league.owner_id == viewer.pk:
        return AuthorRole.OWNER
    if league.directors.filter(player=viewer).exists():
        return AuthorRole.DIRECTOR
    return AuthorRole.MODERATOR if may(viewer, StaffPermission.RULE) else None
