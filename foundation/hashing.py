"""Password hashing: Argon2id with Django's settings, a limited number at a time (S12).

One hash takes 100 MB and all cores for a moment. Ten at the same time would take a gigabyte and block everyone; two
at a time are as fast as ten.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from django.contrib.auth.hashers import Argon2PasswordHasher

AT_ONCE = 2
LONGEST_WAIT = 3.0
"""Seconds, so that the request is answered before it is given up."""

_turns = threading.BoundedSemaphore(AT_ONCE)


class TooManyPasswords(Exception):
    """Too many passwords are being checked; a 503 that says when to try again."""


class Argon2Hasher(Argon2PasswordHasher):
    """At most two hashes at a time per process. Raises TooManyPasswords."""

    def encode(self, password: str, salt: str) -> str:
        """Hash, when there is a turn."""
        with turn():
            return super().encode(password, salt)

    def verify(self, password: str, encoded: str) -> bool:
        """Compare, when there is a turn."""
        with turn():
            return super().verify(password, encoded)


@contextmanager
def turn() -> Iterator[None]:
    """Wait for one of the two slots of this process. Raises TooManyPasswords after three seconds."""
    if not _turns.acquire(timeout=LONGEST_WAIT):
        raise TooManyPasswords
    try:
        yield
    finally:
        _turns.release()
