"""Helpers of the generated methods: they leave out unset fields, and send one request."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Final, Literal
from urllib.parse import quote

import requests

from .transport import Json, Transport


class Unset(Enum):
    """The type of UNSET."""

    UNSET = "unset"


UNSET: Final[Literal[Unset.UNSET]] = Unset.UNSET
"""Mark a field that is not sent; None is sent as null."""


@dataclass(frozen=True, slots=True)
class Sent:
    """The query, the body and the headers of a request, without UNSET values."""

    query: Json = field(default_factory=dict)
    body: Json | None = None
    headers: Json = field(default_factory=dict)


class Calls:
    """Sends the requests of operations by one transport."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def _ask(self, method: str, path: str, sent: Sent) -> requests.Response:
        body = None if sent.body is None else _given(sent.body)
        return self._transport.ask(method, path, params=_query(sent.query), json=body, headers=_given(sent.headers))

    def _lines(self, path: str, sent: Sent) -> Iterator[Json]:
        """Yield the lines of one connection, without heartbeats."""
        return self._transport.lines(path, _query(sent.query))


def new_key() -> str:
    """Return a new Idempotency-Key."""
    return uuid.uuid4().hex


def in_path(value: object) -> str:
    """Return a value encoded as one segment of a URL path."""
    return quote(str(value), safe="")


def _given(values: Json) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value is not UNSET}


def _query(values: Json) -> dict[str, Any]:
    given = _given(values).items()
    return {name: str(value).lower() if isinstance(value, bool) else value for name, value in given}
