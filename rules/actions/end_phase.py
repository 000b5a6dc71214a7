"""Actions of the end phase: propose, withdraw, accept, reject, resume, play out (R10 to R18)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, ClassVar, Self

from rules.board import Board, Point
from rules.color import Color
from rules.errors import (
    AlreadyPlayedOut,
    MustPlayOut,
    NotAStone,
    NotYourTurn,
    PartOfAChain,
    PlayingOutNotAllowed,
    StaleProposal,
    StonesAreAlive,
    TooEarlyToPlayOut,
    TooManyWithdrawals,
    WrongPhase,
)
from rules.notation import parse_vertices, vertices
from rules.state import Dispute, GameState, Phase, Proposal, Setup, Stage
from rules.variants.agreement import after_acceptance, end_by_proposal, sides_to_answer
from rules.variants.counting import score_of
from rules.variants.rotation import give_turn_back, pass_turn

from .action import Action, check_stopped, check_turn, require_color

MOST_WITHDRAWALS = 3
"""The largest number of proposals that may be withdrawn in one end phase, so that withdrawals cannot keep it open
(R17)."""


class AfterRejection(StrEnum):
    """The next step after a proposal of dead stones is rejected (R12). END is only for rejections after the dispute was
    played out on the board. It means that all stones on the board count as alive (R17)."""

    MARK = "mark"
    RESUME = "resume"
    PLAY_OUT = "settle"  # as in records of released versions
    END = "end"


@dataclass(frozen=True, slots=True)
class Propose(Action):
    """Propose which stones are dead (R11)."""

    kind: ClassVar[str] = "propose"
    says: ClassVar[str] = "proposes these dead stones: {dead}."
    color: Color
    dead: frozenset[Point]

    def applied(self, state: GameState) -> GameState:
        """Return the game with this proposal open and the next side to answer it. Raises WrongPhase, NotYourTurn, and
        the errors of with_proposal()."""
        check_turn(state, self.color, Stage.MARKING)
        return pass_turn(with_proposal(state, self.color, self.dead), self.color)

    def payload(self, setup: Setup) -> dict[str, Any]:
        """Return the dead stones as JSON: a list of vertices under `dead`."""
        return {"dead": vertices(self.dead, setup.height)}

    @classmethod
    def read(cls, color: Color | None, payload: dict[str, Any], setup: Setup) -> Self:
        """Return the action from its payload()."""
        return cls(require_color(color), parse_vertices(payload["dead"], setup.width, setup.height))


@dataclass(frozen=True, slots=True)
class _ProposalAction(Action):
    """Base of actions on the open proposal, which they identify by its number."""

    kind: ClassVar[str] = ""
    color: Color
    number: int

    def payload(self, setup: Setup) -> dict[str, Any]:
        """Return the proposal's number as JSON, under `proposal`."""
        return {"proposal": self.number}

    @classmethod
    def read(cls, color: Color | None, payload: dict[str, Any], setup: Setup) -> Self:
        """Return the action from its payload()."""
        return cls(require_color(color), int(payload["proposal"]))


@dataclass(frozen=True, slots=True)
class Withdraw(_ProposalAction):
    """Withdraw the side's own unanswered proposal (R12)."""

    kind: ClassVar[str] = "withdraw"
    says: ClassVar[str] = "withdraws proposal {number}."

    def applied(self, state: GameState) -> GameState:
        """Return the game without the open proposal, in which this side marks dead stones again. Raises StaleProposal,
        and the errors of check_withdrawing()."""
        _open_proposal(state, self.number)
        check_withdrawing(state, self.color)
        withdrawn = replace(give_turn_back(state, self.color), proposal=None)
        if not state.has_dispute_limits:
            return withdrawn
        return replace(withdrawn, withdrawals=state.withdrawals + 1)


