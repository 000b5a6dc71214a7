"""Strict JSON parsing, which refuses everything except plain, bounded JSON with a 400."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, NoReturn

from rest_framework.exceptions import ParseError
from rest_framework.parsers import BaseParser

LARGEST_BODY = 64 * 1024
LARGEST_FILE = 1_200_000
LARGEST_LIST = 6_200_000
"""The largest body with a record in bytes: the `largest_body` of views that accept one. goserver.middleware.bodies
limits the same paths."""
DEEPEST = 64
"""The deepest nesting of a body: conditional moves that answer 30 times have 61 levels."""
_UNFIT = re.compile("[\x00\ud800-\udfff]")


class StrictJSONParser(BaseParser):
    """Parses UTF-8 JSON of at most 64 kB (or the view's `largest_body`) and 64 levels of nesting. NaN, duplicate keys,
    NUL and lone surrogates are not allowed."""

    media_type = "application/json"

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Mapping[str, Any] | None = None) -> Any:
        """Return the parsed JSON of the body. Raises ParseError if the body is too large, nested too deeply, not valid
        JSON, or has a character that is not allowed."""
        most = getattr((parser_context or {}).get("view"), "largest_body", LARGEST_BODY)
        data = stream.read(most + 1)
        if len(data) > most:
            raise ParseError(f"The body is larger than {most // 1024} kB.", "too_large")
        try:
            _check_depth(data)
            value = json.loads(
                data.decode("utf-8"), parse_constant=_reject_constant, object_pairs_hook=_reject_duplicate_keys
            )
        except (ValueError, RecursionError) as error:
            raise ParseError("The body is not valid JSON.") from error
        _reject_nul_and_surrogates(value)
        return value


def _check_depth(data: bytes) -> None:
    if data.count(b"[") + data.count(b"{") <= DEEPEST:
        return
    depth = 0
    for byte in data:
        if byte in b"[{":
            depth += 1
            if depth > DEEPEST:
                raise ParseError("The body is nested too deeply.")
        elif byte in b"]}":
            depth -= 1


def _reject_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")


def _reject_duplicate_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key is there twice")
    return found


def _reject_nul_and_surrogates(value: Any) -> None:
    if isinstance(value, str):
        if _UNFIT.search(value):
            raise ParseError("Text must not hold NUL or lone surrogates.")
    elif isinstance(value, dict):
        for key, item in value.items():
            _reject_nul_and_surrogates(key)
            _reject_nul_and_surrogates(item)
    elif isinstance(value, list):
        for item in value:
            _reject_nul_and_surrogates(item)
