"""Send events to webhooks, always outside of requests.

Stored events are the outbox, and a webhook is a position in them. Each event is one POST, signed by Standard Webhooks
(webhook-id, webhook-timestamp, webhook-signature). Events are sent in order, and each is repeated until the response is
2xx.

A URL that resolves into the server's own network is refused when an event is sent. Redirects are not followed, and only
the status of a response is read.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterable

import requests
from cryptography.fernet import InvalidToken
from django.conf import settings
from django.utils import timezone
from standardwebhooks import Webhook as Signature

from accounts.security.scopes import includes_scope
from foundation import background, safe_http
from programs.api.event_json import SCOPE_OF, event_json
from programs.models import Event, Webhook
from programs.sending import SECONDS_OF_A_TURN, EventSender
from programs.services import cursors, feed, webhooks

TASK = "programs.tasks.send_webhooks"


def _send_events(webhook: Webhook, events: Iterable[Event]) -> None:
    ends = time.monotonic() + SECONDS_OF_A_TURN
    with safe_http.public_session("Igo-Webhook/1") as session:
        for event in events:
            if time.monotonic() > ends or background.stopping.is_set():
                break
            if webhook.scopes is not None and not includes_scope(webhook.scopes, SCOPE_OF[event.kind]):
                cursors.record_skip(webhook, event.number or 0)
                continue
            answer = _mark_seen_and_post_event(session, webhook, event)
            now = timezone.now()
            if not answer.startswith("2"):
                webhooks.record_failure(webhook, answer, now)
                return
            if not cursors.record_delivery(webhook, event.number or 0, answer, now):
                return
    cursors.release_row(webhook, timezone.now())


def _mark_seen_and_post_event(session: requests.Session, webhook: Webhook, event: Event) -> str:
    """Mark the event's game as seen by the player, and send the event as one signed POST. Return the status of the
    response as text, or the error."""
    if settings.PRODUCTION and not webhook.url.startswith("https://"):
        return "not https"
    body = json.dumps(event_json(event), separators=(",", ":"))
    try:
        secret = webhook.secret
    except InvalidToken:
        return "secret lost"
    name, at = f"evt_{webhook.player_id}_{event.number}", timezone.now()
    feed.mark_games_seen([event])
    headers = {
        "Content-Type": "application/json",
        "webhook-id": name,
        "webhook-timestamp": str(int(at.timestamp())),
        "webhook-signature": Signature(secret).sign(name, at, body),
    }
    return safe_http.post_and_describe(session, webhook.url, body.encode(), headers)


sending = EventSender(TASK, "webhooks", webhooks.claim_due, _send_events)
