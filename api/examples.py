"""Examples of bodies in the schema."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiExample


def examples(**bodies: dict[str, Any]) -> list[OpenApiExample]:
    """Return examples of request bodies by name, for the schema."""
    return [OpenApiExample(name.replace("_", " "), value=body, request_only=True) for name, body in bodies.items()]
