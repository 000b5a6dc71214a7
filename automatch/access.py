"""Access to searches: the only functions that return a search or its matches. They are visible only to their player."""

from __future__ import annotations

from django.db.models import Q

from accounts.models import Player
from automatch.errors import NoSuchSearch
from automatch.models import Match, Search


def own_search(player: Player, search_id: int) -> Search:
    """Return the player's search with this id. Raises NoSuchSearch, also for another player's search."""
    found = Search.objects.filter(player=player, pk=search_id).first()
    if found is None:
        raise NoSuchSearch
    return found


def match_of_game(player: Player, game_id: int) -> Match:
    """Return the match of two searches from which this game was started. Raises NoSuchSearch if there is none, or if
    the player is not one of the game's two."""
    mine = Q(one__player=player) | Q(other__player=player)
    found = Match.objects.filter(mine, game=game_id).with_people().first()
    if found is None:
        raise NoSuchSearch
    return found
