"""The default picture of a player: a pattern of stones on a small board, generated from the name."""

from __future__ import annotations

import hashlib
from functools import lru_cache

from django.utils.safestring import SafeString

from accounts.names import lookalike_form
from rules import Board

from .board_svg import small_board_svg

SIDE = 5
HALF = 3
"""The number of columns that are drawn; the others are their mirror image."""
POINTS = ".XO."
"""The content of a point by two bits of the name's hash: empty, black, white, empty."""


def avatar_pattern(name: str) -> list[str]:
    """Return the rows of the 5x5 board that is drawn as the picture of the player with this name. `X` is black, `O`
    white and `.` empty. Names that look alike have the same pattern."""
    bits = int.from_bytes(hashlib.sha256(lookalike_form(name).encode()).digest()[:4], "big")
    rows = []
    for row in range(SIDE):
        half = "".join(POINTS[bits >> 2 * (row * HALF + column) & 3] for column in range(HALF))
        rows.append(half + half[-2::-1])
    return rows


@lru_cache(maxsize=2000)
def avatar_svg(name: str) -> SafeString:
    """Return the picture of the player with this name as SVG (0.7 kB). If the name is empty, the picture is an empty
    board."""
    board = Board.from_rows(avatar_pattern(name)) if name else Board.empty(SIDE, SIDE)
    return small_board_svg(board, None)
