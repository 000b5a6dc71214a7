"""Letters leave after the commit, in threads of their own, with bounded time, and three tries.

Nothing is kept in the database: these letters hold links that open an account, and whoever waits for one asks again.
"""

from __future__ import annotations

import atexit
import heapq
import itertools
import logging
import threading
import time
from dataclasses import dataclass, field

from django.core.mail import EmailMessage
from django.core.mail.backends.locmem import EmailBackend as LocmemBackend
from django.db import transaction

logger = logging.getLogger(__name__)

SENDERS = 2
MOST_WAITING = 1000
TRIES = 3
SECONDS_BETWEEN_TRIES = 20.0
SECONDS_TO_FINISH = 3.0


@dataclass(frozen=True, slots=True)
class Counts:
    """What has become of the letters of this process: those that wait, were sent, tries that failed, given up."""

    waiting: int
    sent: int
    failed: int
    dropped: int


@dataclass(order=True)
class _Letter:
    due: float
    order: int
    message: EmailMessage = field(compare=False)
    tries_left: int = field(compare=False, default=TRIES)


def send_soon(message: EmailMessage) -> None:
    """Send when the transaction has been committed; nobody waits for it."""
    transaction.on_commit(lambda: _hand_over(message))


def _hand_over(message: EmailMessage) -> None:
    if isinstance(message.get_connection(), LocmemBackend):  # type: ignore[attr-defined]
        message.send()
    elif not _office.take(message):
        logger.error("too many letters wait: one was dropped")


def counts() -> Counts:
    """What has become of the letters of this process."""
    return _office.counts()


class Office:
    """Letters that wait, the earliest due first, and the threads that send them."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._waiting: list[_Letter] = []
        self._numbers = itertools.count()
        self._threads: list[threading.Thread] = []
        self._sending = 0
        self._closing = False
        self._sent = self._failed = self._dropped = 0

    def take(self, message: EmailMessage) -> bool:
        """Keep a letter to be sent; False when there are too many."""
        return self._keep(_Letter(time.monotonic(), next(self._numbers), message))

    def counts(self) -> Counts:
        """What has become of the letters so far."""
        with self._changed:
            return Counts(len(self._waiting) + self._sending, self._sent, self._failed, self._dropped)

    def close(self) -> None:
        """Give letters that are due a moment to leave; the process ends whether they have or not."""
        until = time.monotonic() + SECONDS_TO_FINISH
        with self._changed:
            self._closing = True
            self._changed.notify_all()
            self._changed.wait_for(self._has_nothing_due, max(0.0, until - time.monotonic()))
            left = len(self._waiting) + self._sending
        if left:
            logger.error("%s letters were not sent", left)

    def _keep(self, letter: _Letter) -> bool:
        with self._changed:
            if len(self._waiting) >= MOST_WAITING:
                self._dropped += 1
                return False
            heapq.heappush(self._waiting, letter)
            self._start()
            self._changed.notify_all()
        return True

    def _start(self) -> None:
        """Start the threads with the first letter: a process that forks later has none that do not run."""
        self._threads = [thread for thread in self._threads if thread.is_alive()]
        for number in range(len(self._threads), SENDERS):
            thread = threading.Thread(target=self._work, name=f"mail-{number}", daemon=True)
            self._threads.append(thread)
            thread.start()

    def _work(self) -> None:
        while True:
            letter, sent = self._next(), False
            try:
                sent = _tried(letter.message)
            finally:
                with self._changed:
                    self._sending -= 1
                    self._sent += sent
                    self._failed += not sent
                    self._changed.notify_all()
            if not sent:
                self._again(letter)

    def _next(self) -> _Letter:
        """The next letter that is due; waits for it."""
        with self._changed:
            while not self._waiting or self._waiting[0].due > time.monotonic():
                self._changed.wait(self._waiting[0].due - time.monotonic() if self._waiting else None)
            self._sending += 1
            return heapq.heappop(self._waiting)

    def _again(self, letter: _Letter) -> None:
        if letter.tries_left <= 1 or self._closing:
            with self._changed:
                self._dropped += 1
            logger.error("a letter could not be sent and was dropped")
            return
        due = time.monotonic() + SECONDS_BETWEEN_TRIES
        self._keep(_Letter(due, next(self._numbers), letter.message, letter.tries_left - 1))

    def _has_nothing_due(self) -> bool:
        return not self._sending and not any(letter.due <= time.monotonic() for letter in self._waiting)


def _tried(message: EmailMessage) -> bool:
    try:
        message.send()
    except Exception:
        logger.warning("a letter could not be sent", exc_info=True)
        return False
    return True


_office = Office()
atexit.register(_office.close)
