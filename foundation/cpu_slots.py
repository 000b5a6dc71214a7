"""Bound how many CPU-heavy calculations run at the same time in a process (S23)."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

AT_ONCE = 2
LONGEST_WAIT = 3.0
"""Seconds to wait for a slot, short enough to respond before the client gives up."""

_slots = threading.BoundedSemaphore(AT_ONCE)
_admitted = threading.BoundedSemaphore(AT_ONCE + 1)
"""Admits the callers that have a slot and one caller that waits. A process has four threads, and a waiting request
blocks one."""


class TooBusy(Exception):
    """Raised if no slot is free in time. The response is a 503 with Retry-After."""


@contextmanager
def cpu_slot() -> Iterator[None]:
    """Hold one of this process's two slots while the block runs. One caller may wait for a slot; further callers are
    refused immediately.

    Use it for calculations only: never wait for the database or a client inside. Raises TooBusy.
    """
    with _acquire_or_refuse(_admitted, 0), _acquire_or_refuse(_slots, LONGEST_WAIT):
        yield


@contextmanager
def _acquire_or_refuse(semaphore: threading.BoundedSemaphore, seconds: float) -> Iterator[None]:
    if not semaphore.acquire(timeout=seconds):
        raise TooBusy
    try:
        yield
    finally:
        semaphore.release()
