"""Who somebody is."""

from __future__ import annotations

from allauth.account.auth_backends import AuthenticationBackend

from accounts.models import Player
from accounts.renaming import withheld_from


class PlayerBackend(AuthenticationBackend):  # type: ignore[misc]
    """By name or address, and password. Names are found whatever their capitals, in every script, on every database;
    also one that was taken away: whose it was could not know another."""

    def _authenticate_by_username(self, username: str, password: str) -> Player | None:
        player = Player.objects.named(username) or withheld_from(username)
        found: Player | None = self._check_password(player, password)
        return found
