"""Actions that end a game without scoring (time-outs, agreements, cancelling), and actions that undo others."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Self

from rules.color import Color
from rules.errors import CannotUndo, NotWonOnTime, NotYourTurn
from rules.outcome import DRAWS, Outcome, Ranking, Reason
from rules.state import GameState, Setup, with_outcome
from rules.variants.agreement import after_acceptance
from rules.variants.leaving import without_side

from .action import Action, require_color


@dataclass(frozen=True, slots=True)
class TimeOut(Action):
    """A time-out: the side to act has run out of time (R52). `in_doubt` is whether the server's estimate contradicts
    the open proposal, so that the time-out does not accept the proposal (R60). The value is recorded, because a later
    version of the server may estimate differently."""

    kind: ClassVar[str] = "time_out"
    says: ClassVar[str] = "has run out of time."
    color: Color
    in_doubt: bool = False

    def applied(self, state: GameState) -> GameState:
        """Return the game after the time-out (R52). If there is an open proposal that is not in doubt, it counts as
        accepted. Otherwise the side loses on time or, if several others remain, leaves the game (V55)."""
        if self.color is not state.to_play:
            raise NotYourTurn
        if state.proposal is not None and not self.in_doubt:
            return after_acceptance(state, state.proposal, self.color)
        return without_side(state, self.color, Reason.TIME)

    def payload(self, setup: Setup) -> dict[str, Any]:
        """Return `in_doubt` as JSON if it is True, otherwise {}."""
        return {"in_doubt": True} if self.in_doubt else {}

    @classmethod
    def read(cls, color: Color | None, payload: dict[str, Any], setup: Setup) -> Self:
        """Return the action from its payload()."""
        return cls(require_color(color), bool(payload.get("in_doubt", False)))


@dataclass(frozen=True, slots=True)
class RefuseWin(Action):
    """Undo a time-out, because the player who won on time wants to continue (R52). Only replay() can do this; apply()
    raises NotWonOnTime."""

    kind: ClassVar[str] = "refuse_win"
    says: ClassVar[str] = "refuses the win on time; the game continues."
    color: Color

    def applied(self, state: GameState) -> GameState:
        """Raise NotWonOnTime always, because one state does not contain the earlier states."""
        raise NotWonOnTime


@dataclass(frozen=True, slots=True)
class Undo(Action):
    """Return to the position after the move with this number, by agreement of both players. Only replay() can do this;
    apply() raises CannotUndo."""

    kind: ClassVar[str] = "undo"
    color: Color
    to_move_number: int

    def applied(self, state: GameState) -> GameState:
        """Raise CannotUndo always, because one state does not contain the earlier states."""
        raise CannotUndo

    def payload(self, setup: Setup) -> dict[str, Any]:
        """Return the move number to go back to as JSON, under `to`."""
        return {"to": self.to_move_number}

    @classmethod
    def read(cls, color: Color | None, payload: dict[str, Any], setup: Setup) -> Self:
        """Return the action from its payload()."""
        return cls(require_color(color), int(payload["to"]))


@dataclass(frozen=True, slots=True)
class Cancel(Action):
    """Cancel the game, which then has no result. The caller checks whether the game may be cancelled."""

    kind: ClassVar[str] = "cancel"
    says: ClassVar[str] = "cancels the game."
    color: Color

    def applied(self, state: GameState) -> GameState:
        """Return the game ended without a result."""
        return with_outcome(state, Outcome((), Reason.CANCELLED))


@dataclass(frozen=True, slots=True)
class _AgreedEnding(Action):
    """Base of the actions by which all sides agree to end the game. These actions have no colour. The caller checks
    that all sides agree."""

    kind: ClassVar[str] = ""
    reason: ClassVar[Reason]

    def applied(self, state: GameState) -> GameState:
        """Return the game ended without a winner: as a draw for the reasons in DRAWS, otherwise without a result."""
        return with_outcome(state, Outcome(_draw_ranking(state) if self.reason in DRAWS else (), self.reason))

    @classmethod
    def read(cls, color: Color | None, payload: dict[str, Any], setup: Setup) -> Self:
        """Return the action. It has no data, so the arguments are ignored."""
        return cls()


@dataclass(frozen=True, slots=True)
class NoResult(_AgreedEnding):
    """End a game without a result because of a repetition, by agreement of all sides (R8)."""

    kind: ClassVar[str] = "no_result"
    says: ClassVar[str] = "No result, by agreement."
    reason: ClassVar[Reason] = Reason.NO_RESULT


@dataclass(frozen=True, slots=True)
class AgreeOnDraw(_AgreedEnding):
    """End a game as a draw, by agreement of all sides."""

    kind: ClassVar[str] = "draw"
    says: ClassVar[str] = "A draw, by agreement."
    reason: ClassVar[Reason] = Reason.AGREEMENT


def _draw_ranking(state: GameState) -> Ranking:
    """Return the ranking of a draw. All sides still in the game share first place; sides that left follow, the first to
    leave last (V58)."""
    out = state.course.out
    still_in = tuple(color for color in state.setup.order.colors if color not in out)
    return (still_in, *((color,) for color in reversed(out)))
