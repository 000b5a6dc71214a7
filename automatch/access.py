"""The only way to get a search for a person: it is its player's alone."""

from __future__ import annotations

from accounts.models import Player
from automatch.errors import NoSuchSearch
from automatch.models import Search


def search_for(player: Player, search_id: int) -> Search:
    """A search of this player's; raises NoSuchSearch."""
    found = Search.objects.filter(player=player, pk=search_id).first()
    if found is None:
        raise NoSuchSearch
    return found
