"""The part of a game with hidden information that a viewer sees (V20 to V29). The rules themselves (apply()) do not use
this module.

A viewer is the colour of a seat, or None for a viewer without a seat. Such a viewer sees only what every seat sees
(V26).
"""

from __future__ import annotations

from dataclasses import replace

from rules.board import Board, Point
from rules.color import Color
from rules.errors import IllegalMove, OffBoard, PointOccupied, RulesError
from rules.state import GameState, Phase

from .variant import ViewKind

ANY_COLOR = len(Color) + 1
"""The value of a SeenBoard's point that has a stone of hidden colour."""
STONE = "S"
UNKNOWN = "?"
ILLEGAL = "illegal"
_SHOWN_ERRORS: dict[ViewKind, tuple[type[RulesError], ...]] = {
    ViewKind.ONE_COLOR: (PointOccupied, OffBoard),
    ViewKind.FADING: (OffBoard,),
    ViewKind.NONE: (OffBoard,),
}
"""The errors of a move that each hidden view reveals (V22, V27)."""


def has_hidden_info(state: GameState) -> bool:
    """Return whether some viewers do not see the whole board now. In a variant with hidden information, this is the
    case until play stops for the first time or the game ends (V20, V23)."""
    hides = state.setup.variant.view.kind is not ViewKind.OPEN
    return hides and state.phase is Phase.PLAY and not state.course.stopped_before


def is_hidden_from(state: GameState, viewer: Color | None) -> bool:
    """Return whether the true board is hidden from this viewer now."""
    of = state.setup.variant.view.of
    return has_hidden_info(state) and (of is None or viewer is None or viewer is of)


def visible_rows(state: GameState, viewer: Color | None) -> list[str] | None:
    """Return the rows of the board as this viewer sees it. They are like those of Board.rows(), with `S` for a stone of
    hidden colour and `?` for a hidden point. Return None if no board is shown."""
    if not is_hidden_from(state, viewer):
        return state.board.rows()
    kind = state.setup.variant.view.kind
    if kind is ViewKind.NONE:
        return None
    if kind is ViewKind.FADING:
        return _faded_rows(state)
    return ["".join("." if drawn == "." else STONE for drawn in row) for row in state.board.rows()]


class SeenBoard(Board):
    """A board as one viewer sees it while information is hidden. It is for display only and does not contain the hidden
    stones.

    A stone whose colour is hidden has the value ANY_COLOR. If `unknown` is set, an empty point may hold a stone.
    """

    __slots__ = ("drawn", "unknown")

    def __init__(self, hidden: Board, drawn: list[str] | None) -> None:
        empty = UNKNOWN * len(hidden.cells) if drawn is None else "".join(drawn)
        cells = bytes(_CELLS[mark] for mark in empty)
        super().__init__(hidden.width, hidden.height, cells, 0)
        self.wraps = hidden.wraps
        self.drawn = drawn
        self.unknown = drawn is None or UNKNOWN in empty

    def __getitem__(self, point: Point) -> Color | None:
        """Return the colour shown on this point, or None if no colour is shown."""
        value = self.cells[self.index(point)]
        return Color(value) if 0 < value < ANY_COLOR else None

    def rows(self) -> list[str]:
        """Return the rows of the board as visible_rows() does. Every point is unknown if no board is shown."""
        return [UNKNOWN * self.width] * self.height if self.drawn is None else list(self.drawn)


_CELLS = {".": 0, UNKNOWN: 0, STONE: ANY_COLOR} | {mark: color for color, mark in enumerate("XORUGY", 1)}


def visible_state(state: GameState, viewer: Color | None) -> GameState:
    """Return the state with only the information that this viewer may have, so that nothing computed from it reveals
    more."""
    if not is_hidden_from(state, viewer):
        return state
    return with_drawn_board(state, visible_rows(state, viewer))


def with_drawn_board(state: GameState, drawn: list[str] | None) -> GameState:
    """Return the state for display, without earlier positions and with the board in `drawn`, which are rows as from
    visible_rows(). If `drawn` is None, every point is unknown."""
    course = replace(state.course, placed_at=())
    return replace(state, board=SeenBoard(state.board, drawn), history=(), course=course)


def visible_error_code(state: GameState, color: Color, error: RulesError) -> str:
    """Return the code of an error for the player who tried the move. If the error would reveal hidden information,
    return the general code for illegal moves (V22, V27)."""
    if not isinstance(error, IllegalMove) or not is_hidden_from(state, color):
        return error.code
    return error.code if isinstance(error, _SHOWN_ERRORS[state.setup.variant.view.kind]) else ILLEGAL


def shows_start_position(state: GameState) -> bool:
    """Return whether blind Go shows the board now. It does so only before the first move, so that players see the start
    position and the handicap stones (V25)."""
    return state.setup.variant.view.kind is ViewKind.NONE and not state.move_number


def shows_captures(state: GameState) -> bool:
    """Return whether viewers see where stones were captured by the last move (V20), and not only how many (V25)."""
    return state.setup.variant.view.kind is ViewKind.ONE_COLOR


def illegal_attempts_left(state: GameState) -> int:
    """Return how many more illegal attempts are allowed in this turn. One attempt more loses the turn (V28)."""
    return state.setup.variant.view.tries - state.course.tries


def has_illegal_attempts_left(state: GameState) -> bool:
    """Return whether another illegal attempt is allowed this turn (V28)."""
    return illegal_attempts_left(state) > 0


def _faded_rows(state: GameState) -> list[str]:
    """Return the rows of a board with only the stones of the last turns. Stones of the starting position count as
    placed before the first turn (V25)."""
    keep, cells, width = state.setup.variant.view.keep, state.board.cells, state.board.width
    shown = set(range(len(cells))) if state.move_number < keep else set(state.course.placed_at)
    drawn = "".join(state.board.rows())
    marks = [stone if cells[at] and at in shown else UNKNOWN for at, stone in enumerate(drawn)]
    return ["".join(marks[start : start + width]) for start in range(0, len(marks), width)]
