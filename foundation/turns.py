"""A few at a time of what takes a processor for a moment (S23)."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

AT_ONCE = 2
LONGEST_WAIT = 3.0
"""Seconds, so that the request is answered before it is given up."""

_turns = threading.BoundedSemaphore(AT_ONCE)
_places = threading.BoundedSemaphore(AT_ONCE + 1)
"""Of those whose turn it is and of the one that waits: a process has four threads, and anyone who waits keeps one."""


class TooMuchAtOnce(Exception):
    """So much is being calculated that this did not have its turn; a 503 that says when to come back."""


@contextmanager
def turn() -> Iterator[None]:
    """Wait for one of the two turns of this process: more at the same time would be done no sooner, and all pages would
    wait. One waits; the next is refused immediately, so that pages are answered while it is calculated.

    For calculating only: nothing is waited for inside, neither the database nor a client. Raises TooMuchAtOnce.
    """
    with _one_of(_places, 0), _one_of(_turns, LONGEST_WAIT):
        yield


@contextmanager
def _one_of(places: threading.BoundedSemaphore, seconds: float) -> Iterator[None]:
    if not places.acquire(timeout=seconds):
        raise TooMuchAtOnce
    try:
        yield
    finally:
        places.release()
