"""Shared code of senders: threads that claim a row, send its events and take the next row.

With Redis the worker sends, notified after the commit (foundation/handover.py), and every process checks once a minute
for rows that remained. Without Redis, threads of the server check every two seconds.
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
from foundation.handover import SECONDS_BETWEEN_LOOKS, dispatch, has_worker
from programs.models import Event
from programs.models.cursor import Cursor
from programs.services import cursors
from programs.services.cursors import AT_A_TIME, CurrentDeliveries

SECONDS_BETWEEN = 2.0
SECONDS_OF_A_TURN = 10.0
"""Seconds that one row gets before the next; its remaining events wait for another turn. With the delivery in progress
this is far less than a claim lasts, so no other process sends the same in the meantime."""
Row = TypeVar("Row", bound=Cursor)


class EventSender(Generic[Row]):
    """Sends events to rows of one kind: `task` is the worker's task, `name` that of the threads; the functions claim a
    due row and send its next events."""

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
        """Start the sending threads, which end with the process."""
        seconds = SECONDS_BETWEEN_LOOKS if has_worker() else SECONDS_BETWEEN
        for number, wanted in enumerate(self.wanted):
            background.start(f"{self.name} {number}", partial(self._send_in_thread, number), seconds, woken_by=wanted)

    def send_after_commit(self, **_: Any) -> None:
        """Start sending after the commit; a receiver of signals about new events."""
        transaction.on_commit(self._wake_worker)

    def _wake_worker(self) -> None:
        """Notify the worker that there may be something to send; does not wait. Without Redis, the threads check often
        enough."""
        if has_worker():
            dispatch(self.task, fallback=self._wake_thread)

    def _wake_thread(self) -> None:
        """Wake an idle thread of this process."""
        idle = (wanted for number, wanted in enumerate(self.wanted) if number not in self._busy)
        next(idle, self.wanted[0]).set()

    def _send_in_thread(self, number: int) -> bool:
        """Send the pending events of one row, as the thread with this number; return False if nothing is pending."""
        self._busy.add(number)
        try:
            return self.send_next()
        finally:
            self._busy.discard(number)

    def send_next(self) -> bool:
        """Send one row its pending events, while another thread is notified for the next row. Return False if there is
        nothing to send now."""
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
        """Claim and return a due row, None without one. It belongs to this thread until it is released."""
        with self._lock:
            row = self._claim(timezone.now(), CurrentDeliveries.of(self._in_hand))
            if row is not None:
                self._in_hand.append(row)
        return row
