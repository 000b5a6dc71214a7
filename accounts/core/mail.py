"""E-mails leave after the commit, from the outbox, with bounded time; nobody waits for them.

The worker is told, or, where there is no Redis or it does not answer, threads of the process that wrote the e-mail.
What nobody was told of (the process died, the mail server refused it) is found by the worker's look every few seconds
(goserver/celery.py), and by `look`, which every process that sweeps calls once a minute.
"""

from __future__ import annotations

import atexit
import heapq
import logging
import smtplib
import threading
import time
from collections.abc import Sequence
from contextlib import closing
from datetime import timedelta

from django.conf import settings
from django.core.mail import EmailMessage
from django.core.mail.backends.locmem import EmailBackend as LocmemBackend
from django.db import connection, transaction
from django.utils import timezone

from accounts.core import mail_server, outbox
from accounts.models import QueuedEmail
from accounts.signals import email_answered
from foundation.deadlines import deadline
from foundation.handover import dispatch

logger = logging.getLogger(__name__)

TASK = "accounts.tasks.send_letters"
SENDERS = 2
SECONDS_TO_FINISH = 3.0
MOST_REMEMBERED = 1000
"""So many moments at which an e-mail is tried again; `look` finds the others."""


def send_soon(message: EmailMessage, *, good_for: timedelta = outbox.GOOD_FOR) -> None:
    """Put an e-mail into the outbox, in the transaction of the caller: it leaves when that is committed, else never.

    `good_for`: later it is useless, and is given up. Raises ValueError for what the outbox does not
    take (accounts.core.outbox.write).
    """
    if outbox.write(message, now=timezone.now(), good_for=good_for) is not None:
        transaction.on_commit(lambda: tell(1))


def send_all_soon(messages: Sequence[EmailMessage], *, good_for: timedelta = outbox.GOOD_FOR) -> bool:
    """The same for many, in two statements; False when the outbox is full, and then none of them leaves."""
    kept = outbox.write_all(messages, now=timezone.now(), good_for=good_for)
    if kept:
        transaction.on_commit(tell)
    return len(kept) == len(messages)


def look() -> bool:
    """Have this process send the e-mails that are due; False, as there is nothing more to do until the next look."""
    if QueuedEmail.objects.due(timezone.now()).exists():
        _tell_threads(SENDERS)
    return False


def tell(threads: int = SENDERS) -> None:
    """Say to the worker, or else to so many threads of this process, that e-mails are due; nobody waits for them."""
    dispatch(TASK, fallback=lambda: _tell_threads(threads))


def _tell_threads(threads: int) -> None:
    """In tests, where e-mails go to a list, they leave immediately."""
    if isinstance(mail_server.connection(), LocmemBackend):
        while send_next() is not None:
            pass
    else:
        _office.tell(threads)


def is_refusal(error: Exception) -> bool:
    """Whether a mail server says that it will never take this e-mail to this address. What is wrong with the way there,
    with our name or with our password says nothing of the address."""
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        return all(code >= 500 for code, _said in error.recipients.values())
    return isinstance(error, smtplib.SMTPDataError) and error.smtp_code >= 500


def send_next() -> timedelta | None:
    """Send one e-mail that is due. None when there was none; else how long until it is tried again, zero for never."""
    letter = outbox.take(timezone.now())
    if letter is None:
        return None
    message = None
    try:
        message = outbox.opened(letter)
        with deadline(settings.EMAIL_SECONDS), closing(mail_server.connection()) as message.connection:
            message.send()
    except Exception as error:
        said = outbox.told(error, message)
        logger.warning("e-mail %s could not be sent: %s", letter.pk, said)
        if letter.tries == 1 and is_refusal(error):
            email_answered.send_robust(None, address=letter.address, taken=False)
        return outbox.failed(letter, said, timezone.now()) or timedelta()
    outbox.sent(letter)
    email_answered.send_robust(None, address=letter.address, taken=True)
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
        """Give e-mails that are due a moment to leave; what stays is in the outbox, for another process."""
        with self._changed:
            self._changed.wait_for(lambda: not self._busy and not self._told, SECONDS_TO_FINISH)

    def _start(self) -> None:
        """Start the threads with the first e-mail: a process that forks later has none that do not run."""
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
                logger.exception("e-mails could not be sent")
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
