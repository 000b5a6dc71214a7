"""A browser or an app that its owner wants to be woken by: where its push service takes messages for it."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from hashlib import sha256

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from foundation.sealing import cipher
from programs.models.cursor import Cursor

PURPOSE = "programs.device"


@dataclass(frozen=True, slots=True)
class Subscription:
    """What a browser says of itself (Push API): the address that its push service gave it, and the keys that messages
    are encrypted with, in base64url."""

    endpoint: str
    p256dh: str
    auth: str


class Device(Cursor):
    """A cursor over the player's events that says of some of them that there is something to do (services.pushes).

    Who knows the address and the keys could write to the device, so they are kept sealed; `digest` is the SHA-256
    of the address: one row a device, of who signed in there last. `session` is the key of the session that it
    was added in: signing out there forgets it. `name` is for its owner's list. `ahead` is the number of the
    last event that was sent in quiet hours, while `sent` stood still.
    """

    sealed = models.TextField()
    digest = models.CharField(max_length=64, unique=True)
    name = models.CharField(pgettext_lazy("field", "name"), max_length=60)
    ahead = models.PositiveBigIntegerField(default=0, db_default=0)
    session = models.CharField(max_length=40, blank=True, db_index=True)

    class Meta:
        ordering = ["created_at", "pk"]
        verbose_name = _("device")
        verbose_name_plural = _("devices")

    def __str__(self) -> str:
        return self.name

    @property
    def subscription(self) -> Subscription:
        """Where to send and how to encrypt. Raises cryptography.fernet.InvalidToken when the key is gone."""
        return Subscription(**json.loads(cipher(PURPOSE).decrypt(self.sealed.encode())))


def sealed_subscription(subscription: Subscription) -> str:
    """What is stored of it: a copy of the database alone wakes no one."""
    return cipher(PURPOSE).encrypt(json.dumps(asdict(subscription)).encode()).decode()


def digest_of(endpoint: str) -> str:
    """What a device is known by."""
    return sha256(endpoint.encode()).hexdigest()
