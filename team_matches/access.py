"""Access to team matches: the only function that returns a match for a viewer (E54)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from accounts.models import Player
from foundation.apps_off import is_on
from team_matches.errors import NoSuchMatch
from team_matches.models import TeamMatch

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    Viewer = Player | AnonymousUser


def team_match_with_clubs(match_id: int) -> TeamMatch:
    """Return the team match with its clubs. Everyone may see all matches. Raises NoSuchMatch."""
    found = TeamMatch.objects.select_related("club", "guest").filter(pk=match_id).first()
    if found is None or not is_on("team_matches"):
        raise NoSuchMatch
    return found
