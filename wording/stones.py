"""Stones next to the names of players."""

from __future__ import annotations

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from rules import Color, Point

from .shapes import is_disc, stone_path_elements


def stone_icon(color_number: int) -> SafeString:
    """Return a stone of this colour as HTML, for use next to a name. Screen readers ignore it, so the page must also
    name the colour."""
    color = Color(color_number)
    if is_disc(color):
        return format_html('<span class="stone {}" aria-hidden="true"></span>', color.letter.lower())
    drawn = stone_path_elements(color, [Point(0, 0)])
    svg = f'<svg class="stone" viewBox="-.55 -.55 1.1 1.1" aria-hidden="true" focusable="false">{drawn}</svg>'
    return mark_safe(svg)  # noqa: S308 - numbers and fixed words only
