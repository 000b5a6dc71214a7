"""Webhooks as rows: adding, removing, and how a delivery went. Sending is programs/webhook_sender.py's business."""

from __future__ import annotations

import base64
import secrets
from datetime import datetime, timedelta
from urllib.parse import urlsplit

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.models import Player
from notifications.models import Notice
from programs.addresses import may_be_told
from programs.errors import BadWebhook, NoSuchWebhook
from programs.models import Event, Webhook
from programs.models.webhook import LONGEST_ADDRESS, sealed_secret

from . import feed

MOST_WEBHOOKS = 5
GIVE_UP_AFTER = timedelta(days=3)
FIRST_PAUSE, LONGEST_PAUSE = timedelta(seconds=5), timedelta(hours=1)
CLAIMED_FOR = timedelta(minutes=2)
"""So long a process has for what it claimed; then another may try."""


def add_webhook(*, player: Player, url: str, now: datetime, scopes: list[str] | None = None) -> Webhook:
    """Send the player's events from now on to this address, those that `scopes` allow (None: all). Raises BadWebhook.

    An address in numbers is looked at now, a name when something is sent, by what it then resolves to.
    """
    _check_address(url)
    with transaction.atomic():
        Player.objects.select_for_update(no_key=True).get(pk=player.pk)
        if Webhook.objects.filter(player=player).count() >= MOST_WEBHOOKS:
            raise BadWebhook(reason="too_many")
        return Webhook.objects.create(
            player=player,
            url=url,
            scopes=scopes,
            sealed=sealed_secret("whsec_" + base64.b64encode(secrets.token_bytes(24)).decode()),
            sent=feed.position(player.pk),
            created_at=now,
            next_try_at=now,
        )


def _check_address(url: str) -> None:
    try:
        parts = urlsplit(url)
        port_is_fine = parts.port is None or parts.port > 0
    except ValueError:
        raise BadWebhook(reason="address") from None
    plain = url.isascii() and url.isprintable() and " " not in url and len(url) <= LONGEST_ADDRESS
    if not (plain and parts.hostname and port_is_fine) or "@" in parts.netloc or parts.fragment:
        raise BadWebhook(reason="address")
    if parts.scheme not in ("https", "http"):
        raise BadWebhook(reason="address")
    if parts.scheme != "https" and settings.PRODUCTION:
        raise BadWebhook(reason="https")
    if not may_be_told(parts.hostname, loopback=settings.IGO_WEBHOOK_LOOPBACK):
        raise BadWebhook(reason="inner")


def webhook_of(*, webhook_id: int, player: Player) -> Webhook:
    """The player's own webhook. Raises NoSuchWebhook."""
    found = Webhook.objects.filter(pk=webhook_id, player=player).first()
    if found is None:
        raise NoSuchWebhook
    return found


def remove_webhook(*, webhook_id: int, player: Player) -> None:
    """Send nothing there any more. Raises NoSuchWebhook."""
    webhook_of(webhook_id=webhook_id, player=player).delete()


def enable_webhook(*, webhook_id: int, player: Player, now: datetime) -> Webhook:
    """Try again after it was given up, from the first event that it did not take and that is still kept."""
    found = webhook_of(webhook_id=webhook_id, player=player)
    Webhook.objects.filter(pk=found.pk).update(disabled_at=None, failing_since=None, failures=0, next_try_at=now)
    return webhook_of(webhook_id=webhook_id, player=player)


def claim_due(now: datetime) -> Webhook | None:
    """One webhook with something to send, which is now this process's for CLAIMED_FOR; None when there is none.

    Its `next_try_at` is the claim: what `delivered` and the others write counts only if nobody has claimed it since.
    """
    unsent = Event.objects.filter(Q(number__isnull=True) | Q(number__gt=OuterRef("sent")), player=OuterRef("player"))
    due = Webhook.objects.enabled().filter(Exists(unsent), next_try_at__lte=now, player__is_active=True)
    for webhook in due.order_by("next_try_at", "pk")[:10]:
        mine = Webhook.objects.filter(pk=webhook.pk, next_try_at=webhook.next_try_at)
        if mine.update(next_try_at=now + CLAIMED_FOR):
            webhook.next_try_at = now + CLAIMED_FOR
            return webhook
    return None


def _mine(webhook: Webhook) -> QuerySet[Webhook]:
    """The row, if nobody has claimed it since."""
    return Webhook.objects.filter(pk=webhook.pk, next_try_at=webhook.next_try_at)


def next_events(webhook: Webhook) -> list[Event]:
    """What the address should get next; what is no longer kept is passed over."""
    news = feed.events_after(webhook.player_id, webhook.sent)
    if news.missed and not news.events:
        _mine(webhook).update(sent=news.last)
    return news.events


def delivered(webhook: Webhook, number: int, answer: str, now: datetime) -> bool:
    """The address took the event of this number; False when the webhook is no longer there, wanted or ours."""
    mine = _mine(webhook).filter(disabled_at__isnull=True, player__is_active=True)
    return bool(mine.update(sent=number, failures=0, failing_since=None, last_answer=answer[:60], last_success_at=now))


def passed_over(webhook: Webhook, number: int) -> None:
    """The event of this number is none that the address may hear of."""
    _mine(webhook).update(sent=number)


def rest(webhook: Webhook, now: datetime) -> None:
    """All is sent, or enough for one turn: whoever looks next may look."""
    _mine(webhook).update(next_try_at=now)


def failed(webhook: Webhook, answer: str, now: datetime) -> None:
    """The address did not take it: try later, each time later, and give up after days."""
    with transaction.atomic():
        row = _mine(webhook).select_for_update(no_key=True).first()
        if row is None:
            return
        pause = min(FIRST_PAUSE * 2 ** min(row.failures, 20), LONGEST_PAUSE)
        row.failures += 1
        row.failing_since = row.failing_since or now
        row.last_answer, row.next_try_at = answer[:60], now + pause
        if now - row.failing_since >= GIVE_UP_AFTER:
            row.disabled_at = now
            Notice.objects.create(player_id=row.player_id, kind="webhook_disabled", created_at=now)
        row.save()
