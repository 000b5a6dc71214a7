"""The fields of a form that chooses an audience (templates/clubs/_audience.html)."""

from __future__ import annotations

from typing import Any

from django.http import QueryDict

from accounts.models import Player
from clubs.services.audiences import Audience, clubs_of
from foundation.text import whole_number


def values(player: Player, audience: Audience) -> dict[str, Any]:
    """Return the context of the template: the player's clubs, and what is chosen."""
    return {
        "players": ", ".join(audience.players),
        "clubs": [(club, club.pk in audience.clubs) for club in clubs_of(player)],
        "is_shared": audience != Audience(),
    }


def chosen(posted: QueryDict) -> Audience:
    """Return the audience that was chosen in the form. Numbers of clubs that are not numbers are left out."""
    names = tuple(name for text in posted.get("players", "").split(",") if (name := text.strip()))
    numbers = tuple(number for text in posted.getlist("club") if (number := whole_number(text, 18)) is not None)
    return Audience("everyone" in posted, names, numbers, "link" in posted)
