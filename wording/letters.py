"""Colours as programs and records name them."""

from __future__ import annotations

from typing import overload

import api_types as shapes
from rules import Color


@overload
def letter(color: Color | int) -> shapes.Color: ...
@overload
def letter(color: Color | int | None) -> shapes.Color | None: ...
def letter(color: Color | int | None) -> shapes.Color | None:
    """B or W; None for nobody."""
    if color is None:
        return None
    return "B" if color == Color.BLACK else "W"
