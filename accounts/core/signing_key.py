"""The key that signs identity tokens for other sites (OpenID Connect)."""

from __future__ import annotations

from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from accounts.core.stored_key import StoredKey


def signing_key() -> str:
    """Return the private key with which this server signs OpenID Connect tokens, as PEM. A new key is created if none
    is stored or the stored key cannot be decrypted. Other sites then fetch the new public key."""
    return _kept.value()


def _generate() -> str:
    key = rsa.generate_private_key(public_exponent=65_537, key_size=2048)
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()


_kept = StoredKey("accounts.signing_key", "sealed_signing_key", _generate)
