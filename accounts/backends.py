"""Who somebody is."""

from __future__ import annotations

from allauth.account.auth_backends import AuthenticationBackend

from accounts.models import Player


class PlayerBackend(AuthenticationBackend):  # type: ignore[misc]
    """By name or address, and password. Names are found whatever their capitals, in every script, on every database."""

    def _authenticate_by_username(self, username: str, password: str) -> Player | None:
        found: Player | None = self._check_password(Player.objects.named(username), password)
        return found
