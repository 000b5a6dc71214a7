"""Letters leave after the commit, in a thread, with bounded time, and three tries."""

from __future__ import annotations

import logging
import threading
import time
from concurrent.futures import ThreadPoolExecutor

from django.core.mail import EmailMessage
from django.core.mail.backends.locmem import EmailBackend as LocmemBackend
from django.db import transaction

logger = logging.getLogger(__name__)

TRIES = 3
SECONDS_BETWEEN_TRIES = 20.0
_senders = ThreadPoolExecutor(max_workers=2, thread_name_prefix="mail")
_waiting = threading.BoundedSemaphore(1000)


def send_soon(message: EmailMessage) -> None:
    """Send when the transaction has been committed; nobody waits for it."""
    transaction.on_commit(lambda: _hand_over(message))


def _hand_over(message: EmailMessage) -> None:
    if isinstance(message.get_connection(), LocmemBackend):  # type: ignore[attr-defined]
        message.send()
    elif _waiting.acquire(blocking=False):
        _senders.submit(_send, message)
    else:
        logger.error("too many letters wait; one to %s was dropped", len(message.to))


def _send(message: EmailMessage) -> None:
    try:
        for left in reversed(range(TRIES)):
            if _tried(message) or not left:
                return
            time.sleep(SECONDS_BETWEEN_TRIES)
    finally:
        _waiting.release()


def _tried(message: EmailMessage) -> bool:
    try:
        message.send()
    except Exception:
        logger.warning("a letter could not be sent", exc_info=True)
        return False
    return True
