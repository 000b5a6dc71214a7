"""Add and remove webhooks, and record the results of sending. programs/webhook_sender.py sends the events."""

from __future__ import annotations

import base64
import secrets
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet

from accounts.core.guests import check_not_guest
from accounts.models import Player
from accounts.security.api_auth import scopes_of
from notifications.models import Notice
from programs.errors import BadWebhook, NoSuchWebhook
from programs.models import Webhook
from programs.models.webhook import LONGEST_ADDRESS, sealed_secret

from . import alerts, cursors, feed
from .origins import Auth, origin_columns, with_valid_origin
from .url_checks import find_url_fault, host_of

MOST_WEBHOOKS = 5
GIVE_UP_AFTER = timedelta(days=3)


def add_webhook(*, player: Player, url: str, now: datetime, made_with: Auth = None) -> Webhook:
    """Add a webhook, which gets the player's future events: those that the token `made_with` allows while it is valid,
    or all if it is None (a browser). The owner gets an e-mail.

    A numeric address is checked now, and a host name when something is sent. Raises BadWebhook, NotForGuests.
    """
    check_not_guest(player)
    _check_webhook_url(url)
    with transaction.atomic():
        Player.objects.select_for_update(no_key=True).get(pk=player.pk)
        if Webhook.objects.filter(player=player).count() >= MOST_WEBHOOKS:
            raise BadWebhook(reason="too_many")
        made = Webhook.objects.create(
            player=player,
            url=url,
            host=host_of(url),
            scopes=scopes_of(made_with),
            sealed=sealed_secret("whsec_" + base64.b64encode(secrets.token_bytes(24)).decode()),
            sent=feed.last_event_number(player.pk),
            created_at=now,
            next_try_at=now,
            **origin_columns(made_with),
        )
        alerts.alert_webhook_added(made)
    return made


def _check_webhook_url(url: str) -> None:
    plain, here = not settings.PRODUCTION, settings.IGO_WEBHOOK_LOOPBACK
    fault = find_url_fault(url, longest=LONGEST_ADDRESS, plain=plain, loopback=here)
    if fault:
        raise BadWebhook(reason=fault)


def webhooks_of(player: Player, now: datetime) -> QuerySet[Webhook]:
    """Return the player's webhooks whose creating token or program access is still valid, the oldest first."""
    return with_valid_origin(Webhook.objects.filter(player=player), now).select_related("token", "client")


def webhook_or_raise(*, webhook_id: int, player: Player) -> Webhook:
    """Return the player's own webhook. Raises NoSuchWebhook."""
    found = Webhook.objects.filter(pk=webhook_id, player=player).first()
    if found is None:
        raise NoSuchWebhook
    return found


def remove_webhook(*, webhook_id: int, player: Player) -> None:
    """Delete the webhook. Raises NoSuchWebhook."""
    webhook_or_raise(webhook_id=webhook_id, player=player).delete()


def enable_webhook(*, webhook_id: int, player: Player, now: datetime) -> Webhook:
    """Enable a webhook that was disabled after failures, beginning with the first event that was not accepted and is
    still stored. Does not change a webhook that is enabled."""
    found = webhook_or_raise(webhook_id=webhook_id, player=player)
    given_up = Webhook.objects.filter(pk=found.pk, disabled_at__isnull=False)
    given_up.update(disabled_at=None, failing_since=None, failures=0, next_try_at=now)
    return webhook_or_raise(webhook_id=webhook_id, player=player)


def claim_due(now: datetime, busy: cursors.CurrentDeliveries = cursors.IDLE) -> Webhook | None:
    """Claim and return a webhook with events to send, None if there is none."""
    return cursors.claim_due(Webhook.objects.enabled(), now, busy)


def record_failure(webhook: Webhook, answer: str, now: datetime) -> None:
    """Record that the URL did not accept an event, and delay the next try. After some days, disable the webhook."""
    cursors.record_failure(webhook, answer, now, lambda row: _disable_if_failing_too_long(row, now))


def _disable_if_failing_too_long(row: Webhook, now: datetime) -> None:
    if row.failing_since is not None and now - row.failing_since >= GIVE_UP_AFTER:
        row.disabled_at = now
        Notice.objects.create(player_id=row.player_id, kind="webhook_disabled", created_at=now)
