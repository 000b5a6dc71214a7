"""Actions among members of a team: leaving, joining, asking whether to resign (V36, V38, V39)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

from rules.color import Color
from rules.errors import NotYourTurn, WrongPhase
from rules.outcome import Reason
from rules.state import GameState, Setup
from rules.variants import ResignQuestion
from rules.variants.leaving import without_member, without_side
from rules.variants.seats import check_seat_may_act, next_seat_of, seats_still_in

from .action import Action, require_color
from .endings import TimeOut


@dataclass(frozen=True, slots=True)
class _SeatAction(Action):
    """An action of one seat, by its index in the order of play."""

    kind: ClassVar[str] = ""
    color: Color
    seat: int

    def check_color(self, state: GameState) -> None:
        """Raise NotYourTurn unless this seat belongs to this colour."""
        if self.seat not in state.setup.order.seats_for(self.color):
            raise NotYourTurn

    def payload(self, setup: Setup) -> dict[str, Any]:
        """Return the index of the seat as JSON, under `seat`."""
        return {"seat": self.seat}

    @classmethod
    def read(cls, color: Color | None, payload: dict[str, Any], setup: Setup) -> Self:
        """Return the action from its payload()."""
        return cls(require_color(color), int(payload["seat"]))


@dataclass(frozen=True, slots=True)
class Leave(_SeatAction):
    """Leave a team. The member's turns are skipped, and a team without members has lost."""

    kind: ClassVar[str] = "leave"
    says: ClassVar[str] = "loses a member."
    reason: Reason = Reason.TIME

    def applied(self, state: GameState) -> GameState:
        """Return the game after the member has left. If no member remains, the whole side has left. Raises
        NotYourTurn."""
        self.check_color(state)
        return without_member(state, self.seat, self.reason)

    def payload(self, setup: Setup) -> dict[str, Any]:
        """Return the index of the `seat` and the `reason` as JSON."""
        return {"seat": self.seat, "reason": self.reason.value}

    @classmethod
    def read(cls, color: Color | None, payload: dict[str, Any], setup: Setup) -> Self:
        """Return the action from its payload()."""
        return cls(require_color(color), int(payload["seat"]), Reason(payload["reason"]))


def time_out_action(state: GameState, *, in_doubt: bool) -> Action:
    """Return the action to record when the side to act runs out of time. It is a Leave of the member on turn if members
    have their own clocks, unless the time-out accepts the open proposal (V38, R52). Otherwise it is a TimeOut.
    `in_doubt` is explained in TimeOut. The game must not be finished."""
    assert state.to_play is not None
    silent = state.proposal is not None and not in_doubt
    if silent or not state.setup.variant.skips_members_out_of_time:
        return TimeOut(state.to_play, in_doubt=in_doubt)
    return Leave(state.to_play, next_seat_of(state, state.to_play), Reason.TIME)


@dataclass(frozen=True, slots=True)
class TakeVacantSeat(_SeatAction):
    """Take a vacant seat of a team. The caller checks who may take it."""

    kind: ClassVar[str] = "come_in"
    says: ClassVar[str] = "has a new member."

    def applied(self, state: GameState) -> GameState:
        """Return the game with the seat taken. Raises WrongPhase if the seat is not vacant, and NotYourTurn if it
        belongs to another colour."""
        self.check_color(state)
        gone = state.course.seats_out
        if self.seat not in gone:
            raise WrongPhase
        rest = tuple(seat for seat in gone if seat != self.seat)
        return replace(state, course=replace(state.course, seats_out=rest))


@dataclass(frozen=True, slots=True)
class AskToResign(_SeatAction):
    """Ask the partners, as the player on turn, whether to resign (V36). A player without partners resigns at once."""

    kind: ClassVar[str] = "ask_to_resign"
    says: ClassVar[str] = "asks to resign."

    def applied(self, state: GameState) -> GameState:
        """Return the game with the question to the partners open or, if there are no partners, with the side resigned.
        Raises NotYourTurn."""
        self.check_color(state)
        check_seat_may_act(state, self.seat)
        if seats_still_in(state, self.color) == (self.seat,):
            return without_side(state, self.color, Reason.RESIGNATION)
        return replace(state, course=replace(state.course, question=ResignQuestion(self.color, (self.seat,))))


@dataclass(frozen=True, slots=True)
class AnswerPartner(_SeatAction):
    """Agree or disagree when a partner asks whether to resign. The team resigns when more than half of the members
    agree."""

    kind: ClassVar[str] = "answer_partner"
    says: ClassVar[str] = "answers a partner."
    agrees: bool = True

    def applied(self, state: GameState) -> GameState:
        """Return the game after the partner's reply. The question ends when a majority agrees, so that the team
        resigns, or when a majority can no longer agree. Raises WrongPhase if no question is open, and NotYourTurn if
        this seat has no reply to give."""
        question, members = state.course.question, seats_still_in(state, self.color)
        if question is None or question.color is not self.color:
            raise WrongPhase
        if self.seat not in members or self.seat in (*question.yes, *question.no):
            raise NotYourTurn
        yes, no = question.yes, question.no
        yes, no = ((*yes, self.seat), no) if self.agrees else (yes, (*no, self.seat))
        if 2 * len(yes) > len(members):
            return without_side(state, self.color, Reason.RESIGNATION)
        is_open = 2 * (len(members) - len(no)) > len(members)
        still_asked = ResignQuestion(self.color, yes, no) if is_open else None
        return replace(state, course=replace(state.course, question=still_asked))

    def payload(self, setup: Setup) -> dict[str, Any]:
        """Return the index of the `seat` and whether it `agrees` as JSON."""
        return {"seat": self.seat, "agrees": self.agrees}

    @classmethod
    def read(cls, color: Color | None, payload: dict[str, Any], setup: Setup) -> Self:
        """Return the action from its payload()."""
        return cls(require_color(color), int(payload["seat"]), bool(payload["agrees"]))
