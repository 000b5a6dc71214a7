"""Stop e-mails with one click, without signing in (RFC 8058). The URL is signed, identifies the player and the kinds,
and allows no other action."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from email.utils import formataddr

from django.conf import settings
from django.core import signing
from django.db import transaction
from django.urls import reverse

from accounts.core import site
from accounts.core.outbox import server_domain
from accounts.models import Player
from notifications.kinds import Channel, EmailTiming, NoticeGroup
from notifications.models import NoticeSettings

SALT = "notifications.stop"


@dataclass(frozen=True, slots=True)
class UnsubscribeRequest:
    """A request to stop e-mails: the player, and the kinds of e-mails."""

    player: Player
    kinds: list[NoticeGroup]


def unsubscribe_headers(player: Player, kinds: Sequence[NoticeGroup]) -> tuple[dict[str, str], str]:
    """Return the List-Unsubscribe headers of an e-mail to this player about these kinds, and the URL in them."""
    token = signing.dumps([player.pk, [str(kind) for kind in kinds]], salt=SALT)
    address = settings.IGO_URL.rstrip("/") + reverse("notifications:stop", args=[token])
    headers = {
        "List-Unsubscribe": f"<{address}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        "List-Id": formataddr((site.name(), f"notifications.{server_domain()}")),
    }
    return headers, address


def read_unsubscribe_token(token: str) -> UnsubscribeRequest | None:
    """Return the player and kinds of this token, or None if it is not valid or the account is closed."""
    try:
        pk, kinds = signing.loads(token, salt=SALT)
        named = [NoticeGroup(kind) for kind in kinds]
    except (signing.BadSignature, ValueError, TypeError):
        return None
    player = Player.objects.filter(pk=pk, is_active=True).first()
    return None if player is None else UnsubscribeRequest(player, named)


def stop_emails(request: UnsubscribeRequest) -> None:
    """Switch off e-mails of these kinds in the player's settings. Pending e-mails are dropped when they become due."""
    with transaction.atomic():
        row = lock_notice_settings(request.player)
        for kind in request.kinds:
            row.set_channel(kind, Channel.EMAIL, EmailTiming.OFF)
        row.save(update_fields=["chosen"])


def lock_notice_settings(player: Player) -> NoticeSettings:
    """Return the player's stored settings, locked against parallel changes. Call it only inside a transaction."""
    NoticeSettings.objects.get_or_create(player=player)
    return NoticeSettings.objects.select_for_update(no_key=True).get(player=player)
