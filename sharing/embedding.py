"""The HTML code that embeds the board of a public game into a page of another site."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urlencode

from django.conf import settings
from django.utils.html import format_html
from django.utils.safestring import SafeString

from foundation.paths import path_of
from games.models import Game

from .previews import absolute_url, game_title

WIDTH = 480
"""The width of the frame in pixels, unless there is less space."""
BARS = 104
"""The height of the bars above and below the board in pixels (static/css/embed.css)."""
LEAST = 160


def is_allowed() -> bool:
    """Return whether other sites may embed this server's boards in their pages."""
    return bool(settings.IGO_EMBED_ORIGINS != ["none"])


def frame_size(game: Game, room: Sequence[int | None] = (None, None)) -> tuple[int, int]:
    """Return the width and height of the iframe in pixels, with the largest board that fits. `room` is the greatest
    width and height, each None for the usual size."""
    most_wide, most_high = room
    width = min(WIDTH, most_wide or WIDTH)
    if most_high is not None:
        width = min(width, max(LEAST, (most_high - BARS) * game.width // game.height))
    height = width * game.height // game.width + BARS
    return width, height if most_high is None else min(height, most_high)


def embed_code(game: Game, move: int | None, size: tuple[int, int]) -> SafeString:
    """Return the HTML of an iframe with the game after `move`, or at its current position if `move` is None."""
    query = "" if move is None else f"?{urlencode({'move': move})}"
    address = absolute_url(path_of("sharing:embed", game.pk)) + query
    return format_html(
        '<iframe src="{}" width="{}" height="{}" title="{}" loading="lazy" frameborder="0"></iframe>',
        address,
        *size,
        game_title(game),
    )
