"""The data that players give for result files of federations (E130)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from accounts.core.guests import check_not_guest
from accounts.models import FederationProfile, Player

EGD_CODES = {"GB": "UK"}
"""Countries whose code in the European Go Database is not that of ISO 3166-1."""


def store_federation_data(player: Player, data: Mapping[str, Any]) -> FederationProfile:
    """Store the player's data, whose values have been checked, and return them. Raises NotForGuests."""
    check_not_guest(player)
    stored, _ = FederationProfile.objects.update_or_create(player=player, defaults=dict(data))
    return stored


def remove_federation_data(player: Player) -> None:
    """Delete the player's data; result files then have the user name."""
    FederationProfile.objects.filter(player=player).delete()


def federation_data_of(players: Collection[int]) -> dict[int, FederationProfile]:
    """Return the data of those players, by primary key, who gave some; one query."""
    return FederationProfile.objects.in_bulk(list(players))


def find_players_by_pin(pins: Collection[str]) -> dict[str, list[Player]]:
    """Return the players who can be found by these EGD PINs; one query. PINs are not checked, so several players may
    have the same one."""
    found: dict[str, list[Player]] = {}
    rows = FederationProfile.objects.filter(egd_pin__in=set(pins) - {""}, is_findable=True, player__is_active=True)
    for row in rows.select_related("player").order_by("pk"):
        found.setdefault(row.egd_pin, []).append(row.player)
    return found


def egd_country(code: str) -> str:
    """Return the code of a country as the European Go Database writes it."""
    return EGD_CODES.get(code, code)
