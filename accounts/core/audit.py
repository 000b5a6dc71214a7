"""Writing down what happens to accounts, and what moderators do."""

from __future__ import annotations

from dataclasses import dataclass, field
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


@dataclass(frozen=True, slots=True)
class StaffContext:
    """Who of the staff does something, when and why; `about` are numbers and words that the log keeps beside it."""

    staff: Player
    now: datetime
    reason: str = ""
    about: dict[str, Any] = field(default_factory=dict)


def record_staff_action(by: StaffContext, action: str, player: Player | None = None, **about: Any) -> StaffAction:
    """Add to the log of staff, in the transaction of what was done. `about` joins what the context says."""
    about = about | by.about
    return StaffAction.objects.create(
        staff=by.staff, action=action, player=player, reason=by.reason, about=about, at=by.now
    )


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
