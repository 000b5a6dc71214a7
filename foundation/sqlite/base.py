"""The connection that Django makes for the engine `foundation.sqlite`."""

from __future__ import annotations

import os
import threading
from collections import defaultdict
from typing import Any

from django.db import OperationalError
from django.db.backends.sqlite3 import base

_turns: defaultdict[str, threading.Lock] = defaultdict(threading.Lock)
"""Locks by database, held by the connection of this process with an open transaction."""
os.register_at_fork(after_in_child=_turns.clear)


class DatabaseWrapper(base.DatabaseWrapper):
    """Serialises the transactions of a process.

    Only one transaction can write at a time anyway. SQLite makes the others sleep and retry at growing intervals, up to
    a tenth of a second, and the transaction that retries at the right time is next: some wait for half a second while
    others do not wait. Here the connections of a process wait for a lock instead, and SQLite sees one transaction at a
    time. Other processes, and statements outside of transactions, use SQLite's own way.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._turn: threading.Lock | None = None

    def set_autocommit(self, autocommit: bool, force_begin_transaction_with_broken_autocommit: bool = False) -> None:
        """Begin a transaction after acquiring the lock, or end it. Raises OperationalError if the lock is not free in
        time."""
        if force_begin_transaction_with_broken_autocommit and not autocommit and self._turn is None:
            turn = _turns[str(self.settings_dict["NAME"])]
            if not turn.acquire(timeout=self.settings_dict["OPTIONS"].get("timeout", 5.0)):
                raise OperationalError("database is locked")
            self._turn = turn
        try:
            super().set_autocommit(autocommit, force_begin_transaction_with_broken_autocommit)
        finally:
            self._release_lock_if_ended()

    def commit(self) -> None:
        """Commit, and release the lock."""
        try:
            super().commit()
        finally:
            self._release_lock_if_ended()

    def rollback(self) -> None:
        """Roll back, and release the lock."""
        try:
            super().rollback()
        finally:
            self._release_lock_if_ended()

    def close(self) -> None:
        """Close the connection, and release the lock. An in-memory database stays open, and its lock is not
        released."""
        try:
            super().close()
        finally:
            if not self.is_in_memory_db():
                self._release_lock()

    def _release_lock_if_ended(self) -> None:
        """Release the lock if the transaction has ended. A failed commit, for example with a full disk, leaves the
        transaction open until its rollback."""
        if self.connection is None or not self.connection.in_transaction:
            self._release_lock()

    def _release_lock(self) -> None:
        turn, self._turn = self._turn, None
        if turn is not None:
            turn.release()
