"""Access to ladders: the only function that returns a ladder for a viewer (E54)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from accounts.models import Player
from foundation.apps_off import is_on
from ladders.errors import NoSuchLadder
from ladders.models import Ladder

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    Viewer = Player | AnonymousUser


def get_ladder(ladder_id: int) -> Ladder:
    """Return the ladder with its organiser. Everyone may see all ladders. Raises NoSuchLadder."""
    found = Ladder.objects.select_related("owner", "closed_by", "club").filter(pk=ladder_id).first()
    if found is None or not is_on("ladders"):
        raise NoSuchLadder
    return found
