"""Draw parts of a board as small pictures."""

from __future__ import annotations

from django.utils.safestring import SafeString

from rules import Board

from .board_svg import BARE_MARGIN, small_board_svg


def small_upper_right_svg(board: Board) -> SafeString:
    """Return the upper right quarter of a 19x19 board as a small picture."""
    return small_board_svg(board, None, square=(8.5, -BARE_MARGIN, 9.5 + BARE_MARGIN))


def small_occupied_part_svg(board: Board) -> SafeString:
    """Return the square of a board that has all stones and one line around them as a small picture."""
    stones = [at for at, color in enumerate(board.cells) if color]
    if not stones or board.wraps:
        return small_board_svg(board, None)
    across = _first_and_last_line({at % board.width for at in stones}, board.width)
    down = _first_and_last_line({at // board.width for at in stones}, board.height)
    side = max(last - first for first, last in (across, down))
    x, y = (
        max(0, lines - 1 - side if last == lines - 1 else min(first, lines - 1 - side)) - BARE_MARGIN
        for (first, last), lines in ((across, board.width), (down, board.height))
    )
    return small_board_svg(board, None, square=(x, y, side + 2 * BARE_MARGIN))


def _first_and_last_line(used: set[int], lines: int) -> tuple[int, int]:
    return max(0, min(used) - 1), min(lines - 1, max(used) + 1)
