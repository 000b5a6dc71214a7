"""The data that players provide for the result files of Go federations (E130)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from accounts.core.guests import check_not_guest
from accounts.models import FederationProfile, Player

EGD_CODES = {"GB": "UK"}
"""Countries whose code in the European Go Database is not that of ISO 3166-1."""


def store_federation_data(player: Player, data: Mapping[str, Any]) -> FederationProfile:
    """Store the player's data, which the caller has validated, and return the stored object. Raises NotForGuests."""
    check_not_guest(player)
    stored, _ = FederationProfile.objects.update_or_create(player=player, defaults=dict(data))
    return stored


def remove_federation_data(player: Player) -> None:
    """Delete the player's federation data. Result files then contain the username instead of the real name."""
    FederationProfile.objects.filter(player=player).delete()


def federation_data_of(players: Collection[int]) -> dict[int, FederationProfile]:
    """Return the federation data of these players, by player id, without players who have none. One query."""
    return FederationProfile.objects.in_bulk(list(players))


def find_players_by_pin(pins: Collection[str]) -> dict[str, list[Player]]:
    """Return the players with these EGD PINs who allow directors to find them, by PIN. One query. PINs are not
    verified, so several players may have the same PIN."""
    found: dict[str, list[Player]] = {}
    rows = FederationProfile.objects.filter(egd_pin__in=set(pins) - {""}, is_findable=True, player__is_active=True)
    for row in rows.select_related("player").order_by("pk"):
        found.setdefault(row.egd_pin, []).append(row.player)
    return found


def egd_country(code: str) -> str:
    """Return the European Go Database's code for a country, given by its ISO code."""
    return EGD_CODES.get(code, code)
