"""The first answer, given again to a retry with the same key."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Protocol

from accounts.models import Player
from foundation.request_hash import body_hash as body_hash
from games.errors import KeyReused
from games.models import IdempotencyKey

KEPT_FOR = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class PlayerRequest:
    """Who asks for something, when the server received it, and under which idempotency key (None: every request is
    another one)."""

    player: Player
    now: datetime
    key: str | None = None


class Asked(Protocol):
    """What a PlayerRequest and a request for an action in a game have in common."""

    @property
    def player(self) -> Player:
        """Who asks."""

    @property
    def now(self) -> datetime:
        """When the server received it."""

    @property
    def key(self) -> str | None:
        """The idempotency key."""


def first_answer(kept: tuple[str, dict[str, Any]] | None, wanted: str) -> dict[str, Any] | None:
    """Return what was answered first (`Beside.kept`), None when nothing was; raise KeyReused when it was an answer to
    another request."""
    if kept is None:
        return None
    hashed, answer = kept
    if hashed != wanted:
        raise KeyReused
    return answer


def recall(request: Asked, wanted: str) -> dict[str, Any] | None:
    """Read and return the first answer to this key, None for a new one; raise KeyReused as `first_answer` does."""
    return None if request.key is None else IdempotencyKey.objects.recall(request.player, request.key, wanted)


def remember(request: Asked, wanted: str, answer: Mapping[str, object]) -> None:
    """Keep the answer, in the transaction of what it answers; raise KeyReused if another was quicker."""
    if request.key is not None:
        IdempotencyKey.objects.remember(
            IdempotencyKey(
                player=request.player, key=request.key, body_hash=wanted, answer=answer, created_at=request.now
            )
        )


def forget_old(*, now: datetime, **_: object) -> int:
    """Delete the keys that have been kept long enough; return how many."""
    return IdempotencyKey.objects.filter(created_at__lt=now - KEPT_FOR).delete()[0]
