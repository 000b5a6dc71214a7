"""Send e-mails from the outbox after the commit, in the background and with bounded time.

The Celery worker sends them. Without Redis, threads of the process that stored the e-mail send them. If a process dies
or the mail server fails, the e-mail is sent later: by the worker, which queries for due e-mails every few seconds
(goserver/celery.py), or by `start_sending_due`, which processes with periodic jobs call once a minute.
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
from foundation.dispatch import dispatch

logger = logging.getLogger(__name__)

TASK = "accounts.tasks.send_emails"
SENDERS = 2
SECONDS_TO_FINISH = 3.0
MOST_REMEMBERED = 1000
"""The number of retry times that a process remembers; `start_sending_due` finds the others."""


def queue_email(message: EmailMessage, *, good_for: timedelta = outbox.GOOD_FOR) -> None:
    """Store an e-mail in the outbox, in the caller's transaction. The e-mail is sent after the commit, and given up if
    it could not be sent within `good_for`.

    Raises ValueError for an e-mail that the outbox does not accept (accounts.core.outbox.store_email).
    """
    if outbox.store_email(message, now=timezone.now(), good_for=good_for) is not None:
        transaction.on_commit(lambda: wake_mail_workers(1))


def queue_all_emails(messages: Sequence[EmailMessage], *, good_for: timedelta = outbox.GOOD_FOR) -> bool:
    """Store many e-mails in the outbox, with two SQL statements. Return False, and store none of them, if the outbox is
    full."""
    kept = outbox.store_emails(messages, now=timezone.now(), good_for=good_for)
    if kept:
        transaction.on_commit(wake_mail_workers)
    return len(kept) == len(messages)


def start_sending_due() -> bool:
    """Start sending due e-mails in this process. Always return False, which tells the caller not to repeat the job
    immediately."""
    if QueuedEmail.objects.due(timezone.now()).exists():
        _notify_threads(SENDERS)
    return False


def wake_mail_workers(threads: int = SENDERS) -> None:
    """Notify the Celery worker, or without Redis up to this many threads of this process, that e-mails are due. Does
    not wait."""
    dispatch(TASK, fallback=lambda: _notify_threads(threads))


def _notify_threads(threads: int) -> None:
    """Notify threads of this process that e-mails are due. With Django's in-memory backend (tests), send the e-mails
    immediately."""
    if isinstance(mail_server.connection(), LocmemBackend):
        while send_next() is not None:
            pass
    else:
        _workers.notify(threads)


def is_permanent_rejection(error: Exception) -> bool:
    """Return whether a mail server permanently refuses this e-mail for this address.

    Network errors, or a refused sender or password, say nothing about the address.
    """
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        return all(code >= 500 for code, _message in error.recipients.values())
    return isinstance(error, smtplib.SMTPDataError) and error.smtp_code >= 500


def send_next() -> timedelta | None:
    """Try to send one due e-mail. Return None if none is due, otherwise the pause before the same e-mail is tried
    again. The pause is zero if the e-mail was sent or given up."""
    email = outbox.claim_next(timezone.now())
    if email is None:
        return None
    message = None
    try:
        message = outbox.decrypt_message(email)
        with deadline(settings.EMAIL_SECONDS), closing(mail_server.connection()) as message.connection:
            message.send()
    except Exception as error:
        text = outbox.redact_error(error, message)
        logger.warning("e-mail %s could not be sent: %s", email.pk, text)
        if email.tries == 1 and is_permanent_rejection(error):
            email_answered.send_robust(None, address=email.address, taken=False)
        return outbox.record_failure(email, text, timezone.now()) or timedelta()
    outbox.delete_sent(email)
    email_answered.send_robust(None, address=email.address, taken=True)
    return timedelta()


class MailWorkers:
    """The threads that send e-mails. They wait for a notification, and then read due e-mails from the outbox."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._threads: list[threading.Thread] = []
        self._notified = 0
        self._busy = 0
        self._again: list[float] = []

    def notify(self, threads: int = 1) -> None:
        """Notify up to this many threads that e-mails are due."""
        with self._changed:
            self._notified = min(self._notified + threads, SENDERS)
            self._start()
            self._changed.notify_all()

    def close(self) -> None:
        """Wait up to SECONDS_TO_FINISH until e-mails in progress are sent. The others stay in the outbox for another
        process."""
        with self._changed:
            self._changed.wait_for(lambda: not self._busy and not self._notified, SECONDS_TO_FINISH)

    def _start(self) -> None:
        """Start missing threads. This happens with the first e-mail, because threads do not survive a fork."""
        self._threads = [thread for thread in self._threads if thread.is_alive()]
        for number in range(len(self._threads), SENDERS):
            thread = threading.Thread(target=self._send_until_closed, name=f"mail-{number}", daemon=True)
            self._threads.append(thread)
            thread.start()

    def _send_until_closed(self) -> None:
        while True:
            self._wait_until_due()
            try:
                self._send_all()
            except Exception:
                logger.exception("e-mails could not be sent")
            finally:
                connection.close()
                with self._changed:
                    self._busy -= 1
                    self._changed.notify_all()

    def _wait_until_due(self) -> None:
        """Wait until e-mails are due, and count this thread as busy."""
        with self._changed:
            while not self._notified and not self._is_retry_due():
                self._changed.wait(self._again[0] - time.monotonic() if self._again else None)
            if self._notified:
                self._notified -= 1
            else:
                heapq.heappop(self._again)
            self._busy += 1

    def _is_retry_due(self) -> bool:
        return bool(self._again) and self._again[0] <= time.monotonic()

    def _send_all(self) -> None:
        while (pause := send_next()) is not None:
            if pause:
                self._schedule_retry(pause)

    def _schedule_retry(self, pause: timedelta) -> None:
        with self._changed:
            if len(self._again) < MOST_REMEMBERED:
                heapq.heappush(self._again, time.monotonic() + pause.total_seconds())
            self._changed.notify_all()


_workers = MailWorkers()
atexit.register(_workers.close)
