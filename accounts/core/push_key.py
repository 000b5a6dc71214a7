"""The key by which push services identify this server (VAPID, RFC 8292).

Browsers' push subscriptions are tied to this key: with another key every device has to be added again.
"""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from functools import lru_cache

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings

from accounts.core.stored_key import StoredKey

SECONDS_BETWEEN_LOOKS = 3600.0


def push_key() -> str:
    """Return the private key for push messages: 32 bytes in base64url.

    This is IGO_VAPID_KEY, otherwise the stored key, which is created if there is none.
    """
    return settings.IGO_VAPID_KEY or _kept.value()


def create_if_missing() -> bool:
    """Create the key if there is none. Servers call this at their start; pages do not. Always return False, which tells
    the caller not to repeat the job immediately."""
    push_key()
    return False


@lru_cache(maxsize=4)
def public_key(private: str) -> str:
    """Return the public key for browsers: the uncompressed point in base64url."""
    number = int.from_bytes(urlsafe_b64decode(private + "=" * (-len(private) % 4)), "big")
    point = ec.derive_private_key(number, ec.SECP256R1()).public_key()
    return _base64url(point.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))


def _generate() -> str:
    return _base64url(ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value.to_bytes(32, "big"))


def _base64url(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


_kept = StoredKey("accounts.push_key", "sealed_push_key", _generate)
