"""A local push service with one device: it accepts messages as browsers' services do, and decrypts them as the device
would, with keys that only the device has."""

from __future__ import annotations

import base64
import json
import os
from typing import Any
from urllib.parse import urlsplit

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02

from programs.models.device import PushSubscription
from tests.support.receiver import Receiver


def text(data: bytes) -> str:
    """Encode bytes as browsers do."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class PushService(Receiver):
    """A fake push service. `got` has the received messages, and `answers` the status codes to return (201 as from real
    services; 200 also works)."""

    def __init__(self) -> None:
        super().__init__()
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._auth = os.urandom(16)

    @property
    def subscription(self) -> PushSubscription:
        """Return the subscription that a browser would create for the device."""
        point = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return PushSubscription(f"{self.url}push/device-1", text(point), text(self._auth))

    @property
    def notified(self) -> list[dict[str, Any]]:
        """Return the messages as the device reads them."""
        return [json.loads(self.opened(body)) for _, body in self.got]

    def opened(self, body: bytes) -> bytes:
        """Decrypt a message (RFC 8291). Raises http_ece.ECEException if it is for another device."""
        read: bytes = http_ece.decrypt(body, private_key=self._key, auth_secret=self._auth, version="aes128gcm")
        return read

    def is_signed(self, headers: dict[str, str], key: str) -> bool:
        """Return whether the server with this public key signed a request, for this push service (RFC 8292)."""
        given = dict(part.strip().split("=", 1) for part in headers["Authorization"].removeprefix("vapid ").split(","))
        claims = json.loads(_octets(given["t"].split(".")[1]))
        parts = urlsplit(self.url)
        meant = claims["aud"] == f"{parts.scheme}://{parts.netloc}" and claims["sub"].startswith(("https:", "mailto:"))
        return bool(Vapid02.verify(headers["Authorization"])) and given["k"] == key and meant


def _octets(data: str) -> bytes:
    return base64.urlsafe_b64decode(data + "=" * (-len(data) % 4))
