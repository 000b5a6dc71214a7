"""What a viewer sees of a game (V20 to V29). apply() never asks: these are functions of a state and who looks.

A viewer is the colour of a seat, or None for a viewer without a seat, who sees the least that any seat sees (V26).
"""

from __future__ import annotations

from rules.color import Color
from rules.errors import IllegalMove, OffBoard, PointOccupied, RulesError
from rules.state import GameState, Phase

from .variant import ViewKind

STONE = "S"
UNKNOWN = "?"
ILLEGAL = "illegal"
_TOLD: dict[ViewKind, tuple[type[RulesError], ...]] = {
    ViewKind.ONE_COLOR: (PointOccupied, OffBoard),
    ViewKind.FADING: (OffBoard,),
    ViewKind.NONE: (OffBoard,),
}
"""The refusals of a move that a hidden view tells by their own names (V22, V27)."""


def is_sealed(state: GameState) -> bool:
    """Whether something is hidden from somebody: until play first stops or the game ends (V20, V23)."""
    hides = state.setup.variant.view.kind is not ViewKind.OPEN
    return hides and state.phase is Phase.PLAY and not state.course.stopped_before


def is_hidden_from(state: GameState, viewer: Color | None) -> bool:
    """Whether the true board is hidden from this viewer now."""
    of = state.setup.variant.view.of
    return is_sealed(state) and (of is None or viewer is None or viewer is of)


def seen(state: GameState, viewer: Color | None) -> list[str] | None:
    """The board as this viewer sees it, drawn as Board.rows() with `S` for a stone of a colour that is not shown and
    `?` for a point of which nothing is; None when no board is shown."""
    if not is_hidden_from(state, viewer):
        return state.board.rows()
    kind = state.setup.variant.view.kind
    if kind is ViewKind.NONE:
        return None
    if kind is ViewKind.FADING:
        return _faded(state)
    return ["".join("." if drawn == "." else STONE for drawn in row) for row in state.board.rows()]


def word(state: GameState, color: Color, error: RulesError) -> str:
    """What the side that played is told of a refusal: its code, or only that the move is illegal (V22, V27)."""
    if not isinstance(error, IllegalMove) or not is_hidden_from(state, color):
        return error.code
    return error.code if isinstance(error, _TOLD[state.setup.variant.view.kind]) else ILLEGAL


def has_tries_left(state: GameState) -> bool:
    """Whether another illegal try still leaves the turn (V28)."""
    return state.course.tries < state.setup.variant.view.tries


def _faded(state: GameState) -> list[str]:
    """The stones of the last turns that still stand; those of the start count as put down in turn 0 (V25)."""
    keep, cells, width = state.setup.variant.view.keep, state.board.cells, state.board.width
    shown = set(range(len(cells))) if state.move_number < keep else set(state.course.placed_at)
    drawn = "".join(state.board.rows())
    marks = [stone if cells[at] and at in shown else UNKNOWN for at, stone in enumerate(drawn)]
    return ["".join(marks[start : start + width]) for start in range(0, len(marks), width)]
