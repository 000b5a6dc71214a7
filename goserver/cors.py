"""Which other sites' pages may ask the API (IGO_CORS_ORIGINS)."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured

ANY = "*"


def cors_origins(origins: list[str]) -> tuple[bool, list[str]]:
    """Whether all origins may, and which may; of a setting such as https://goban.example.org,http://localhost:5173.

    Raises ImproperlyConfigured for what is no origin: a scheme, a host, perhaps a port, and nothing else.
    """
    if origins == [ANY]:
        return True, []
    for origin in origins:
        if not _is_origin(origin):
            raise ImproperlyConfigured(
                f"IGO_CORS_ORIGINS: {origin!r} is no origin. Write origins such as https://goban.example.org, "
                "with commas between them and without a path, or a single *."
            )
    return False, origins


def _is_origin(text: str) -> bool:
    try:
        parts = urlsplit(text)
        has_port = parts.port is None or parts.port > 0
    except ValueError:
        return False
    is_host = re.fullmatch(
        r"[a-z0-9.-]+|\[[0-9a-f:]+\]", parts.netloc.rpartition(":")[0] if parts.port else parts.netloc
    )
    return bool(
        has_port and is_host and parts.scheme in ("http", "https") and text == f"{parts.scheme}://{parts.netloc}"
    )
