"""Statements whose text is always the same, asked with as few calls as can be.

PostgreSQL parses and plans each of them once a connection. psycopg does that, too, but looks at every value and every
answer as if it had never seen one, in Python; that takes longer than the database needs. Here the values go as text,
whose type the server knows from the statement, and the driver is asked for no more than the exchange itself and for
reading the answer. What is not known here goes psycopg's own way, and so does everything where statements are not to be
prepared (IGO_PREPARED_STATEMENTS, for a PgBouncer that cannot have them).
"""

from __future__ import annotations

import json
from binascii import hexlify
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from functools import cached_property
from typing import Any

import psycopg
from django.db.backends.postgresql.base import ServerBindingCursor
from psycopg import errors
from psycopg._preparing import PrepareManager
from psycopg.adapt import Transformer
from psycopg.pq import ConnStatus, ExecStatus, TransactionStatus
from psycopg.types.json import Jsonb

from . import calls

GOOD = (ExecStatus.TUPLES_OK, ExecStatus.COMMAND_OK)
OUTDATED = (errors.FeatureNotSupported, errors.InvalidSqlStatementName)
"""What was planned does not fit the tables any more, or is not there: it is planned again with the next use."""


class Prepared(PrepareManager):
    """What a connection has prepared: psycopg's own statements, and ours by their texts, which go when psycopg has the
    server forget all of them."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: dict[str, bytes] = {}
        self._made = 0

    def clear(self) -> bool:
        """Forget all; True when the server has to be told."""
        is_to_tell = super().clear()
        if is_to_tell:
            self.texts.clear()
        return is_to_tell

    def new_name(self) -> bytes:
        """A name that no statement of this connection had."""
        self._made += 1
        return f"igo_{self._made}".encode()


@dataclass(frozen=True, slots=True)
class _Asked:
    """What Django shows of the last statement, where it shows any."""

    text: str

    @property
    def query(self) -> bytes:
        return self.text.encode()


class PreparedCursor(ServerBindingCursor):  # type: ignore[misc]
    """Asks; to be read out before the next statement is asked. One a connection, used again and again."""

    _conn: Any
    _pgconn: Any
    _reset: Callable[[], None]
    _set_results: Callable[[list[Any]], None]

    @cached_property
    def _reading(self) -> Any:
        """What makes Python's values of the answers; it knows by then how to read every type that it met."""
        of_this: Any = self
        return Transformer(of_this)

    def execute(self, query: Any, params: Sequence[Any] | None = None, **options: Any) -> Any:
        """Ask. Raises what psycopg raises."""
        values = None if params is None or self._conn.prepare_threshold is None else _as_text(params)
        if values is None:
            return super().execute(query, params, **options)  # type: ignore[misc]
        with self._conn.lock:
            begin(self._conn)
            result = self._asked(query, values)
        self._reset()
        self._tx, self._query = self._reading, _Asked(query)
        self._set_results([result])
        return self

    def _asked(self, text: str, values: list[bytes | None]) -> Any:
        prepared = self._conn._prepared
        name = prepared.texts.get(text)
        if name is None:
            name = prepared.new_name()
            _answer(self._conn, self._pgconn.prepare, name, _numbered(text, len(values)))
            prepared.texts[text] = name
        try:
            return _answer(self._conn, self._pgconn.exec_prepared, name, values)
        except OUTDATED:
            prepared.texts.pop(text, None)
            raise

    def _convert_query(self, *args: Any) -> Any:
        self._query = super()._convert_query(*args)  # type: ignore[misc]  # what Django shows of the last statement
        return self._query

    def close(self) -> None:
        """It is used again."""


def begin(connection: Any) -> None:
    """Begin the transaction that the next statement belongs to, where one is due. Under the connection's lock."""
    if not connection._autocommit and connection.pgconn.transaction_status == TransactionStatus.IDLE:
        _answer(connection, connection.pgconn.exec_, connection._get_tx_start_command())


def commit(connection: Any) -> None:
    """Commit what was begun, if anything was."""
    with connection.lock:
        if connection.pgconn.transaction_status != TransactionStatus.IDLE:
            _answer(connection, connection.pgconn.exec_, b"COMMIT")


def _answer(connection: Any, exchange: Callable[..., Any], *told: Any) -> Any:
    """What the server answers; raises the error that it is, as psycopg does."""
    try:
        with calls.in_a_call():
            result = exchange(*told)
    except MemoryError:  # so the driver says that nothing could be sent
        raise _lost(connection) from None
    if result.status in GOOD:
        return result
    if connection.pgconn.status == ConnStatus.BAD:
        raise _lost(connection)
    raise errors.error_from_result(result, encoding="utf-8")


def _lost(connection: Any) -> psycopg.OperationalError:
    return psycopg.OperationalError(connection.pgconn.get_error_message("utf-8") or "the connection is lost")


def _numbered(text: str, count: int) -> bytes:
    """The text with PostgreSQL's own marks for its values."""
    return (text % tuple(f"${number}" for number in range(1, count + 1))).encode()


def _as_text(values: Sequence[Any]) -> list[bytes | None] | None:
    """The values as PostgreSQL reads them; None when one of them is of another kind. Raises DataError."""
    try:
        return [_WRITERS[type(value)](value) for value in values]
    except KeyError:
        return None


def _text(value: str) -> bytes:
    if "\0" in value:
        raise psycopg.DataError("PostgreSQL text fields cannot contain NUL (0x00) bytes")
    return value.encode()


def _json(value: Jsonb) -> bytes:
    written = (value.dumps or json.dumps)(value.obj)
    return written if isinstance(written, bytes) else _text(written)


def _bytes(value: bytes) -> bytes:
    return b"\\x" + hexlify(value)


def _moment(value: datetime) -> bytes:
    if value.tzinfo is None:
        raise KeyError
    return value.isoformat().encode()


class _Writers(dict[type, Callable[[Any], bytes | None]]):
    """How values of a type are written; those of a type that is made of a known one, such as an enum, like that one."""

    def __missing__(self, kind: type) -> Callable[[Any], bytes | None]:
        known = next((base for base in kind.__mro__ if base in self), None)
        if known is None:
            raise KeyError(kind)
        self[kind] = self[known]
        return self[kind]


_WRITERS = _Writers(
    {
        type(None): lambda value: None,
        str: _text,
        int: lambda value: b"%d" % value,
        bool: lambda value: b"t" if value else b"f",
        Decimal: lambda value: str(value).encode(),
        datetime: _moment,
        bytes: _bytes,
        psycopg.Binary: lambda value: _bytes(value.obj),
        Jsonb: _json,
    }
)
