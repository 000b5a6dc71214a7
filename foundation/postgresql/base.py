"""The connection that Django makes for the engine `foundation.postgresql`."""

from __future__ import annotations

import select
from collections.abc import Sequence
from contextlib import nullcontext
from typing import Any

from django.db.backends.postgresql import base
from django.db.backends.utils import debug_transaction
from django.utils.asyncio import async_unsafe

from . import calls, prepared


class DatabaseWrapper(base.DatabaseWrapper):
    """Asks a connection that has been used before whether it still lives without asking the server.

    Django asks with a statement of its own before the first one of every request. A server that ended a connection
    said so on it, and one that has nothing to say has said nothing: as long as nothing is there to be read, nothing is
    wrong that a statement could tell before the next one does.
    """

    def is_usable(self) -> bool:
        """Whether the connection lives, as far as can be told from here; asks the server when it has said something."""
        raw = self.connection
        if raw is None or raw.closed or raw.broken:
            return False
        waiting = select.poll()
        waiting.register(raw.fileno(), select.POLLIN)
        return bool(super().is_usable()) if waiting.poll(0) else True

    def get_new_connection(self, conn_params: Any) -> Any:
        """A connection whose waiting can be seen, and that knows which of our statements it has prepared."""
        with calls.in_a_call():
            made = super().get_new_connection(conn_params)
        made.__class__ = calls.Connection
        known = prepared.Prepared()
        known.prepare_threshold, known.prepared_max = made._prepared.prepare_threshold, made._prepared.prepared_max
        made._prepared = known
        return made

    def _commit(self) -> None:
        wrapper: Any = self
        if wrapper.connection is None:
            return
        logged = debug_transaction(wrapper, "COMMIT") if wrapper.queries_logged else nullcontext()
        with logged, wrapper.wrap_database_errors:
            prepared.commit(wrapper.connection)

    @async_unsafe
    def prepared_cursor(self) -> Any:
        """The cursor for statements whose text is always the same; one for each connection, to be read out before the
        next statement."""
        wrapper: Any = self
        wrapper.close_if_health_check_failed()
        wrapper.ensure_connection()
        kept = wrapper.__dict__.get("_prepared")
        if kept is None or kept.connection is not wrapper.connection:
            kept = wrapper._prepared = prepared.PreparedCursor(wrapper.connection)  # type: ignore[call-arg]
        return wrapper._prepare_cursor(kept)

    @async_unsafe
    def rows_of(self, text: str, values: Sequence[Any]) -> list[Any]:
        """The rows that a statement gives whose text is always the same; none for one that only changes something.

        As such a cursor gives them, past all that Django asks for each statement in case that somebody looks on.
        """
        wrapper: Any = self
        wrapper.close_if_health_check_failed()
        raw = wrapper.connection
        if not (raw is None or wrapper.needs_rollback or wrapper.queries_logged or wrapper.execute_wrappers):
            with wrapper.wrap_database_errors:
                found = prepared.rows_of(raw, text, values)
            if found is not None:
                return found
        with self.prepared_cursor() as asking:
            asking.execute(text, values)
            return list(asking.fetchall()) if asking.description else []
