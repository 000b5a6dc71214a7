"""How passwords are kept: Argon2id as Django sets it, a few at a time (S12).

One hash takes 100 MB and all cores for a moment. Ten at the same time, from somebody who tries passwords, would take a
gigabyte and make everybody wait; two at a time are no slower than ten.
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
    """So many passwords are being checked that this one did not have its turn; a 503 that says when to come back."""


class Argon2Hasher(Argon2PasswordHasher):
    """At most two at a time in a process. Raises TooManyPasswords."""

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
    """Wait for one of the two turns of this process. Raises TooManyPasswords after three seconds."""
    if not _turns.acquire(timeout=LONGEST_WAIT):
        raise TooManyPasswords
    try:
        yield
    finally:
        _turns.release()
