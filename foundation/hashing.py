"""Password hashing: Argon2id with Django's settings, a limited number at a time (S12).

One hash takes 100 MB and all cores for a short time. Ten at the same time would take a gigabyte and block all requests;
two at a time are as fast as ten.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from django.contrib.auth.hashers import Argon2PasswordHasher

AT_ONCE = 2
LONGEST_WAIT = 3.0
"""Seconds to wait for a slot, short enough to respond before the client gives up."""

_turns = threading.BoundedSemaphore(AT_ONCE)


class PasswordHashingBusy(Exception):
    """Raised if too many passwords are being checked. The response is a 503 with Retry-After."""


class Argon2Hasher(Argon2PasswordHasher):
    """Computes at most two hashes at a time per process. Raises PasswordHashingBusy."""

    def encode(self, password: str, salt: str) -> str:
        """Return the hash, after waiting for a slot."""
        with password_hash_slot():
            return super().encode(password, salt)

    def verify(self, password: str, encoded: str) -> bool:
        """Return whether the password is correct, after waiting for a slot."""
        with password_hash_slot():
            return super().verify(password, encoded)


@contextmanager
def password_hash_slot() -> Iterator[None]:
    """Wait for one of the two slots of this process. Raises PasswordHashingBusy after three seconds."""
    if not _turns.acquire(timeout=LONGEST_WAIT):
        raise PasswordHashingBusy
    try:
        yield
    finally:
        _turns.release()
