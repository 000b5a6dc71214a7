"""Check whether a stone may be placed, and return the result of placing it (R2 to R5)."""

from __future__ import annotations

from .board import Placement, Point
from .color import Color
from .ko import check_ko, history_key
from .state import GameState


def placement(state: GameState, color: Color, point: Point) -> Placement:
    """Return the placement of the stone. Raises IllegalMove if the rules forbid the move. Does not check turns."""
    placed = state.board.place(color, point, state.setup.ruleset.self_capture)
    check_ko(state.ko, state.history, history_key(placed.board.key, state.next_to_act(color)))
    return placed
