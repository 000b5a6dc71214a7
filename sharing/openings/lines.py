"""An opening line, as in URLs: the size of the board, handicap stones, moves."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from foundation.number_fields import normalize_number
from foundation.text import whole_number
from games.game_view import GameView
from games.terms import LARGEST_SIZE, SMALLEST_SIZE
from rules import RULE_SETS, Board, Color, GameState, Pass, Play, Setup, apply, new_game, parse_vertex, vertex
from rules.errors import RulesError
from wording.refusals import sentence_for

from .filling import MOVES, first_states

USUAL_SIZE = 19
MOST_STONES = 25
PASS = "pass"  # noqa: S105 - a move
RULES = RULE_SETS["tromp_taylor"]
"""The rules for all lines. The choice does not matter, because a repetition within two dozen moves is illegal under
every rule set."""


class BadOpeningLine(Exception):
    """Raised for an invalid line. The text gives the reason in the reader's language."""


@dataclass(frozen=True, slots=True)
class OpeningLine:
    """Moves from an empty board, or from handicap stones, and the state of the game after them."""

    width: int = USUAL_SIZE
    height: int = USUAL_SIZE
    stones: tuple[str, ...] = ()
    moves: tuple[str, ...] = ()
    state: GameState = field(compare=False, repr=False, kw_only=True)

    @property
    def query(self) -> dict[str, str]:
        """Return the line as query parameters."""
        size = str(self.width) if self.width == self.height else f"{self.width}x{self.height}"
        parts = {"size": size, "stones": ",".join(self.stones), "moves": ",".join(self.moves)}
        return {name: text for name, text in parts.items() if text}


def parse_line(size: str, stones: Sequence[str] = (), moves: Sequence[str] = ()) -> OpeningLine:
    """Return the line for this input: a size such as "19" or "19x9", vertices of handicap stones, and moves as vertices
    or passes. Raises BadOpeningLine."""
    width, height = _parse_size(size)
    if len(moves) > MOVES:
        raise BadOpeningLine(_("The openings cover only the first %(n)s moves.") % {"n": MOVES})
    if len(stones) > MOST_STONES:
        raise BadOpeningLine(_("Choose at most 25 handicap stones."))
    try:
        placed = [parse_vertex(text, width, height) for text in stones]
        board = Board.empty(width, height).with_stones((Color.BLACK, point) for point in placed)
        first = Color.WHITE if placed else None
        state = new_game(
            Setup(width, height, RULES, RULES.komi[0], start=tuple(board.rows()) if placed else (), first=first)
        )
        names = [vertex(point, height) for point in placed]
        played: list[str] = []
        for text in moves:
            state, name = _state_after(state, text)
            played.append(name)
    except RulesError as error:
        raise BadOpeningLine(sentence_for(error)) from error
    return OpeningLine(width, height, tuple(names), tuple(played), state=state)


def line_of_game(show: GameView, number: int) -> OpeningLine:
    """Return the first moves of a game, up to move `number` and at most to the end of the opening. Raises
    BadOpeningLine for a variant, and for a game that does not begin with an empty board or handicap stones only."""
    if show.game.variant_name:
        raise BadOpeningLine(_("The opening explorer covers only standard Go."))
    states = first_states(show.game)[: min(number, MOVES) + 1]
    start, size = show.board(states[0]), f"{show.game.width}x{show.game.height}"
    if Color.WHITE in start.cells:
        raise BadOpeningLine(_("This game did not start with an empty board."))
    stones = [vertex(point, start.height) for point in start.points() if start[point] is Color.BLACK]
    moves = [move for state in states[1:] if (move := show.last_move(state)) is not None]
    return parse_line(size, stones, [PASS if one.point is None else vertex(one.point, start.height) for one in moves])


def _state_after(state: GameState, text: str) -> tuple[GameState, str]:
    """Return the state after this move, and the move's vertex. Raises RulesError."""
    color = state.to_play
    if color is None or state.passes > 1:
        raise BadOpeningLine(_("The game ends after two passes. Remove the moves after them."))
    if text.strip().lower() == PASS:
        return apply(state, Pass(color)), PASS
    point = parse_vertex(text.strip(), state.setup.width, state.setup.height)
    return apply(state, Play(color, point)), vertex(point, state.setup.height)


def _parse_size(text: str) -> tuple[int, int]:
    sides = re.split("[x×ｘ]", text.strip().lower()) if text else [str(USUAL_SIZE)]
    numbers = [whole_number(normalize_number(side), 2) or 0 for side in sides]
    if len(numbers) > 2 or not all(SMALLEST_SIZE <= n <= LARGEST_SIZE for n in numbers):
        message = _("Enter a board size from %(least)s to %(most)s, such as 19 or 19x9.")
        raise BadOpeningLine(message % {"least": SMALLEST_SIZE, "most": LARGEST_SIZE})
    return numbers[0], numbers[-1]
