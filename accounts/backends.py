"""Authentication backends."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from allauth.account.auth_backends import AuthenticationBackend
from django.http import HttpRequest

from accounts.core.renaming import find_by_removed_name
from accounts.models import Player
from foundation.statements import ModelTable, row_of

_players = ModelTable(Player)


@lru_cache(maxsize=1)
def _player_sql() -> str:
    return f"SELECT {_players.columns('p')} FROM {_players.name} p WHERE p.id = %s"


class PlayerBackend(AuthenticationBackend):  # type: ignore[misc]
    """Authenticates a player by password, with their name or e-mail address.

    Names match regardless of case, in every script, on every database. A name that moderators removed also matches,
    because its owner may not know the new one.
    """

    def get_user(self, user_id: Any) -> Player | None:
        """Return the player of a session, None if they may not sign in. Every page calls this, so it avoids the ORM's
        overhead."""
        found = row_of(_player_sql(), [user_id])
        player = None if found is None else _players.row(found)
        return player if self.user_can_authenticate(player) else None

    def authenticate(self, request: HttpRequest | None, **credentials: Any) -> Player | None:
        """Return the player with this name or address and password, None if there is none. A login with an @ is an
        address, because names contain no @.

        The password is hashed once even if there is no such player, so that the response time does not reveal which
        names and addresses exist (S11).
        """
        login, password = credentials.get("email") or credentials.get("username") or "", credentials.get("password")
        if "@" in login:
            by_address: Player | None = super().authenticate(request, email=login, password=password)
            return by_address
        player = (Player.objects.find_by_name(login) or find_by_removed_name(login)) if password else None
        name = login if player is None else player.username
        by_name: Player | None = super().authenticate(request, username=name, password=password)
        return by_name
