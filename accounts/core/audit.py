"""Writing down what happens to accounts, and what moderators do."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils import timezone

from accounts.models import Player, SecurityEvent, SecurityKind, StaffAction
from foundation.clients import network_of

MOST_LETTERS = 200


def note(kind: SecurityKind, player: Player | None, request: HttpRequest | None = None, detail: str = "") -> None:
    """Write down a security event; with the request it came by, where it came from. `detail` is no secret."""
    SecurityEvent.objects.create(
        player=player,
        kind=kind,
        at=timezone.now(),
        network="" if request is None else network_of(request)[:45],
        agent="" if request is None else _plain(request.headers.get("User-Agent", "")),
        detail=_plain(detail),
    )


def record_staff_action(
    *, staff: Player, action: str, now: datetime, player: Player | None = None, reason: str = "", **about: Any
) -> StaffAction:
    """Add to the log of staff, in the transaction of what was done. `about` is numbers and words, for JSON."""
    return StaffAction.objects.create(staff=staff, action=action, player=player, reason=reason, about=about, at=now)


def latest_of(player: Player, most: int = 30) -> list[SecurityEvent]:
    """What happened to this account last, the latest first, for its owner to look through."""
    return list(SecurityEvent.objects.filter(player_id=player.pk)[:most])


def forget_old(now: datetime) -> int:
    """Delete security events that are older than IGO_KEEP_SECURITY_DAYS; return how many."""
    before = now - timedelta(days=settings.IGO_KEEP_SECURITY_DAYS)
    return SecurityEvent.objects.filter(at__lt=before).delete()[0]


def _plain(text: str) -> str:
    """One line, so that nobody writes lines of their own into a log."""
    return "".join(c if c.isprintable() else " " for c in text)[:MOST_LETTERS]
