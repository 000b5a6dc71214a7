"""Examples of bodies in the schema."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiExample


def examples(**bodies: dict[str, Any]) -> list[OpenApiExample]:
    """Bodies by their names, as the schema has them."""
    return [OpenApiExample(name.replace("_", " "), value=body, request_only=True) for name, body in bodies.items()]
