"""Stored responses: a retry with the same idempotency key gets the first response."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Protocol

from accounts.models import Player
from foundation.request_hash import body_hash as body_hash
from games.errors import IdempotencyKeyReused
from games.models import IdempotencyKey

KEPT_FOR = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class PlayerRequest:
    """A request: its player, when the server received it, and its idempotency key (None: the request is never a
    retry)."""

    player: Player
    now: datetime
    key: str | None = None


class IdempotentRequest(Protocol):
    """Protocol of requests that may be sent again with the same key: a PlayerRequest, or the request of an action in a
    game."""

    @property
    def player(self) -> Player:
        """Return the player."""

    @property
    def now(self) -> datetime:
        """Return when the server received the request."""

    @property
    def key(self) -> str | None:
        """Return the idempotency key."""


def matching_answer(stored: tuple[str, dict[str, Any]] | None, request_hash: str) -> dict[str, Any] | None:
    """Return the response in `stored`, a pair of the request's hash and the response, or None if nothing was stored.
    Raises IdempotencyKeyReused if the hash is not `request_hash`."""
    if stored is None:
        return None
    hashed, answer = stored
    if hashed != request_hash:
        raise IdempotencyKeyReused
    return answer


def find_stored_answer(request: IdempotentRequest, request_hash: str) -> dict[str, Any] | None:
    """Return the stored response for the request's key, or None for a new key. Raises IdempotencyKeyReused if the key
    was stored with another hash."""
    return (
        None if request.key is None else IdempotencyKey.objects.find_answer(request.player, request.key, request_hash)
    )


def store_answer(request: IdempotentRequest, request_hash: str, answer: Mapping[str, object]) -> None:
    """Store the response, in the transaction of the request. Raises IdempotencyKeyReused if another request with this
    key was stored first."""
    if request.key is not None:
        IdempotencyKey.objects.store_answer(
            IdempotencyKey(
                player=request.player, key=request.key, body_hash=request_hash, answer=answer, created_at=request.now
            )
        )


def delete_expired_keys(*, now: datetime, **_: object) -> int:
    """Delete expired idempotency keys; return how many were deleted."""
    return IdempotencyKey.objects.filter(created_at__lt=now - KEPT_FOR).delete()[0]
