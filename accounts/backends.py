"""Who somebody is."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from allauth.account.auth_backends import AuthenticationBackend
from django.http import HttpRequest

from accounts.core.renaming import withheld_from
from accounts.models import Player
from foundation.statements import Table, row_of

_players = Table(Player)


@lru_cache(maxsize=1)
def _player_text() -> str:
    return f"SELECT {_players.columns('p')} FROM {_players.name} p WHERE p.id = %s"


class PlayerBackend(AuthenticationBackend):  # type: ignore[misc]
    """By name or address, and password. Names are found whatever their capitals, in every script, on every database;
    also one that was taken away: whose it was could not know another."""

    def get_user(self, user_id: Any) -> Player | None:
        """Whose session it is, None for nobody who may sign in: what every page asks, so without the ORM's detour."""
        found = row_of(_player_text(), [user_id])
        player = None if found is None else _players.row(found)
        return player if self.user_can_authenticate(player) else None

    def authenticate(self, request: HttpRequest | None, **credentials: Any) -> Player | None:
        """Who signs in, by the name or by the address: an address that is known takes as long as one that is not, a
        single look at a password (S11).

        Names hold no @.
        """
        login, password = credentials.get("email") or credentials.get("username") or "", credentials.get("password")
        if "@" in login:
            by_address: Player | None = super().authenticate(request, email=login, password=password)
            return by_address
        player = (Player.objects.named(login) or withheld_from(login)) if password else None
        name = login if player is None else player.username
        by_name: Player | None = super().authenticate(request, username=name, password=password)
        return by_name
