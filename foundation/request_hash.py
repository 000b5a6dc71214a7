"""The hash that identifies a repeated request."""

from __future__ import annotations

import hashlib
import json
from typing import Any


def body_hash(**body: Any) -> str:
    """Return a SHA-256 as 64 hexadecimal digits. Requests with equal fields in any order have the same hash."""
    return hashlib.sha256(json.dumps(body, sort_keys=True, default=str).encode()).hexdigest()
