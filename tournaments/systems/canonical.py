"""Convert values to text that is the same on every machine, for hashes of input (E90)."""

from __future__ import annotations

import hashlib
import json
from dataclasses import fields, is_dataclass
from enum import Enum

_Json = str | int | None | list["_Json"]


def digest(*values: object) -> str:
    """Return the SHA-256 of these values: frozen dataclasses, tuples, sets, dictionaries, text, whole numbers and None.

    Tuples of dataclasses are hashed like sets, because the order of entries and pairings does not matter.
    """
    text = json.dumps([_json_value(value) for value in values], separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def _json_value(value: object) -> _Json:
    if isinstance(value, Enum):
        return str(value.value)
    if value is None or isinstance(value, str | int):
        return value
    if is_dataclass(value):
        return [_json_value(getattr(value, one.name)) for one in fields(value)]
    if isinstance(value, set | frozenset):
        return _sorted_json(value)
    assert isinstance(value, tuple | list), f"{value!r} has no text of its own"
    return _sorted_json(value) if value and is_dataclass(value[0]) else [_json_value(one) for one in value]


def _sorted_json(values: set[object] | frozenset[object] | tuple[object, ...] | list[object]) -> list[_Json]:
    return sorted((_json_value(one) for one in values), key=json.dumps)
