"""The only way to get a search for a person, and what it found: they are its player's alone."""

from __future__ import annotations

from django.db.models import Q

from accounts.models import Player
from automatch.errors import NoSuchSearch
from automatch.models import Match, Search


def search_for(player: Player, search_id: int) -> Search:
    """A search of this player's; raises NoSuchSearch."""
    found = Search.objects.filter(player=player, pk=search_id).first()
    if found is None:
        raise NoSuchSearch
    return found


def match_for(player: Player, game_id: int) -> Match:
    """What led to this game, for its two players; raises NoSuchSearch for everybody else, and where no search did."""
    mine = Q(one__player=player) | Q(other__player=player)
    found = Match.objects.filter(mine, game=game_id).with_people().first()
    if found is None:
        raise NoSuchSearch
    return found
