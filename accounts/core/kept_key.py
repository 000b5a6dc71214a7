"""A key of the whole site: made once, stored encrypted in the site's row, one for all processes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from cryptography.fernet import InvalidToken
from django.db import transaction

from accounts.core import site
from foundation.sealing import cipher


@dataclass(frozen=True, slots=True)
class KeptKey:
    """Sealed for this purpose in a field of the site's row; `make` gives a new one as text."""

    purpose: str
    field: str
    make: Callable[[], str]

    def value(self) -> str:
        """The key, made when there is none. Where SECRET_KEY was changed and the old one not kept, another is made."""
        return _opened(self.purpose, getattr(site.stored(), self.field)) or self._made_anew()

    def _made_anew(self) -> str:
        """Made under a lock: of two processes that come at once, the second finds the key of the first."""
        with transaction.atomic():
            row = site.locked()
            there = _opened(self.purpose, getattr(row, self.field))
            if there:
                return there
            key = self.make()
            setattr(row, self.field, cipher(self.purpose).encrypt(key.encode()).decode())
            row.save(update_fields=[self.field])
        return key


@lru_cache(maxsize=4)
def _opened(purpose: str, sealed: str) -> str:
    try:
        return cipher(purpose).decrypt(sealed.encode()).decode() if sealed else ""
    except InvalidToken:
        return ""
