"""What a viewer sees of a game (V20 to V29). apply() never asks: these are functions of a state and who looks.

A viewer is the colour of a seat, or None for a viewer without a seat, who sees the least that any seat sees (V26).
"""

from __future__ import annotations

from dataclasses import replace

from rules.board import Board, Point
from rules.color import Color
from rules.errors import IllegalMove, OffBoard, PointOccupied, RulesError
from rules.state import GameState, Phase

from .variant import ViewKind

ANY_COLOR = len(Color) + 1
"""The value of a point of a SeenBoard with a stone whose colour is not shown."""
STONE = "S"
UNKNOWN = "?"
ILLEGAL = "illegal"
_TOLD: dict[ViewKind, tuple[type[RulesError], ...]] = {
    ViewKind.ONE_COLOR: (PointOccupied, OffBoard),
    ViewKind.FADING: (OffBoard,),
    ViewKind.NONE: (OffBoard,),
}
"""The refusals of a move that a hidden view tells by their own names (V22, V27)."""


def has_hidden_info(state: GameState) -> bool:
    """Whether something is hidden from somebody: until play first stops or the game ends (V20, V23)."""
    hides = state.setup.variant.view.kind is not ViewKind.OPEN
    return hides and state.phase is Phase.PLAY and not state.course.stopped_before


def is_hidden_from(state: GameState, viewer: Color | None) -> bool:
    """Whether the true board is hidden from this viewer now."""
    of = state.setup.variant.view.of
    return has_hidden_info(state) and (of is None or viewer is None or viewer is of)


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


class SeenBoard(Board):
    """A board as somebody sees it from whom something is hidden: to look at, not to play on, and nothing else is in it.

    A stone whose colour is not shown is ANY_COLOR; `unknown`: an empty point may hold a stone.
    """

    __slots__ = ("drawn", "unknown")

    def __init__(self, hidden: Board, drawn: list[str] | None) -> None:
        empty = UNKNOWN * len(hidden.cells) if drawn is None else "".join(drawn)
        cells = bytes(_CELLS[mark] for mark in empty)
        super().__init__(hidden.width, hidden.height, cells, 0)
        self.drawn = drawn
        self.unknown = drawn is None or UNKNOWN in empty

    def __getitem__(self, point: Point) -> Color | None:
        """The colour that is shown there, None where none is."""
        value = self.cells[self.index(point)]
        return Color(value) if 0 < value < ANY_COLOR else None

    def rows(self) -> list[str]:
        """As seen() draws it; every point unknown where no board is shown."""
        return [UNKNOWN * self.width] * self.height if self.drawn is None else list(self.drawn)


_CELLS = {".": 0, UNKNOWN: 0, STONE: ANY_COLOR} | {mark: color for color, mark in enumerate("XORUGY", 1)}


def veiled(state: GameState, viewer: Color | None) -> GameState:
    """The state as this viewer may know it: whatever is reckoned from it tells nothing more than what is shown."""
    if not is_hidden_from(state, viewer):
        return state
    return veil(state, seen(state, viewer))


def veil(state: GameState, drawn: list[str] | None) -> GameState:
    """The state with what is drawn instead of its board (None: nothing), and nothing of earlier positions."""
    course = replace(state.course, placed_at=())
    return replace(state, board=SeenBoard(state.board, drawn), history=(), course=course)


def word(state: GameState, color: Color, error: RulesError) -> str:
    """What the side that played is told of a refusal: its code, or only that the move is illegal (V22, V27)."""
    if not isinstance(error, IllegalMove) or not is_hidden_from(state, color):
        return error.code
    return error.code if isinstance(error, _TOLD[state.setup.variant.view.kind]) else ILLEGAL


def is_told(state: GameState) -> bool:
    """Whether the board is shown for once: start and handicap stones are told before move 1 (V25)."""
    return state.setup.variant.view.kind is ViewKind.NONE and not state.move_number


def shows_captures(state: GameState) -> bool:
    """Whether it is shown which stones the last move took (V20), and not only how many (V25)."""
    return state.setup.variant.view.kind is ViewKind.ONE_COLOR


def tries_left(state: GameState) -> int:
    """How many more illegal tries of this turn are only answered; one more than these loses it (V28)."""
    return state.setup.variant.view.tries - state.course.tries


def has_tries_left(state: GameState) -> bool:
    """Whether another illegal try still leaves the turn (V28)."""
    return tries_left(state) > 0


def _faded(state: GameState) -> list[str]:
    """The stones of the last turns that still stand; those of the start count as put down in turn 0 (V25)."""
    keep, cells, width = state.setup.variant.view.keep, state.board.cells, state.board.width
    shown = set(range(len(cells))) if state.move_number < keep else set(state.course.placed_at)
    drawn = "".join(state.board.rows())
    marks = [stone if cells[at] and at in shown else UNKNOWN for at, stone in enumerate(drawn)]
    return ["".join(marks[start : start + width]) for start in range(0, len(marks), width)]
