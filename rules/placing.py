"""Check whether a stone may be placed on a point, and compute the board after it (R2 to R5)."""

from __future__ import annotations

from .board import Placement, Point
from .color import Color
from .ko import check_ko, history_key
from .state import GameState


def placement(state: GameState, color: Color, point: Point) -> Placement:
    """Return the result of placing a stone of this colour on the point: the new board and the removed stones. Raises
    IllegalMove if the rules forbid the move. Does not check whose turn it is."""
    placed = state.board.place(color, point, state.setup.ruleset.self_capture)
    check_ko(state.ko, state.history, history_key(placed.board.key, state.next_to_act(color)))
    return placed
