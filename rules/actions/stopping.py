"""Stop play against an opponent who never passes (R6, R17)."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar

from rules.color import Color
from rules.errors import TooEarlyToStop, WrongPhase
from rules.ko import position_key
from rules.state import GameState, Stage

from .action import Action, check_turn
from .moves import after_pass, with_play_stopped

ANSWERED_PASSES = 3
"""The number of consecutive passes, each followed by a play of the opponent, after which a side may stop play."""


@dataclass(frozen=True, slots=True)
class Stop(Action):
    """Stop play instead of passing again. A side can do this if it passed in its last turns and its opponent answered
    each of these passes with a play. The player who stops play marks dead stones first. The opponent can still resume
    play once; then the dispute is played out (R14, R17).

    If White has to pass last (AGA rules) and stops play, White gives a stone as for a pass, and Black marks first.
    """

    kind: ClassVar[str] = "stop"
    says: ClassVar[str] = "stops play."
    color: Color

    def applied(self, state: GameState) -> GameState:
        """Return the game with play stopped. Raises the errors of check_stopping()."""
        check_stopping(state, self.color)
        is_last_pass = state.setup.ruleset.last_pass_white and self.color is Color.WHITE
        return with_play_stopped(after_pass(state, self.color) if is_last_pass else state)


def check_stopping(state: GameState, color: Color) -> None:
    """Raise WrongPhase, NotYourTurn or TooEarlyToStop if this side may not stop play now. The state must have its
    history of positions."""
    check_turn(state, color, Stage.PLAY)
    if state.dispute is not None or not state.setup.variant.plays_out_disputes:
        raise WrongPhase
    first = state.move_number - 2 * ANSWERED_PASSES + 1
    if first <= state.stopped_at or len(state.history) <= state.move_number:
        raise TooEarlyToStop
    keys = [position_key(key) for key in state.history[first - 1 : state.move_number + 1]]
    turns = [before != after for before, after in pairwise(keys)]
    if turns != [False, True] * ANSWERED_PASSES:
        raise TooEarlyToStop
