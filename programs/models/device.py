"""Devices (browsers or apps) that get push messages, each with the push service that delivers them."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from hashlib import sha256

from django.db import models
from django.utils.translation import pgettext_lazy

from foundation.sealing import cipher_for
from programs.models.cursor import Cursor

PURPOSE = "programs.device"


@dataclass(frozen=True, slots=True)
class PushSubscription:
    """A browser's subscription (Push API): the push service's URL, and the keys for encrypting messages, in
    base64url."""

    endpoint: str
    p256dh: str
    auth: str


class Device(Cursor):
    """A browser or app that gets push messages for some of the player's events (services.pushes). Its row also has the
    position in the events (Cursor).

    The URL and the keys allow sending messages to the device, so they are stored encrypted. `digest` is the SHA-256 of
    the URL, so that there is one row per device, belonging to the last player who signed in there. `session` is the key
    of the session that added the device; signing out deletes the device. `name` is shown in the owner's list. `ahead`
    is the number of the last event sent in quiet hours, while `sent` waited.
    """

    sealed = models.TextField()
    digest = models.CharField(max_length=64, unique=True)
    name = models.CharField(pgettext_lazy("field", "name"), max_length=60)
    ahead = models.PositiveBigIntegerField(default=0, db_default=0)
    session = models.CharField(max_length=40, blank=True, db_index=True)

    class Meta:
        ordering = ["created_at", "pk"]
        verbose_name = pgettext_lazy("name", "device")
        verbose_name_plural = pgettext_lazy("name", "devices")

    def __str__(self) -> str:
        return self.name

    @property
    def subscription(self) -> PushSubscription:
        """Return the decrypted subscription. Raises cryptography.fernet.InvalidToken if the key has changed."""
        return PushSubscription(**json.loads(cipher_for(PURPOSE).decrypt(self.sealed.encode())))


def sealed_subscription(subscription: PushSubscription) -> str:
    """Return the subscription as encrypted text, so that a copy of the database alone is not enough to send
    messages."""
    return cipher_for(PURPOSE).encrypt(json.dumps(asdict(subscription)).encode()).decode()


def endpoint_digest(endpoint: str) -> str:
    """Return the SHA-256 of a push service's URL, which identifies a device."""
    return sha256(endpoint.encode()).hexdigest()
