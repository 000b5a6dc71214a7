"""Queries with constant texts, each parsed and planned once per connection.

psycopg prepares a statement for each text and combination of its values' types. Therefore values are sent as text
without a type, which PostgreSQL infers from the statement. The text has PostgreSQL's own placeholders (`$1`), because
psycopg would parse a text with more than fifty values each time.

Statements are not prepared if `prepare_threshold` is None (IGO_PREPARED_STATEMENTS, for a PgBouncer that does not
support them).
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import lru_cache
from typing import Any

import psycopg
from psycopg import errors
from psycopg.adapt import Dumper, Loader
from psycopg.pq import TransactionStatus

MOST_PREPARED = 500
"""The number of prepared statements per connection. Beyond it the least recently used statement is removed."""
OUTDATED = (errors.FeatureNotSupported, errors.InvalidSqlStatementName)
"""Errors for a statement whose tables have changed since it was planned, or that the server has forgotten."""


class _NumberDumper(Dumper):
    """Writes whole numbers of any size as text for PostgreSQL."""

    def dump(self, obj: int) -> bytes:
        return b"%d" % obj


class _InstantDumper(Dumper):
    """Writes times as text for PostgreSQL."""

    def dump(self, obj: datetime) -> bytes:
        return obj.isoformat().encode()


class _InstantLoader(Loader):
    """Reads PostgreSQL's text of a time, on a connection whose time zone is UTC."""

    def load(self, data: Any) -> datetime:
        """Return the aware datetime of PostgreSQL's ISO text. Raises ValueError for years outside 1 to 9999."""
        return datetime.fromisoformat(str(data, "ascii"))


def new_raw_cursor(connection: psycopg.Connection[Any]) -> psycopg.RawCursor[Any]:
    """Return a new cursor for `rows_of`; each connection needs only one."""
    made = psycopg.RawCursor(connection)
    made.adapters.register_dumper(int, _NumberDumper)
    made.adapters.register_dumper(datetime, _InstantDumper)
    made.adapters.register_loader("timestamptz", _InstantLoader)
    return made


def rows_of(asking: psycopg.RawCursor[Any], sql: str, values: Sequence[Any]) -> list[Any]:
    """Execute a statement with the placeholder `%s` for each value, as a prepared statement. Return its rows, or [] for
    a statement that only changes data. Raises psycopg's exceptions."""
    try:
        asking.execute(_number_placeholders(sql, len(values)), values, prepare=True)
    except OUTDATED:
        if asking.connection.info.transaction_status == TransactionStatus.IDLE:  # else the rollback has the same effect
            asking.connection.execute("DEALLOCATE ALL")
        raise
    result = asking.pgresult
    return asking.fetchall() if result is not None and result.nfields else []


@lru_cache(maxsize=2 * MOST_PREPARED)
def _number_placeholders(sql: str, count: int) -> bytes:
    """Return the statement with PostgreSQL's own placeholders ($1, $2) instead of `%s`."""
    return (sql % tuple(f"${number}" for number in range(1, count + 1))).encode()
