"""Log security events of accounts, and the actions of staff."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils import timezone

from accounts.models import Player, SecurityEvent, SecurityKind, StaffAction
from foundation.clients import client_network

MOST_LETTERS = 200


def log_security_event(
    kind: SecurityKind, player: Player | None, request: HttpRequest | None = None, detail: str = ""
) -> None:
    """Log a security event, with the client's network (foundation.clients.client_network) and browser if there is a
    request.

    `detail` must hold no secret.
    """
    SecurityEvent.objects.create(
        player=player,
        kind=kind,
        at=timezone.now(),
        network="" if request is None else client_network(request)[:45],
        agent="" if request is None else _single_line(request.headers.get("User-Agent", "")),
        detail=_single_line(detail),
    )


@dataclass(frozen=True, slots=True)
class StaffContext:
    """A staff action's author, time and reason, for the audit log. `about` holds further values for the log entry, such
    as the number of a game."""

    staff: Player
    now: datetime
    reason: str = ""
    about: dict[str, Any] = field(default_factory=dict)


def record_staff_action(by: StaffContext, action: str, player: Player | None = None, **about: Any) -> StaffAction:
    """Add an entry to the audit log, in the caller's transaction. `about` is merged with the context's `about`."""
    about = about | by.about
    return StaffAction.objects.create(
        staff=by.staff, action=action, player=player, reason=by.reason, about=about, at=by.now
    )


def latest_security_events(player: Player, most: int = 30) -> list[SecurityEvent]:
    """Return the latest security events of this account, newest first, for its owner."""
    return list(SecurityEvent.objects.filter(player_id=player.pk)[:most])


def delete_old_events(now: datetime) -> int:
    """Delete security events older than IGO_KEEP_SECURITY_DAYS. Return the number of deleted events."""
    before = now - timedelta(days=settings.IGO_KEEP_SECURITY_DAYS)
    return SecurityEvent.objects.filter(at__lt=before).delete()[0]


def _single_line(text: str) -> str:
    """Return the text on one line, so that no one can forge log entries with line breaks."""
    return "".join(c if c.isprintable() else " " for c in text)[:MOST_LETTERS]
