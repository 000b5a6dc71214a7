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
from threading import get_ident
from typing import Any

import psycopg
from django.db.backends.postgresql.base import ServerBindingCursor
from psycopg import errors
from psycopg._preparing import PrepareManager
from psycopg.adapt import AdaptersMap, Loader, Transformer
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
        self.reading: Any = None
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


class _Moments(Loader):
    """Reads what PostgreSQL writes of an instant as quickly as can be."""

    def load(self, data: Any) -> datetime:
        """The instant. Raises ValueError for one that Python does not know."""
        return datetime.fromisoformat(str(data, "ascii"))


@dataclass(frozen=True, slots=True)
class _Context:
    """What a connection reads its answers by."""

    connection: Any
    adapters: AdaptersMap


def rows_of(connection: Any, text: str, values: Sequence[Any]) -> list[Any] | None:
    """The rows that a statement gives, none for one that gives no rows; None, and nothing was asked, where it has to go
    psycopg's own way. Raises what psycopg raises."""
    written = None if connection.prepare_threshold is None else _as_text(values)
    if written is None:
        return None
    with connection.lock:
        begin(connection)
        result = asked(connection, text, written)
    if not result.ntuples:
        return []
    known = connection._prepared
    if known.reading is None:
        known.reading = _reading(connection)
    known.reading.set_pgresult(result)
    found: list[Any] = known.reading.load_rows(0, result.ntuples, tuple)
    return found


def _reading(connection: Any) -> Any:
    """What makes Python's values of the answers; it knows by then how to read every type that it met."""
    adapters = AdaptersMap(connection.adapters)
    adapters.register_loader("timestamptz", _Moments)
    return Transformer(_Context(connection, adapters))


def asked(connection: Any, text: str, values: list[bytes | None]) -> Any:
    """What the server answers; the statement is prepared with its first use. Under the connection's lock."""
    known = connection._prepared
    name = known.texts.get(text)
    if name is None:
        name = known.new_name()
        _answer(connection, connection.pgconn.prepare, name, _numbered(text, len(values)))
        known.texts[text] = name
    try:
        return _answer(connection, connection.pgconn.exec_prepared, name, values)
    except OUTDATED:
        known.texts.pop(text, None)
        raise


class PreparedCursor(ServerBindingCursor):  # type: ignore[misc]
    """Asks; to be read out before the next statement is asked. One a connection, used again and again."""

    _conn: Any
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
            result = asked(self._conn, query, values)
        self._reset()
        self._tx, self._query = self._reading, _Asked(query)
        self._set_results([result])
        return self

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
    me = get_ident()
    calls.now[me] = object()  # as `calls.in_a_call`, which takes longer than some exchanges
    try:
        result = exchange(*told)
    except MemoryError:  # so the driver says that nothing could be sent
        raise _lost(connection) from None
    finally:
        calls.now.pop(me, None)
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
