"""A few at a time of what takes a processor for a moment (S23)."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

AT_ONCE = 2
LONGEST_WAIT = 3.0
"""Seconds, so that the request is answered before it is given up."""

_turns = threading.BoundedSemaphore(AT_ONCE)


class TooMuchAtOnce(Exception):
    """So much is being reckoned that this did not have its turn; a 503 that says when to come back."""


@contextmanager
def turn() -> Iterator[None]:
    """Wait for one of the two turns of this process: more at once would be no sooner done, and all pages would wait.

    For reckoning only: nothing is waited for inside, neither the database nor a client. Raises TooMuchAtOnce.
    """
    if not _turns.acquire(timeout=LONGEST_WAIT):
        raise TooMuchAtOnce
    try:
        yield
    finally:
        _turns.release()
