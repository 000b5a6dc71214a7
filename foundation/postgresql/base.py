"""The connection that Django makes for the engine `foundation.postgresql`."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import psycopg
from django.db.backends.postgresql import base
from django.utils.asyncio import async_unsafe

from . import calls, prepared


class DatabaseWrapper(base.DatabaseWrapper):
    """Asks statements whose text is always the same without building a query or a cursor for each."""

    Database: Any = SimpleNamespace(**{**vars(psycopg), "connect": calls.Connection.connect})
    """psycopg, whose connections let their waiting be seen."""

    def get_new_connection(self, conn_params: Any) -> Any:
        """A connection that is made where the watchdog sees it, and that keeps all of our statements."""
        with calls.in_a_call():
            made = super().get_new_connection(conn_params)
        made.prepared_max = prepared.MOST_PREPARED
        self.prepared_cursor = prepared.cursor(made)
        return made

    @async_unsafe
    def rows_of(self, text: str, values: Sequence[Any]) -> list[Any]:
        """The rows that a statement gives whose text is always the same; none for one that only changes something.

        Goes by Django's cursor where somebody looks on, and in a transaction that has failed.
        """
        wrapper: Any = self
        wrapper.close_if_health_check_failed()
        wrapper.ensure_connection()
        if wrapper.needs_rollback or wrapper.queries_logged or wrapper.execute_wrappers:
            with wrapper.cursor() as asking:
                asking.execute(text, values)
                return list(asking.fetchall()) if asking.description else []
        with wrapper.wrap_database_errors:
            return prepared.rows_of(self.prepared_cursor, text, values)
