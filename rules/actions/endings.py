"""Actions that end a game without a count: time-outs, agreements, moderators' rulings; and undoing them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Self

from rules.color import Color
from rules.errors import CannotUndo, NotWonOnTime, NotYourTurn
from rules.outcome import DRAWS, Outcome, Ranking, Reason
from rules.state import GameState, Setup, finished
from rules.variants.agreement import accepted
from rules.variants.leaving import left

from .action import Action, color_of


@dataclass(frozen=True, slots=True)
class TimeOut(Action):
    """The time of the side to act has run out (R52). `in_doubt`: the open proposal is, so that silence does not accept
    it (R60). Whether it is, is not checked here: the estimate may change with the server, the record does not."""

    kind: ClassVar[str] = "time_out"
    says: ClassVar[str] = "has run out of time."
    color: Color
    in_doubt: bool = False

    def applied(self, state: GameState) -> GameState:
        """R52: the side that has to act loses on time, or leaves where others play on (V55); in deciding, the proposal
        counts as accepted by it unless in doubt."""
        if self.color is not state.to_play:
            raise NotYourTurn
        if state.proposal is not None and not self.in_doubt:
            return accepted(state, state.proposal, self.color)
        return left(state, self.color, Reason.TIME)

    def payload(self, setup: Setup) -> dict[str, Any]:
        """Return whether the proposal was in doubt."""
        return {"in_doubt": True} if self.in_doubt else {}

    @classmethod
    def read(cls, color: Color | None, payload: dict[str, Any], setup: Setup) -> Self:
        """Return the action from its payload()."""
        return cls(color_of(color), bool(payload.get("in_doubt", False)))


@dataclass(frozen=True, slots=True)
class RefuseWin(Action):
    """The winner on time wants to play on (R52): the game is as it was before. Through replay() only."""

    kind: ClassVar[str] = "refuse_win"
    says: ClassVar[str] = "refuses the win on time; the game goes on."
    color: Color

    def applied(self, state: GameState) -> GameState:
        """Never: it takes an end back, which one state does not know the way to."""
        raise NotWonOnTime


@dataclass(frozen=True, slots=True)
class Undo(Action):
    """Both agreed to go back to the position after this move number. Through replay() only."""

    kind: ClassVar[str] = "undo"
    color: Color
    to_move_number: int

    def applied(self, state: GameState) -> GameState:
        """Never: one state does not know the way back."""
        raise CannotUndo

    def payload(self, setup: Setup) -> dict[str, Any]:
        """Return the move number to go back to."""
        return {"to": self.to_move_number}

    @classmethod
    def read(cls, color: Color | None, payload: dict[str, Any], setup: Setup) -> Self:
        """Return the action from its payload()."""
        return cls(color_of(color), int(payload["to"]))


@dataclass(frozen=True, slots=True)
class Cancel(Action):
    """Cancel the game, which then has no result. Whether it may be cancelled is not checked here."""

    kind: ClassVar[str] = "cancel"
    says: ClassVar[str] = "cancels the game."
    color: Color

    def applied(self, state: GameState) -> GameState:
        """Return the game after the action."""
        return finished(state, Outcome((), Reason.CANCELLED))


@dataclass(frozen=True, slots=True)
class _Agreed(Action):
    """An agreement of all sides, which therefore has no colour. The agreement is not checked here."""

    kind: ClassVar[str] = ""
    reason: ClassVar[Reason]

    def applied(self, state: GameState) -> GameState:
        """Return the game without a winner."""
        return finished(state, Outcome(_shared(state) if self.reason in DRAWS else (), self.reason))

    @classmethod
    def read(cls, color: Color | None, payload: dict[str, Any], setup: Setup) -> Self:
        """Return the action; it has no data."""
        return cls()


@dataclass(frozen=True, slots=True)
class NoResult(_Agreed):
    """End a game without a result because of a repetition (R8)."""

    kind: ClassVar[str] = "no_result"
    says: ClassVar[str] = "No result, by agreement."
    reason: ClassVar[Reason] = Reason.NO_RESULT


@dataclass(frozen=True, slots=True)
class AgreeOnDraw(_Agreed):
    """End a game as a draw."""

    kind: ClassVar[str] = "draw"
    says: ClassVar[str] = "A draw, by agreement."
    reason: ClassVar[Reason] = Reason.AGREEMENT


def _shared(state: GameState) -> Ranking:
    """Return the ranking with the first place for all sides that are still in; those that left come last, the first to
    leave at the very end (V58)."""
    out = state.course.out
    still_in = tuple(color for color in state.setup.order.colors if color not in out)
    return (still_in, *((color,) for color in reversed(out)))
