"""Secret URLs that calendar programs and feed readers fetch without signing in.

A URL stops working when its owner revokes it or changes the password, because a stolen session may have read or created
the URL.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.db import models, transaction
from django.db.models import QuerySet

from accounts.models import Player


@dataclass(frozen=True, slots=True)
class SecretUrl:
    """A kind of secret URL of which each player can have one. `field` is the player's field with the URL's secret; it
    is empty if the player has no URL. `locked` returns the player's row, locked; it needs a transaction."""

    rows: type[models.Model]
    field: str
    locked: Callable[[Player], Any]

    def create(self, player: Player) -> str:
        """Create a new URL and return its secret. An earlier URL stops working."""
        return self._store_secret(player, secrets.token_urlsafe(32))

    def revoke(self, player: Player) -> None:
        """Delete the secret of the player's URL, so that the URL stops working."""
        self._store_secret(player, "")

    def revoke_on_password_change(self, player_id: int, **_of_signal: object) -> None:
        """Revoke the player's URL, because it may have been created with the old password. Receiver of a signal."""
        QuerySet[Any](self.rows).filter(player=player_id).exclude(**{self.field: ""}).update(**{self.field: ""})

    def find_owner(self, secret: str) -> Player | None:
        """Return the owner of the URL with this secret. Return None if there is no such URL or the account is
        closed."""
        rows: QuerySet[Any] = QuerySet(self.rows).filter(**{self.field: secret, "player__is_active": True})
        row: Any = rows.exclude(**{self.field: ""}).select_related("player").first()
        return None if row is None else row.player

    def _store_secret(self, player: Player, secret: str) -> str:
        with transaction.atomic():
            row = self.locked(player)
            setattr(row, self.field, secret)
            row.save(update_fields=[self.field])
        return secret
