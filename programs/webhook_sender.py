"""Sends events to webhooks, in a thread of every serving process and of the worker; never inside a request.

The events are the outbox: a webhook is a cursor over them. Each event is one POST, signed as Standard Webhooks says
(webhook-id, webhook-timestamp, webhook-signature), in order, again until the address answers 2xx. An address that
leads into the server's own network is refused by what it resolves to at that moment, redirects are not followed, and
nothing of an answer but its status is read.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from ipaddress import ip_address
from typing import Any

import requests
from cryptography.fernet import InvalidToken
from django.conf import settings
from django.utils import timezone
from requests_hardened import Config, Manager
from requests_hardened.ip_filter import InvalidIPAddress
from requests_hardened.ip_filter_adapter import IPFilterAdapter
from standardwebhooks import Webhook as Signature

from accounts.security.scopes import allows
from foundation import background
from programs.addresses import may_connect
from programs.api.event_json import SCOPE_OF, event_json
from programs.models import Event, Webhook
from programs.services import webhooks

SECONDS_BETWEEN = 2.0
AT_A_TIME = 3
SECONDS_TO_CONNECT, SECONDS_TO_ANSWER = 3.0, 10.0


def start() -> None:
    """Send for as long as the process lives; several at a time, as one address may be slow."""
    for number in range(AT_A_TIME):
        background.start(f"webhooks {number}", send_next, SECONDS_BETWEEN)


def send_next() -> bool:
    """Send one webhook what waits for it; False when nothing waits."""
    webhook = webhooks.claim_due(timezone.now())
    if webhook is None:
        return False
    _send_all(webhook, webhooks.next_events(webhook))
    return True


def _send_all(webhook: Webhook, events: Iterable[Event]) -> None:
    with _session() as session:
        for event in events:
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
