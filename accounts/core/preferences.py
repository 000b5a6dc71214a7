"""Change a player's preferences and profile."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from accounts.core.guests import check_not_guest
from accounts.models import Player

PUBLIC = frozenset({"bio", "country", "shows_watching", "hides_rank"})
"""The preferences that other people can read. Guests cannot change them."""


def change_preferences(player: Player, changes: Mapping[str, Any]) -> None:
    """Store these values in the player's columns. The caller must have validated them. Raises NotForGuests."""
    if not PUBLIC.isdisjoint(changes):
        check_not_guest(player)
    if changes:
        Player.objects.filter(pk=player.pk).update(**changes)
