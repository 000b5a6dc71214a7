"""Send web push messages (RFC 8030), always outside of requests.

A device has a position in its player's events, like a webhook. Any process can claim a device, and nothing is lost if
that process is killed. Messages are encrypted for the device (RFC 8291) and signed with the server's key (VAPID, RFC
8292). The URL comes from a browser, so it is requested with the same restrictions as webhooks (foundation.safe_http),
and only the status of a response is read.
"""

from __future__ import annotations

import json
import time
from base64 import urlsafe_b64decode
from collections.abc import Iterable
from datetime import timedelta
from urllib.parse import urlsplit

import requests
from cryptography.fernet import InvalidToken
from django.conf import settings
from django.utils import timezone

from accounts.core.push_key import push_key
from foundation import background, safe_http
from games import seen
from notifications.services import hours
from programs.models import Device, Event
from programs.models.device import PushSubscription
from programs.sending import SECONDS_OF_A_TURN, EventSender
from programs.services import cursors, devices
from programs.services.pushes import PushMessage, find_push_message

TASK = "programs.tasks.send_pushes"
SECONDS_OF_A_SIGNATURE = 12 * 3600
BETWEEN_LOOKS_AT_NIGHT = timedelta(minutes=5)
"""How long an urgent event may wait in quiet hours."""
GONE = ("404", "410")
"""Responses of a push service for a device that no longer exists: its owner withdrew the permission, or the browser
has another URL."""
AT_FAULT = ("400", "413")
"""Responses of a push service that would refuse this message again; the message is skipped."""


def _send_events(device: Device, events: Iterable[Event]) -> None:
    now, ends = timezone.now(), time.monotonic() + SECONDS_OF_A_TURN
    quiet_until = hours.push_quiet_until(device.player, now)
    with safe_http.public_session("Igo-Push/1") as session:
        if quiet_until is not None:
            _send_urgent_events(session, device, events, ends)
            cursors.release_row(device, min(quiet_until, now + BETWEEN_LOOKS_AT_NIGHT))
            return
        for event in events:
            if _is_time_up(ends):
                break
            if not _send_push(session, device, event):
                return
    cursors.release_row(device, timezone.now())


def _send_urgent_events(session: requests.Session, device: Device, events: Iterable[Event], ends: float) -> None:
    """During quiet hours, send only urgent events, each once (C64). The device's position in the events does not move,
    so that the other events are sent later."""
    for event in events:
        number, push = event.number or 0, find_push_message(event, timezone.now())
        if number <= device.ahead or push is None or not push.ignores_quiet_hours:
            continue
        if _is_time_up(ends) or not _mark_seen_and_post_push(session, device, push).startswith("2"):
            return
        devices.record_urgent_sent_ahead(device, number)


def _is_time_up(ends: float) -> bool:
    """Return whether the time for sending to this device is over (`ends`, in seconds of `time.monotonic`), or the
    process is about to end."""
    return time.monotonic() > ends or background.stopping.is_set()


def _send_push(session: requests.Session, device: Device, event: Event) -> bool:
    """Send the event's push message, if there is one. Return whether to continue with the next event."""
    number, push = event.number or 0, find_push_message(event, timezone.now())
    if push is None or (push.ignores_quiet_hours and number <= device.ahead):
        cursors.record_skip(device, number)
        return True
    answer = _mark_seen_and_post_push(session, device, push)
    now = timezone.now()
    if answer.startswith("2"):
        return cursors.record_delivery(device, number, answer, now)
    if answer in GONE:
        devices.delete_device(device)
        return False
    if answer in AT_FAULT:
        cursors.record_skip(device, number)
        return True
    devices.record_failure(device, answer, now)
    return False


def _mark_seen_and_post_push(session: requests.Session, device: Device, push: PushMessage) -> str:
    """Mark the message's game as seen by the player, and send the message. Return the status of the response as text,
    or the error."""
    if push.game is not None:
        seen.mark_all_seen(device.player_id, [push.game])
    from http_ece import ECEException
    from py_vapid import Vapid02

    try:
        to = device.subscription
    except InvalidToken:
        return GONE[0]  # no one can read where it was: the device adds itself again when it is used
    body = json.dumps({"kind": push.kind, "game": push.game, "number": push.number}, separators=(",", ":"))
    parts = urlsplit(to.endpoint)
    claims = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "sub": _contact_url(),
        "exp": int(time.time()) + SECONDS_OF_A_SIGNATURE,
    }
    headers = {
        **Vapid02.from_raw(push_key().encode()).sign(claims),
        "Topic": push.topic,
        "Urgency": "high" if push.is_urgent else "normal",
    }
    try:
        sealed = _encrypt(body.encode(), to)
    except (ECEException, ValueError) as error:
        return type(error).__name__
    headers |= {"Content-Encoding": "aes128gcm", "TTL": str(int(push.lasts.total_seconds()))}
    return safe_http.post_and_describe(session, to.endpoint, sealed, headers)


def _encrypt(body: bytes, to: PushSubscription) -> bytes:
    """Return the body encrypted for this device, with a key that is used only once (RFC 8291). Raises ECEException or
    ValueError."""
    import http_ece
    from cryptography.hazmat.primitives.asymmetric import ec

    sealed: bytes = http_ece.encrypt(
        body,
        private_key=ec.generate_private_key(ec.SECP256R1()),
        dh=urlsafe_b64decode(to.p256dh + "=="),
        auth_secret=urlsafe_b64decode(to.auth + "=="),
    )
    return sealed


def _contact_url() -> str:
    """Return the contact for push services: the site's URL, or the sender address of its e-mails."""
    return settings.IGO_URL if settings.IGO_URL.startswith("https://") else f"mailto:{settings.DEFAULT_FROM_EMAIL}"


sending = EventSender(TASK, "pushes", devices.claim_due, _send_events)
