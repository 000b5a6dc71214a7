"""The only way to get team matches for a person, and as what they may act there (E54)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from accounts.models import Player
from foundation.apps_off import is_on
from team_matches.errors import NoSuchMatch
from team_matches.models import TeamMatch

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    Viewer = Player | AnonymousUser


def match_for(match_id: int) -> TeamMatch:
    """The team match with its clubs, for anybody; raises NoSuchMatch."""
    found = TeamMatch.objects.select_related("club", "guest").filter(pk=match_id).first()
    if found is None or not is_on("team_matches"):
        raise NoSuchMatch
    return found
