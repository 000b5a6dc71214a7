"""Helpers of the generated methods. They send one request, without the arguments that are UNSET."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from enum import Enum
from string import Formatter
from typing import Any, Final, Literal
from urllib.parse import quote

import requests

from .transport import Json, Transport


class Unset(Enum):
    """The type of UNSET."""

    UNSET = "unset"


UNSET: Final[Literal[Unset.UNSET]] = Unset.UNSET
"""The value of a field that is not sent. None, in contrast, is sent as null."""
WITHOUT_BODY = ("GET", "DELETE")


class Calls:
    """The base of Operations, which sends requests by a transport.

    The generated methods pass all their arguments as `locals()`. Arguments that the path names are put into the path,
    and the Idempotency-Key and If-Match into headers. The others are put into the body, or into the query string of a
    request without a body.
    """

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def _ask(self, method: str, path: str, arguments: Json) -> requests.Response:
        path, rest = _put_in_path(path, arguments)
        headers = {}
        if "idempotency_key" in rest:
            headers["Idempotency-Key"] = rest.pop("idempotency_key") or uuid.uuid4().hex
        if rest.get("if_match", UNSET) is not UNSET:
            headers["If-Match"] = rest["if_match"]
        rest.pop("if_match", None)
        if method in WITHOUT_BODY:
            return self._transport.ask(method, path, params=_query_parameters(rest), headers=headers)
        return self._transport.ask(method, path, json=_without_unset(rest) if rest else None, headers=headers)

    def _lines(self, path: str, arguments: Json) -> Iterator[Any]:
        """Yield the lines of one connection to a stream, parsed as JSON, without heartbeats."""
        path, rest = _put_in_path(path, arguments)
        return self._transport.lines(path, _query_parameters(rest))


def _put_in_path(path: str, arguments: Json) -> tuple[str, Json]:
    """Return two values: the path with its placeholders filled in (percent-encoded, including slashes), and the
    remaining arguments without the trailing underscore of their Python names."""
    inside = [name for _, name, _, _ in Formatter().parse(path) if name]
    rest = {name.rstrip("_"): value for name, value in arguments.items() if name not in ("self", *inside)}
    return path.format(**{name: quote(str(arguments[name]), safe="") for name in inside}), rest


def _without_unset(values: Json) -> Json:
    return {name: value for name, value in values.items() if value is not UNSET}


def _query_parameters(values: Json) -> Json:
    given = _without_unset(values).items()
    return {name: str(value).lower() if isinstance(value, bool) else value for name, value in given}
