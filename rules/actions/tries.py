"""Illegal attempts to move in games with hidden information (V28)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

from rules.board import Point
from rules.color import Color
from rules.errors import RulesError, WrongPhase
from rules.notation import parse_vertex, vertex
from rules.placing import placement
from rules.state import GameState, Setup, Stage
from rules.variants.view import ILLEGAL, has_illegal_attempts_left, visible_error_code

from .action import Action, check_turn, require_color
from .moves import after_pass


@dataclass(frozen=True, slots=True)
class IllegalMoveAttempt(Action):
    """Record an attempt to play an illegal move in a game with hidden information. A side that makes more attempts than
    are allowed in one turn loses the turn."""

    kind: ClassVar[str] = "try"
    says: ClassVar[str] = "has tried an illegal move."
    color: Color
    point: Point

    def applied(self, state: GameState) -> GameState:
        """Return the game after the illegal attempt. Raises WrongPhase if the move is legal, or if the reason why it is
        illegal is visible to the player anyway."""
        check_turn(state, self.color, Stage.PLAY)
        try:
            placement(state, self.color, self.point)
        except RulesError as error:
            if visible_error_code(state, self.color, error) != ILLEGAL:
                raise WrongPhase from error
        else:
            raise WrongPhase
        if not has_illegal_attempts_left(state):
            return after_pass(state, self.color)
        return replace(state, course=replace(state.course, tries=state.course.tries + 1))

    def payload(self, setup: Setup) -> dict[str, Any]:
        """Return the point as JSON: a vertex under `point`."""
        return {"point": vertex(self.point, setup.height)}

    @classmethod
    def read(cls, color: Color | None, payload: dict[str, Any], setup: Setup) -> Self:
        """Return the action from its payload()."""
        return cls(require_color(color), parse_vertex(payload["point"], setup.width, setup.height))
