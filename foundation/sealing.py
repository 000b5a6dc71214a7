"""Secrets that have to be read again are kept encrypted: a copy of the database alone is not enough to use them."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from hashlib import sha256

from cryptography.fernet import Fernet, MultiFernet
from django.conf import settings


def cipher(purpose: str) -> MultiFernet:
    """By SECRET_KEY, another one for each purpose; what was stored under an older key (SECRET_KEY_FALLBACKS) is still
    read. `decrypt` raises cryptography.fernet.InvalidToken when the key is gone."""
    keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    return MultiFernet([Fernet(urlsafe_b64encode(sha256(f"{purpose}{key}".encode()).digest())) for key in keys])
