"""Encryption of stored secrets that must be readable again. A copy of the database alone does not reveal them."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from hashlib import sha256

from cryptography.fernet import Fernet, MultiFernet
from django.conf import settings


def cipher_for(purpose: str) -> MultiFernet:
    """Return a cipher for this purpose, which encrypts with SECRET_KEY. It also decrypts data that was encrypted with a
    key in SECRET_KEY_FALLBACKS. Its `decrypt` raises cryptography.fernet.InvalidToken for data encrypted with any other
    key, or for another purpose."""
    keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    return MultiFernet([Fernet(urlsafe_b64encode(sha256(f"{purpose}{key}".encode()).digest())) for key in keys])