@dataclass(frozen=True, slots=True)
class Accept(_ProposalAction):
    """Accept the proposal with this number (R13)."""

    kind: ClassVar[str] = "accept"
    says: ClassVar[str] = "accepts proposal {number}."

    def applied(self, state: GameState) -> GameState:
        """Return the game after the acceptance, which ends the game unless another side still has to accept. Raises
        WrongPhase, StaleProposal or NotYourTurn."""
        proposal = _open_proposal(state, self.number)
        _check_answering(state, self.color)
        return after_acceptance(state, proposal, self.color)


@dataclass(frozen=True, slots=True)
class Reject(_ProposalAction):
    """Reject the proposal with this number and choose the next step (R12)."""

    kind: ClassVar[str] = "reject"
    says: ClassVar[str] = "rejects proposal {number}; next: {then}."
    then: AfterRejection
    reason: str = ""

    def applied(self, state: GameState) -> GameState:
        """Return the game after the rejection and the chosen next step. After a play-out, the game always ends with all
        stones alive (R17). Raises WrongPhase, StaleProposal, NotYourTurn, MustPlayOut or PlayingOutNotAllowed."""
        _open_proposal(state, self.number)
        _check_answering(state, self.color)
        rejected = replace(state, proposal=None, to_play=self.color, rejection_count=state.rejection_count + 1)
        if state.dispute_ended:
            return _end_with_all_alive(rejected)
        _check_next_step(state, self.then)
        if self.then is AfterRejection.MARK:
            return rejected
        going_on = with_play_resumed(rejected, self.color)
        if self.then is AfterRejection.RESUME:
            return going_on
        return _start_dispute(going_on if state.has_dispute_limits else replace(going_on, to_play=self.color))

    def payload(self, setup: Setup) -> dict[str, Any]:
        """Return the action as JSON: the number of the `proposal`, the next step (`then`) and the `reason`."""
        return {"proposal": self.number, "then": self.then.value, "reason": self.reason}

    @classmethod
    def read(cls, color: Color | None, payload: dict[str, Any], setup: Setup) -> Self:
        """Return the action from its payload()."""
        return cls(
            require_color(color), int(payload["proposal"]), AfterRejection(payload["then"]), str(payload["reason"])
        )


@dataclass(frozen=True, slots=True)
class Resume(Action):
    """Resume play instead of marking dead stones (R14)."""

    kind: ClassVar[str] = "resume"
    says: ClassVar[str] = "resumes play."
    color: Color

    def applied(self, state: GameState) -> GameState:
        """Return the game with play resumed. Raises the errors of check_resuming()."""
        check_resuming(state, self.color)
        return with_play_resumed(state, self.color)


@dataclass(frozen=True, slots=True)
class PlayOut(Action):
    """Demand that a dispute about dead stones is played out on the board. Either side can demand this, also when it is
    not on turn. After the play-out, the same action demands that all stones on the board count as alive (R17)."""

    kind: ClassVar[str] = "settle"
    says: ClassVar[str] = "demands that the dispute is played out on the board."
    color: Color

    def applied(self, state: GameState) -> GameState:
        """Return the game with the play-out begun or, after a play-out, ended with all stones alive (R17). Raises the
        errors of check_playing_out(). This also works for games stored in the first edition of the rules, which did not
        count how often play had stopped."""
        check_playing_out(state)
        if state.dispute_ended:
            return _end_with_all_alive(state)
        return _start_dispute(replace(with_play_resumed(state, self.color), proposal=None, stops=max(state.stops, 2)))


def check_withdrawing(state: GameState, color: Color) -> None:
    """Raise WrongPhase, NotYourTurn, AlreadyPlayedOut or TooManyWithdrawals if this side may not withdraw the open
    proposal now (R12, R17)."""
    if state.stage is not Stage.DECIDING or state.proposal is None:
        raise WrongPhase
    if state.proposal.by is not color:
        raise NotYourTurn
    if state.dispute_ended:
        raise AlreadyPlayedOut
    if state.has_dispute_limits and state.withdrawals >= MOST_WITHDRAWALS:
        raise TooManyWithdrawals


