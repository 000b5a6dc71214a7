"""Letters leave after the commit, from the outbox, with bounded time; nobody waits for them.

The worker is told, or, where there is no Redis or it does not answer, threads of the process that wrote the letter.
What nobody was told of (the process died, the mail server refused it) is found by the worker's look every few seconds
(goserver/celery.py), and by `look`, which every process that sweeps calls once a minute.
"""

from __future__ import annotations

import atexit
import heapq
import logging
import threading
import time
from datetime import timedelta

from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.locmem import EmailBackend as LocmemBackend
from django.db import connection, transaction
from django.utils import timezone

from accounts.core import outbox
from accounts.models import QueuedEmail
from foundation.handover import hand_over

logger = logging.getLogger(__name__)

TASK = "accounts.tasks.send_letters"
SENDERS = 2
SECONDS_TO_FINISH = 3.0
MOST_REMEMBERED = 1000
"""So many moments at which a letter is tried again; `look` finds the others."""


def send_soon(message: EmailMessage, *, good_for: timedelta = outbox.GOOD_FOR) -> None:
    """Put a letter into the outbox, in the transaction of the caller: it leaves when that is committed, else never.

    `good_for`: later it is of no use, and is given up. Raises ValueError for what is not plain text to one address.
    """
    if outbox.write(message, now=timezone.now(), good_for=good_for) is not None:
        transaction.on_commit(lambda: tell(1))


def look() -> bool:
    """Have this process send the letters that are due; False, as there is nothing more to do until the next look."""
    if QueuedEmail.objects.due(timezone.now()).exists():
        _tell_threads(SENDERS)
    return False


def tell(threads: int = SENDERS) -> None:
    """Say to the worker, or else to so many threads of this process, that letters are due; nobody waits for them."""
    hand_over(TASK, otherwise=lambda: _tell_threads(threads))


def _tell_threads(threads: int) -> None:
    """In tests, whose letters go to a list, they leave at once."""
    if isinstance(get_connection(), LocmemBackend):
        while send_next() is not None:
            pass
    else:
        _office.tell(threads)


def send_next() -> timedelta | None:
    """Send one letter that is due. None when there was none; else how long until it is tried again, zero for never."""
    letter = outbox.take(timezone.now())
    if letter is None:
        return None
    message = None
    try:
        message = outbox.opened(letter)
        message.send()
    except Exception as error:
        said = outbox.told(error, message)
        logger.warning("letter %s could not be sent: %s", letter.pk, said)
        return outbox.failed(letter, said, timezone.now()) or timedelta()
    outbox.sent(letter)
    return timedelta()


class Office:
    """The threads that send. All they are told is that something is due; what, they find in the outbox."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._threads: list[threading.Thread] = []
        self._told = 0
        self._busy = 0
        self._again: list[float] = []

    def tell(self, threads: int = 1) -> None:
        """Something is due: let so many threads look."""
        with self._changed:
            self._told = min(self._told + threads, SENDERS)
            self._start()
            self._changed.notify_all()

    def close(self) -> None:
        """Give letters that are due a moment to leave; what stays is in the outbox, for another process."""
        with self._changed:
            self._changed.wait_for(lambda: not self._busy and not self._told, SECONDS_TO_FINISH)

    def _start(self) -> None:
        """Start the threads with the first letter: a process that forks later has none that do not run."""
        self._threads = [thread for thread in self._threads if thread.is_alive()]
        for number in range(len(self._threads), SENDERS):
            thread = threading.Thread(target=self._work, name=f"mail-{number}", daemon=True)
            self._threads.append(thread)
            thread.start()

    def _work(self) -> None:
        while True:
            self._wait()
            try:
                self._send_all()
            except Exception:
                logger.exception("letters could not be sent")
            finally:
                connection.close()
                with self._changed:
                    self._busy -= 1
                    self._changed.notify_all()

    def _wait(self) -> None:
        """Until there is something to look for."""
        with self._changed:
            while not self._told and not self._is_time():
                self._changed.wait(self._again[0] - time.monotonic() if self._again else None)
            if self._told:
                self._told -= 1
            else:
                heapq.heappop(self._again)
            self._busy += 1

    def _is_time(self) -> bool:
        return bool(self._again) and self._again[0] <= time.monotonic()

    def _send_all(self) -> None:
        while (pause := send_next()) is not None:
            if pause:
                self._try_again(pause)

    def _try_again(self, pause: timedelta) -> None:
        with self._changed:
            if len(self._again) < MOST_REMEMBERED:
                heapq.heappush(self._again, time.monotonic() + pause.total_seconds())
            self._changed.notify_all()


_office = Office()
atexit.register(_office.close)
