"""JSON as `json.dumps` writes it, by a writer that is made once instead of for every value."""

from __future__ import annotations

import json
from json import encoder
from typing import Any


def _refused(value: object) -> Any:
    raise TypeError(f"Object of type {type(value).__name__} is not JSON serializable")


def dumps(value: Any) -> str:
    """The text of this value, as `json.dumps` writes it. Raises TypeError for what JSON does not know; a value that
    holds itself is not looked for and raises RecursionError."""
    return "".join(_write(value, 0)) if _write else json.dumps(value)


_make: Any = getattr(encoder, "c_make_encoder", None)
"""None where Python has no writer in C."""
_write = _make and _make(None, _refused, encoder.encode_basestring_ascii, None, ": ", ", ", False, False, True)
