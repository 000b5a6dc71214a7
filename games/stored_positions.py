"""Stored example positions, for pages that have no real game to show."""

from __future__ import annotations

from functools import lru_cache

from django.utils.safestring import SafeString

from rules import Board, Color, GameState, Play, Setup, apply, new_game, parse_vertex
from rules.ruleset import RULE_SETS
from rules.scoring import ScoreContext, score
from rules.state import Move
from wording.board_svg import BoardMarks, board_svg

SIZE = 19
OPENING = """
R16 D17 Q3 P17 C4 C14 E4 R5 Q15 O4 Q5 Q4 P4 R4 P3 P5 Q6 R3 O3 P6 Q7 P7 Q8 N4 N3 P8 Q9 M3 M2 L2 M4 L3
"""
"""The "ear-reddening game": Kuwahara Shusaku (Black) and Inoue Gennan Inseki in Osaka, September 1846; in the public
domain."""
SMALL = "G5 E5 C5 E3 E7 F6 D6 F7 H7 D2 G3 F8 C8 H8 J8 H6 G8 H9 G6 G7 J6 H5 H4 J7"
"""The beginning of a game from the demo data."""
PLAYED_OUT = (
    "...XO....", "..XXO....", ".O.XOO...", "...XO....", "..XO...X.",
    "..XO.....", ".XXXO....", "...XO....", "...XO....",
)  # fmt: skip
"""A position on 9x9 with a dead stone of each colour."""
DEAD = ("B7", "H5")
BETWEEN_ENGINES = (
    "Q16 D17 D3 R4 C15 D6 C8 E16 C12 D14 G3 Q14 O16 R16 R17 R15 S17 R10 K17 P4 G17 F14 N3 P3 K3 N5 C14 "
    "E11 C10 C16 O14 Q12 O12 P10 H14 N10 C6 K5 F6 D15 M12 L10 K12 K7 T14 G16 H16 F17 G18 B16 O2 P2 G15 "
    "D13 B15 S14 D19 F16 E18 T15 E9 G11 J4 H8 K10 K9 L11 M11 N11 M10 G10 F10 F9 H10 O10 O9 O11 G9 P1 Q1 "
    "O1 R2 G6 F18 F19 L4 L3 G14 H13 S16 T17 A15 B14 A14 B13 A13 A12 A16 M4 J10 M5 N6 K11 J6 L6 L7 J5 L5 "
    "M6 M7 K6 H6 G7 H5 O3 G5 F5 F15 H15 P13 O13 D10 D9 B11 C11 B12 C13 B10 B9 A11 H7 J7 "
)
"""A game between two engines."""


@lru_cache(maxsize=1)
def famous_board() -> SafeString:
    """Return a position from the famous game OPENING as SVG."""
    state = _state_after_moves(OPENING, SIZE)
    return board_svg(state.board, BoardMarks(last=state.last_move), labels=False)


@lru_cache(maxsize=1)
def midgame_example_board() -> Board:
    """Return a small position in the middle of a game."""
    return _state_after_moves(SMALL, 9).board


@lru_cache(maxsize=4)
def example_board_of_size(width: int, height: int) -> Board:
    """Return an example position on a board of this size: 19x19 or 9x9. For other sizes, return an empty board."""
    if (width, height) == (SIZE, SIZE):
        return _state_after_moves(OPENING, SIZE).board
    return midgame_example_board() if (width, height) == (9, 9) else Board.empty(width, height)


@lru_cache(maxsize=1)
def board_with_pending_stone() -> SafeString:
    """Return the position of `midgame_example_board` as SVG, with one stone that is shown as not played yet."""
    return board_svg(midgame_example_board(), BoardMarks(ghost=Move(Color.BLACK, parse_vertex("F5", 9, 9))))


@lru_cache(maxsize=1)
def board_with_dead_stones() -> SafeString:
    """Return the final position of the stored game PLAYED_OUT as SVG, with its dead stones and its territory marked."""
    board, dead = Board.from_rows(PLAYED_OUT), frozenset(parse_vertex(vertex, 9, 9) for vertex in DEAD)
    counted = score(board, dead, RULE_SETS["japanese"], ScoreContext())
    return board_svg(board, BoardMarks(dead=dead, score=counted))


@lru_cache(maxsize=1)
def example_position() -> GameState:
    """Return the position to show while no public game is in progress."""
    return _state_after_moves(BETWEEN_ENGINES, SIZE)


def _state_after_moves(moves: str, size: int) -> GameState:
    rules = RULE_SETS["japanese"]
    state = new_game(Setup(size, size, rules, rules.komi[0]))
    for move in moves.split():
        state = apply(state, Play(state.to_play or Color.BLACK, parse_vertex(move, size, size)))
    return state
