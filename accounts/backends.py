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

    def _authenticate(self, request: HttpRequest | None, **credentials: Any) -> Player | None:
        """By one of both: an address that is known takes as long as one that is not, a single look at a password (S11).

        Names hold no @.
        """
        login = credentials.get("email") or credentials.get("username") or ""
        by = self._authenticate_by_email if "@" in login else self._authenticate_by_username
        found: Player | None = by(login, credentials["password"])
        return found

    def _authenticate_by_username(self, username: str, password: str) -> Player | None:
        player = Player.objects.named(username) or withheld_from(username)
        found: Player | None = self._check_password(player, password)
        return found
