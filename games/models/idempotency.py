"""Stored responses, so that a repeated request gets the same response."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models

from accounts.models import Player
from foundation.statements import insert_unless_there
from games.errors import IdempotencyKeyReused


class IdempotencyKeys(models.Manager["IdempotencyKey"]):
    """Manager of idempotency keys with their stored responses."""

    def find_answer(self, player: Player, key: str, request_hash: str) -> dict[str, Any] | None:
        """Return the stored response for this player's key, or None for a new key. `request_hash` is the hash of the
        current request. Raises IdempotencyKeyReused if the key was used for a request with another hash."""
        kept = self.filter(player=player, key=key).values_list("body_hash", "answer").first()
        if kept is not None and kept[0] != request_hash:
            raise IdempotencyKeyReused
        return None if kept is None else kept[1]

    def store_answer(self, row: IdempotencyKey) -> None:
        """Store a response in the transaction of its request. Raises IdempotencyKeyReused if another request with this
        key was stored first."""
        if not insert_unless_there(row):
            raise IdempotencyKeyReused


class IdempotencyKey(models.Model):
    """An idempotency key of a player, with the hash of its request and the stored response.

    Stored for seven days (`KEPT_FOR` in services.idempotency).
    """

    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False)
    key = models.CharField(max_length=255)
    body_hash = models.CharField(max_length=64)
    answer = models.JSONField()
    created_at = models.DateTimeField(db_index=True)

    objects = IdempotencyKeys()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["player", "key"], name="one_answer_a_key")]

    def __str__(self) -> str:
        return self.key
