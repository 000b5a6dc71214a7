"""The hash that identifies a repeated request."""

from __future__ import annotations

import hashlib
import json
from typing import Any


def body_hash(**body: Any) -> str:
    """Return 64 hexadecimal digits (SHA-256): the same for the same request, whatever the order of its fields."""
    return hashlib.sha256(json.dumps(body, sort_keys=True, default=str).encode()).hexdigest()
