"""Code shared by senders: threads that claim a webhook or device, send its events, and continue with the next one.

With Redis, the Celery worker sends; it is notified after the commit (foundation/dispatch.py), and every process checks
once a minute for remaining webhooks and devices. Without Redis, threads of the server check every two seconds.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import datetime
from functools import partial
from typing import Any, Generic, TypeVar

from django.db import transaction
from django.utils import timezone

from foundation import background
from foundation.dispatch import SECONDS_BETWEEN_LOOKS, dispatch, is_worker_configured
from programs.models import Event
from programs.models.cursor import Cursor
from programs.services import cursors
from programs.services.cursors import AT_A_TIME, CurrentDeliveries

SECONDS_BETWEEN = 2.0
SECONDS_OF_A_TURN = 10.0
"""The seconds in which a thread sends events of one webhook or device before it continues with the next one. Remaining
events wait for another turn. Together with the delivery in progress, this is far less than a claim lasts, so that no
other process sends the same events."""
Row = TypeVar("Row", bound=Cursor)


class EventSender(Generic[Row]):
    """Sends events to webhooks or to devices. `task` is the name of the worker's Celery task, and `name` the prefix of
    the threads' names. `claim` returns a due webhook or device, and `send_all` sends its next events."""

    def __init__(
        self,
        task: str,
        name: str,
        claim: Callable[[datetime, CurrentDeliveries], Row | None],
        send_all: Callable[[Row, list[Event]], None],
    ) -> None:
        self.task, self.name = task, name
        self._claim, self._send_all = claim, send_all
        self.wanted = [threading.Event() for _ in range(AT_A_TIME)]
        self._lock = threading.Lock()
        self._in_hand: list[Row] = []
        self._busy: set[int] = set()

    def start(self) -> None:
        """Start the sending threads, which run until the process ends."""
        seconds = SECONDS_BETWEEN_LOOKS if is_worker_configured() else SECONDS_BETWEEN
        for number, wanted in enumerate(self.wanted):
            background.start(f"{self.name} {number}", partial(self._send_in_thread, number), seconds, woken_by=wanted)

    def send_after_commit(self, **_: Any) -> None:
        """Start sending after the commit. Receiver of the signal for new events."""
        transaction.on_commit(self._wake_worker)

    def _wake_worker(self) -> None:
        """Notify the worker that there may be events to send, without waiting. Without Redis, do nothing, because the
        threads check often."""
        if is_worker_configured():
            dispatch(self.task, fallback=self._wake_thread)

    def _wake_thread(self) -> None:
        """Notify an idle thread of this process."""
        idle = (wanted for number, wanted in enumerate(self.wanted) if number not in self._busy)
        next(idle, self.wanted[0]).set()

    def _send_in_thread(self, number: int) -> bool:
        """Send the pending events of one webhook or device, as the thread with this number. Return False if none is
        due."""
        self._busy.add(number)
        try:
            return self.send_next()
        finally:
            self._busy.discard(number)

    def send_next(self) -> bool:
        """Send the pending events of one due webhook or device, and notify another thread to continue with the next
        one. Return False if none is due."""
        row = self._claim_next()
        if row is None:
            return False
        try:
            self._wake_worker()
            self._send_all(row, cursors.next_events(row))
        finally:
            with self._lock:
                self._in_hand.remove(row)
        return True

    def _claim_next(self) -> Row | None:
        """Claim and return a due webhook or device, None if there is none. No other thread uses it until it is
        released."""
        with self._lock:
            row = self._claim(timezone.now(), CurrentDeliveries.of(self._in_hand))
            if row is not None:
                self._in_hand.append(row)
        return row
