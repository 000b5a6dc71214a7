"""Sends events to webhooks; never inside a request.

Where there is Redis, the worker does it, told after the commit (foundation/handover.py); every process looks once a
minute for what was left. Without Redis, threads of the server look every two seconds.

The events are the outbox: a webhook is a cursor over them. Each event is one POST, signed as Standard Webhooks says
(webhook-id, webhook-timestamp, webhook-signature), in order, again until the address answers 2xx. An address that
leads into the server's own network is refused by what it resolves to at that moment, redirects are not followed, and
nothing of an answer but its status is read.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterable
from ipaddress import ip_address
from typing import Any

import requests
from cryptography.fernet import InvalidToken
from django.conf import settings
from django.db import transaction
from django.utils import timezone
from requests_hardened import Config, Manager
from requests_hardened.ip_filter import InvalidIPAddress
from requests_hardened.ip_filter_adapter import IPFilterAdapter
from standardwebhooks import Webhook as Signature

from accounts.security.scopes import allows
from foundation import background
from foundation.handover import SECONDS_BETWEEN_LOOKS, by_worker, hand_over
from programs.addresses import may_connect
from programs.api.event_json import SCOPE_OF, event_json
from programs.models import Event, Webhook
from programs.services import webhooks

TASK = "programs.tasks.send_webhooks"
SECONDS_BETWEEN = 2.0
AT_A_TIME = 3
SECONDS_TO_CONNECT, SECONDS_TO_ANSWER = 3.0, 10.0
SECONDS_OF_A_TURN = 60.0
"""After so long the next webhook has its turn, and this one, if more waits for it, one later. Half of what a claim
lasts, so that nobody else sends the same meanwhile."""

_wanted = [threading.Event() for _ in range(AT_A_TIME)]


def start() -> None:
    """Send for as long as the process lives; several at a time, as one address may be slow."""
    seconds = SECONDS_BETWEEN_LOOKS if by_worker() else SECONDS_BETWEEN
    for number, wanted in enumerate(_wanted):
        background.start(f"webhooks {number}", send_next, seconds, woken_by=wanted)


def when_committed(kind: str, player_ids: list[int], **about: Any) -> None:
    """Something happened, and was written down for these players: send it once that is committed."""
    transaction.on_commit(tell)


def tell() -> None:
    """Say to the worker that a webhook may have something to send; nobody waits for it. Without Redis, the threads that
    send look often enough."""
    if by_worker():
        hand_over(TASK, otherwise=look)


def look() -> None:
    """Let the threads of this process look now."""
    for wanted in _wanted:
        wanted.set()


def send_next() -> bool:
    """Send one webhook what waits for it, and have others see to the next; False when nothing waits."""
    webhook = webhooks.claim_due(timezone.now())
    if webhook is None:
        return False
    tell()
    _send_all(webhook, webhooks.next_events(webhook))
    return True


def _send_all(webhook: Webhook, events: Iterable[Event]) -> None:
    ends = time.monotonic() + SECONDS_OF_A_TURN
    with _session() as session:
        for event in events:
            if time.monotonic() > ends:
                break
            if webhook.scopes is not None and not allows(webhook.scopes, SCOPE_OF[event.kind]):
                webhooks.passed_over(webhook, event.number or 0)
                continue
            answer = _post(session, webhook, event)
            now = timezone.now()
            if not answer.startswith("2"):
                webhooks.failed(webhook, answer, now)
                return
            if not webhooks.delivered(webhook, event.number or 0, answer, now):
                return
    webhooks.rest(webhook, timezone.now())


def _session() -> requests.Session:
    config = Config(
        default_timeout=(SECONDS_TO_CONNECT, SECONDS_TO_ANSWER),
        never_redirect=True,
        ip_filter_enable=True,
        ip_filter_allow_loopback_ips=settings.IGO_WEBHOOK_LOOPBACK,
        user_agent_override="Igo-Webhook/1",
    )
    session: requests.Session = Manager(config).get_session()
    session.trust_env = False
    for scheme, is_https in (("http://", False), ("https://", True)):
        session.mount(scheme, _Public(is_https_proto=is_https, allow_loopback=settings.IGO_WEBHOOK_LOOPBACK))
    return session


class _Public(IPFilterAdapter):  # type: ignore[misc]
    """Connects to addresses of the internet only: the library pins what the name resolves to; we have a stricter look
    at it (programs.addresses)."""

    def build_connection_pool_key_attributes(self, *args: Any, **kwargs: Any) -> Any:
        """Where to connect. Raises InvalidIPAddress."""
        where, more = super().build_connection_pool_key_attributes(*args, **kwargs)
        address = ip_address(where["host"].strip("[]"))
        if not may_connect(address, loopback=settings.IGO_WEBHOOK_LOOPBACK):
            raise InvalidIPAddress(address)
        return where, more


def _post(session: requests.Session, webhook: Webhook, event: Event) -> str:
    """The status of the answer as text, or what went wrong."""
    if settings.PRODUCTION and not webhook.url.startswith("https://"):
        return "not https"
    body = json.dumps(event_json(event), separators=(",", ":"))
    try:
        secret = webhook.secret
    except InvalidToken:
        return "secret lost"
    name, at = f"evt_{webhook.player_id}_{event.number}", timezone.now()
    headers = {
        "Content-Type": "application/json",
        "webhook-id": name,
        "webhook-timestamp": str(int(at.timestamp())),
        "webhook-signature": Signature(secret).sign(name, at, body),
    }
    try:
        with session.post(webhook.url, data=body.encode(), headers=headers, stream=True) as answer:
            return str(answer.status_code)
    except InvalidIPAddress:
        return "inner network"
    except (requests.RequestException, ValueError) as error:
        return type(error).__name__
