"""Template tags that show clubs on pages about players."""

from __future__ import annotations

from django import template
from django.contrib.auth.models import AnonymousUser

from accounts.models import Player
from clubs.access import clubs_with_games_of, shown_clubs_of
from clubs.models import Club

register = template.Library()


@register.simple_tag
def clubs_of(person: Player, viewer: Player | AnonymousUser) -> list[Club]:
    """Return the player's clubs that the viewer may see, at most MOST_CLUBS, the oldest membership first."""
    return shown_clubs_of(person, viewer)


@register.simple_tag
def clubs_with_imported_games(person: Player, viewer: Player | AnonymousUser) -> list[tuple[Club, int]]:
    """Return the clubs that have imported games of this player and whose members the viewer may see. Each is paired
    with the number of these games."""
    return clubs_with_games_of(person, viewer)
