"""The connection that Django makes for the engine `foundation.postgresql`."""

from __future__ import annotations

import select
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import psycopg
from django.db.backends.postgresql import base
from django.utils.asyncio import async_unsafe

from . import calls, prepared


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection that runs queries with constant texts without building a query or a cursor for each."""

    Database: Any = SimpleNamespace(**{**vars(psycopg), "connect": calls.Connection.connect})
    """psycopg, with connections whose waiting the watchdog can see."""

    def get_new_connection(self, conn_params: Any) -> Any:
        """Return a new connection, which keeps up to MOST_PREPARED prepared statements. While it connects, the thread
        is marked as being in a call of the driver."""
        with calls.marked_as_in_call():
            made = super().get_new_connection(conn_params)
        made.prepared_max = prepared.MOST_PREPARED
        self.prepared_cursor = prepared.new_raw_cursor(made)
        return made

    def is_usable(self) -> bool:
        """Return whether the connection is open, without asking the server, as Django does once per request.

        A server that closes a connection sends its end, and an idle connection has nothing else to read. A machine that
        has vanished is noticed by the keepalives (goserver/conf/database.py).
        """
        if self.connection.closed:
            return False
        poll = select.poll()
        poll.register(self.connection.fileno(), select.POLLIN)
        return not poll.poll(0)

    @async_unsafe
    def rows_of(self, sql: str, values: Sequence[Any]) -> list[Any]:
        """Execute a statement whose text is constant. Return its rows, or [] for a statement that only changes data.

        Uses Django's cursor if queries are observed, and in a failed transaction. Otherwise the statement is prepared
        once per connection.
        """
        wrapper: Any = self
        wrapper.close_if_health_check_failed()
        wrapper.ensure_connection()
        if wrapper.needs_rollback or wrapper.queries_logged or wrapper.execute_wrappers:
            with wrapper.cursor() as asking:
                asking.execute(sql, values)
                return list(asking.fetchall()) if asking.description else []
        with wrapper.wrap_database_errors:
            return prepared.rows_of(self.prepared_cursor, sql, values)
