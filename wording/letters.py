"""Colours as letters, for API clients and records."""

from __future__ import annotations

from typing import cast, overload

import api_types as shapes
from rules import Color


@overload
def letter(color: Color | int) -> shapes.Color: ...
@overload
def letter(color: Color | int | None) -> shapes.Color | None: ...
def letter(color: Color | int | None) -> shapes.Color | None:
    """Return B, W, or the letter of another colour (V4), or None for no colour."""
    if color is None:
        return None
    return cast("shapes.Color", Color(color).letter)
