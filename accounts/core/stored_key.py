"""Secret keys of the server. Each is created once, stored encrypted in the site settings, and shared by all
processes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from cryptography.fernet import InvalidToken
from django.db import transaction

from accounts.core import site
from foundation.sealing import cipher_for


@dataclass(frozen=True, slots=True)
class StoredKey:
    """A secret key in a field of the site settings, encrypted for `purpose`. `make` returns a new key as text."""

    purpose: str
    field: str
    make: Callable[[], str]

    def value(self) -> str:
        """Return the key. Create one if none is stored, or if it cannot be decrypted because SECRET_KEY has changed."""
        return _decrypt(self.purpose, getattr(site.settings_row(), self.field)) or self._create()

    def _create(self) -> str:
        """Create and store a key under a lock, and return it. If another process has just created one, return that
        key."""
        with transaction.atomic():
            row = site.lock_settings_row()
            there = _decrypt(self.purpose, getattr(row, self.field))
            if there:
                return there
            key = self.make()
            setattr(row, self.field, cipher_for(self.purpose).encrypt(key.encode()).decode())
            row.save(update_fields=[self.field])
        return key


@lru_cache(maxsize=4)
def _decrypt(purpose: str, sealed: str) -> str:
    try:
        return cipher_for(purpose).decrypt(sealed.encode()).decode() if sealed else ""
    except InvalidToken:
        return ""
