"""Add and remove devices, and record the results of sending. programs/push_sender.py sends the messages."""

from __future__ import annotations

import binascii
from base64 import urlsafe_b64decode
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta

from allauth.account.adapter import get_adapter
from cryptography.hazmat.primitives.asymmetric import ec
from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet

from accounts.models import Player
from programs.errors import BadPushSubscription, NoSuchPushDevice
from programs.models import Device
from programs.models.device import PushSubscription, endpoint_digest, sealed_subscription

from . import alerts, cursors, feed
from .origins import Auth, origin_columns
from .url_checks import find_url_fault, host_of

MOST_DEVICES = 10
LONGEST_ENDPOINT = 1000
FORGET_AFTER = timedelta(days=7)
"""How long a push service may refuse until its device is deleted; the device adds itself again at its next use."""
OCTETS_OF_AUTH = 16


@dataclass(frozen=True, slots=True)
class PushDeviceOrigin:
    """How a device was added. `name` is its name in the owner's list, `session` the key of the session, and `made_with`
    the token. The device is deleted when the session or the token ends."""

    name: str
    session: str = ""
    made_with: Auth = None


def players_with_push_device(players: Collection[int]) -> set[int]:
    """Return which of these players have a device with push messages, as ids."""
    return set(Device.objects.filter(player__in=players).values_list("player_id", flat=True))


def add_device(
    *, player: Player, subscription: PushSubscription, origin: PushDeviceOrigin, now: datetime
) -> tuple[Device, bool]:
    """Add a device for push messages. Return the row, and whether the device is new. The owner of a new device gets an
    e-mail. If another player had added the device, it now belongs to this player. Raises BadPushSubscription."""
    _check_subscription(subscription)
    digest = endpoint_digest(subscription.endpoint)
    with transaction.atomic():
        Player.objects.select_for_update(no_key=True).get(pk=player.pk)
        Device.objects.filter(digest=digest).exclude(player=player).delete()
        if Device.objects.filter(player=player).exclude(digest=digest).count() >= MOST_DEVICES:
            raise BadPushSubscription(reason="too_many")
        kept = _subscription_fields(subscription) | {"name": origin.name[:60], "session": origin.session}
        kept |= origin_columns(origin.made_with)
        new = {
            "player": player,
            "sent": feed.last_event_number(player.pk),
            "created_at": now,
            "next_try_at": now,
            **kept,
        }
        made, is_new = Device.objects.update_or_create(digest=digest, defaults=kept, create_defaults=new)
        if is_new:
            alerts.alert_device_added(made)
    return made, is_new


def _subscription_fields(subscription: PushSubscription) -> dict[str, str]:
    return {"sealed": sealed_subscription(subscription), "host": host_of(subscription.endpoint)}


def renew_push_subscription(
    *, player: Player, subscription: PushSubscription, known: str, origin: PushDeviceOrigin
) -> bool:
    """Store the new subscription of one of the player's devices, whose previous URL is `known`. Return False, and add
    nothing, if the player has no such device, for example because they removed it. Raises BadPushSubscription."""
    _check_subscription(subscription)
    digest = endpoint_digest(subscription.endpoint)
    with transaction.atomic():
        ours = Device.objects.filter(player=player, digest__in={digest, endpoint_digest(known)})
        found = ours.select_for_update(no_key=True).first()
        if found is None:
            return False
        Device.objects.filter(digest=digest).exclude(pk=found.pk).delete()
        changed = _subscription_fields(subscription) | {"digest": digest, "session": origin.session}
        Device.objects.filter(pk=found.pk).update(**changed)
    return True


def _check_subscription(subscription: PushSubscription) -> None:
    """Raise BadPushSubscription if the push service's URL or keys are not valid. The URL must be https, except on this
    machine for trials."""
    here = settings.IGO_WEBHOOK_LOOPBACK
    fault = find_url_fault(subscription.endpoint, longest=LONGEST_ENDPOINT, plain=here, loopback=here)
    if fault:
        raise BadPushSubscription(reason=fault)
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), _decode_key(subscription.p256dh))
        is_fine = len(_decode_key(subscription.auth)) == OCTETS_OF_AUTH
    except (ValueError, binascii.Error):
        is_fine = False
    if not is_fine:
        raise BadPushSubscription(reason="keys")


def _decode_key(text: str) -> bytes:
    plain = text.rstrip("=")
    if len(plain) > 200 or not plain.isascii():
        raise ValueError
    return urlsafe_b64decode(plain + "=" * (-len(plain) % 4))


def push_devices_of(player: Player) -> QuerySet[Device]:
    """Return the player's devices, the oldest first."""
    return Device.objects.filter(player=player).select_related("token", "client")


def remove_device(*, device_id: int, player: Player) -> None:
    """Remove the device. Raises NoSuchPushDevice."""
    if not push_devices_of(player).filter(pk=device_id).delete()[0]:
        raise NoSuchPushDevice


def delete_devices_of_sessions(player_id: int, keys: Collection[str], **_: object) -> None:
    """Delete the devices that were added in the sessions with these keys. Receiver of the signal `sessions_ended`."""
    Device.objects.filter(player_id=player_id, session__in=[key for key in keys if key]).delete()


def delete_devices_of_other_sessions(player_id: int, **_: object) -> None:
    """Delete the player's devices that were added in other sessions than the current one, because a new password has
    ended these sessions. Receiver of the signal `password_changed`."""
    request = get_adapter().request
    is_theirs = request is not None and request.user.pk == player_id
    kept = ["", request.session.session_key or ""] if is_theirs else [""]
    Device.objects.filter(player_id=player_id).exclude(session__in=kept).delete()


def replace_session_key_of_devices(player_id: int, before: str, now: str, **_: object) -> None:
    """Replace the session key `before` by `now` in the devices that were added in that session, so that they are still
    deleted with the session. Receiver of the signal `session_key_changed`."""
    Device.objects.filter(player_id=player_id, session=before).update(session=now)


def claim_due(now: datetime, busy: cursors.CurrentDeliveries = cursors.IDLE) -> Device | None:
    """Claim and return a device with events to send, None if there is none."""
    return cursors.claim_due(Device.objects.all(), now, busy)


def record_urgent_sent_ahead(device: Device, number: int) -> None:
    """Record that an urgent event was sent while earlier events wait for the end of quiet hours."""
    device.ahead = number
    cursors.row_still_claimed(device).update(ahead=number)


def delete_device(device: Device) -> None:
    """Delete the device, because its push service reports it gone."""
    cursors.row_still_claimed(device).delete()


def record_failure(device: Device, answer: str, now: datetime) -> None:
    """Record that the push service refused a message, and delay the next try. After FORGET_AFTER, delete the device."""
    cursors.record_failure(device, answer, now, lambda row: _delete_if_failing_too_long(row, now))


def _delete_if_failing_too_long(row: Device, now: datetime) -> None:
    if row.failing_since is not None and now - row.failing_since >= FORGET_AFTER:
        row.delete()