def check_resuming(state: GameState, color: Color) -> None:
    """Raise WrongPhase, NotYourTurn, AlreadyPlayedOut or MustPlayOut if this side may not resume play instead of
    marking dead stones now (R14, R17)."""
    check_turn(state, color, Stage.MARKING)
    if state.dispute_ended:
        raise AlreadyPlayedOut
    if not state.may_resume:
        raise MustPlayOut


def check_playing_out(state: GameState) -> None:
    """Raise WrongPhase, PlayingOutNotAllowed or TooEarlyToPlayOut unless a side may now demand that the dispute is
    played out or, after a play-out, that the board is scored with all stones alive (R17)."""
    check_stopped(state)
    if not state.setup.variant.plays_out_disputes:
        raise PlayingOutNotAllowed
    if not state.dispute_ended and not state.may_play_out:
        raise TooEarlyToPlayOut


def _check_answering(state: GameState, color: Color) -> None:
    """Raise NotYourTurn unless this side has to accept or reject the open proposal."""
    if color not in sides_to_answer(state):
        raise NotYourTurn


def _open_proposal(state: GameState, number: int) -> Proposal:
    if state.stage is not Stage.DECIDING or state.proposal is None:
        raise WrongPhase
    if state.proposal.number != number:
        raise StaleProposal(proposal=state.proposal.number)
    return state.proposal


def with_proposal(state: GameState, by: Color | None, dead: frozenset[Point]) -> GameState:
    """Return the game with a new numbered proposal by this side (None: by a moderator) that these stones are dead.
    Raises NotAStone, StonesAreAlive or PartOfAChain."""
    if any(state.board[point] is None for point in dead):
        raise NotAStone
    if dead and state.setup.ruleset.all_stones_alive:
        raise StonesAreAlive
    if state.has_dispute_limits:
        check_whole_chains(state.board, dead)
    number = state.proposal_count + 1
    return replace(state, proposal=Proposal(number, by, dead, score_of(state, dead)), proposal_count=number)


def check_whole_chains(board: Board, dead: frozenset[Point]) -> None:
    """Raise NotAStone or PartOfAChain unless these stones are whole chains (R18)."""
    if any(board[point] is None for point in dead):
        raise NotAStone
    whole: set[Point] = set()
    for point in dead:
        if point not in whole:
            whole |= board.chain_at(point).stones
    if whole != dead:
        raise PartOfAChain(rest=vertices(whole - dead, board.height))


def _check_next_step(state: GameState, then: AfterRejection) -> None:
    """Raise MustPlayOut or PlayingOutNotAllowed if a player who rejects a proposal may not choose this next step
    now."""
    if then is AfterRejection.PLAY_OUT and not state.setup.variant.plays_out_disputes:
        raise PlayingOutNotAllowed
    variant, ruleset = state.setup.variant, state.setup.ruleset
    if ruleset.rejection_always_settles and variant.plays_out_disputes and then is not AfterRejection.PLAY_OUT:
        raise MustPlayOut
    if then is AfterRejection.END or (then is AfterRejection.RESUME and not state.may_resume):
        raise MustPlayOut


def with_play_resumed(state: GameState, resumed_by: Color) -> GameState:
    """Return the game with play resumed on the demand of the colour `resumed_by`. The rule set decides who moves first
    (R14). If seats share the colours, the seat on turn moves first (V74)."""
    stays = state.setup.ruleset.resumer_moves_first or state.setup.order.rotates_colors
    first = resumed_by if stays else state.next_to_act(resumed_by)
    return replace(state, phase=Phase.PLAY, passes=0, to_play=first)


def _start_dispute(resumed: GameState) -> GameState:
    """Return the resumed game with a dispute that is now being played out (R15)."""
    none = resumed.prisoners.map(lambda _: 0)
    return replace(resumed, dispute=Dispute(none, none))


def _end_with_all_alive(state: GameState) -> GameState:
    """Return the game ended after a dispute was played out without agreement: all stones count as alive (R17)."""
    counted = with_proposal(state, None, frozenset())
    assert counted.proposal is not None
    return end_by_proposal(counted, counted.proposal)
