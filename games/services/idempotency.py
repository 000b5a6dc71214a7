"""The first answer, given again to a retry with the same key."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django.db import IntegrityError, transaction

from accounts.models import Player
from games.errors import KeyReused
from games.models import IdempotencyKey

KEPT_FOR = timedelta(days=7)


def body_hash(**body: Any) -> str:
    """The same for the same request, whatever the order of its fields."""
    return hashlib.sha256(json.dumps(body, sort_keys=True, default=str).encode()).hexdigest()


def recall(player: Player, key: str | None, wanted: str) -> dict[str, Any] | None:
    """Return the first answer to this key; raise KeyReused when it was for another request."""
    if key is None:
        return None
    kept = IdempotencyKey.objects.filter(player=player, key=key).first()
    if kept is None:
        return None
    if kept.body_hash != wanted:
        raise KeyReused
    answer: dict[str, Any] = kept.answer
    return answer


def remember(player: Player, key: str | None, wanted: str, answer: Mapping[str, object], now: datetime) -> None:
    """Keep the answer, in the transaction of what it answers; raise KeyReused if another was quicker."""
    if key is None:
        return
    try:
        with transaction.atomic():
            IdempotencyKey.objects.create(player=player, key=key, body_hash=wanted, answer=answer, created_at=now)
    except IntegrityError as error:
        raise KeyReused from error


def forget_old(*, now: datetime) -> int:
    """Delete the keys that have been kept long enough; return how many."""
    return IdempotencyKey.objects.filter(created_at__lt=now - KEPT_FOR).delete()[0]
