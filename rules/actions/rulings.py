"""Rulings of moderators (R26, R61). The caller checks the permission."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

from rules.board import Point
from rules.color import Color
from rules.errors import GameOver, WrongPhase
from rules.notation import parse_vertices, vertices
from rules.outcome import Outcome, Reason
from rules.state import GameState, Setup, with_outcome
from rules.variants.agreement import end_by_proposal
from rules.variants.rotation import give_turn_to

from .action import Action, check_stopped
from .end_phase import with_play_resumed, with_proposal


@dataclass(frozen=True, slots=True)
class Decide(Action):
    """Decide the result of a game as a moderator, with a public reason (R26, R61)."""

    kind: ClassVar[str] = "decide"
    says: ClassVar[str] = "Decided by a moderator."
    outcome: Outcome
    reason: str = ""

    def applied(self, state: GameState) -> GameState:
        """Return the game ended with this outcome."""
        return with_outcome(state, self.outcome)

    def payload(self, setup: Setup) -> dict[str, Any]:
        """Return the result (`outcome`) and the `reason` as JSON."""
        return {"outcome": self.outcome.to_json(), "reason": self.reason}

    @classmethod
    def read(cls, color: Color | None, payload: dict[str, Any], setup: Setup) -> Self:
        """Return the action from its payload()."""
        return cls(Outcome.from_json(payload["outcome"]), str(payload.get("reason", "")))


@dataclass(frozen=True, slots=True)
class Annul(Action):
    """Annul the result of a finished game as a moderator, with a public reason."""

    kind: ClassVar[str] = "annul"
    says: ClassVar[str] = "Annulled by a moderator."
    of_finished_games: ClassVar[bool] = True
    reason: str = ""

    def applied(self, state: GameState) -> GameState:
        """Return the game with its result annulled. Raises WrongPhase if the game has no result yet, and GameOver if
        the result was already annulled."""
        if state.outcome is None:
            raise WrongPhase
        if state.outcome.reason is Reason.ANNULLED:
            raise GameOver
        return with_outcome(state, Outcome((), Reason.ANNULLED))

    def payload(self, setup: Setup) -> dict[str, Any]:
        """Return the `reason` as JSON."""
        return {"reason": self.reason}

    @classmethod
    def read(cls, color: Color | None, payload: dict[str, Any], setup: Setup) -> Self:
        """Return the action from its payload()."""
        return cls(str(payload["reason"]))


@dataclass(frozen=True, slots=True)
class EndWithModeratorMarking(Action):
    """Mark the dead stones as a moderator, and end the game with the score of this marking (R61)."""

    kind: ClassVar[str] = "set_marking"
    says: ClassVar[str] = "A moderator says that these stones are dead: {dead}."
    dead: frozenset[Point]
    reason: str = ""

    def applied(self, state: GameState) -> GameState:
        """Return the game ended with the score of this marking. Raises WrongPhase unless play has stopped, and the
        errors of with_proposal()."""
        check_stopped(state)
        counted = with_proposal(state, None, self.dead)
        assert counted.proposal is not None
        return end_by_proposal(counted, counted.proposal)

    def payload(self, setup: Setup) -> dict[str, Any]:
        """Return the `dead` stones, as a list of vertices, and the `reason` as JSON."""
        return {"dead": vertices(self.dead, setup.height), "reason": self.reason}

    @classmethod
    def read(cls, color: Color | None, payload: dict[str, Any], setup: Setup) -> Self:
        """Return the action from its payload()."""
        return cls(parse_vertices(payload["dead"], setup.width, setup.height), str(payload["reason"]))


@dataclass(frozen=True, slots=True)
class ResumeByModerator(Action):
    """Resume play as a moderator, instead of marking dead stones (R61). `first` is the colour that moves first. If
    `first` is None, the rule set decides, as if the side to act had resumed play (R14)."""

    kind: ClassVar[str] = "let_resume"
    says: ClassVar[str] = "A moderator lets play continue."
    first: Color | None = None
    reason: str = ""

    def applied(self, state: GameState) -> GameState:
        """Return the game with play resumed and without an open proposal. Raises WrongPhase unless play has stopped."""
        check_stopped(state)
        assert state.to_play is not None
        going_on = replace(with_play_resumed(state, state.to_play), proposal=None, dispute_ended=False)
        return going_on if self.first is None else give_turn_to(going_on, self.first)

    def payload(self, setup: Setup) -> dict[str, Any]:
        """Return as JSON the `reason`, and as `first` the letter of the colour that moves first, or None."""
        return {"first": None if self.first is None else self.first.letter, "reason": self.reason}

    @classmethod
    def read(cls, color: Color | None, payload: dict[str, Any], setup: Setup) -> Self:
        """Return the action from its payload()."""
        first = payload["first"]
        return cls(None if first is None else Color.from_letter(first), str(payload["reason"]))
