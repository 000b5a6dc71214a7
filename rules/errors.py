"""Refusals: what the rules of Go do not allow, each with a stable code (R9)."""

from __future__ import annotations

from typing import Any, ClassVar


class RulesError(Exception):
    """An action that the rules do not allow.

    `code` is part of the public API: clients and translations key on it, so it never changes once
    released. `data` holds facts for clients. The message is for developers and logs.
    """

    code: ClassVar[str]

    def __init__(self, message: str = "", **data: Any) -> None:
        super().__init__(message or self.code)
        self.data = data


class IllegalMove(RulesError):
    """The point cannot be played in this position."""


class PointOccupied(IllegalMove):
    """There is a stone on the point."""

    code = "occupied"


class OffBoard(IllegalMove):
    """The point is not on the board."""

    code = "off_board"


class SelfCapture(IllegalMove):
    """The stones played would have no liberty (R4)."""

    code = "self_capture"


class KoViolation(IllegalMove):
    """The position before the opponent's last move would come back (R5, simple ko)."""

    code = "ko"


class SuperkoViolation(IllegalMove):
    """A position of this game would come back (R5); `move_number` is the move that made it, 0 the start."""

    code = "superko"

    def __init__(self, move_number: int) -> None:
        super().__init__(f"repeats the position after move {move_number}", move_number=move_number)
        self.move_number = move_number


class NotYourTurn(RulesError):
    """The other side has to act."""

    code = "not_your_turn"


class WrongPhase(RulesError):
    """The action does not belong to this stage of the game."""

    code = "wrong_phase"


class GameOver(RulesError):
    """The game has a result."""

    code = "game_over"


class StaleProposal(RulesError):
    """The proposal named is not the one that waits for an answer (R12)."""

    code = "stale_proposal"


class NotAStone(RulesError):
    """Only stones can be marked dead."""

    code = "not_a_stone"


class StonesAreAlive(RulesError):
    """Under this rule set all stones on the board are alive."""

    code = "all_alive"


class PartOfAChain(NotAStone):
    """A marking consists of whole chains (R18); `rest` are the stones that were left out, as vertices."""

    code = "part_of_a_chain"


class MustSettle(RulesError):
    """The dispute can now only be played out on the board: from the second end phase on (R17), or under this rule set
    always (R15)."""

    code = "must_settle"


class TooEarlyToSettle(RulesError):
    """It can be demanded from the second end phase of a game on; before, a rejection can choose it (R17)."""

    code = "too_early_to_settle"


class TooEarlyToStop(RulesError):
    """Play is stopped by one side when its last three turns were passes and each was answered by a play (R17)."""

    code = "too_early_to_stop"


class AlreadySettled(RulesError):
    """The dispute has been played out: the marking is accepted, or the board is counted as it stands (R17)."""

    code = "already_settled"


class WithdrawnOften(RulesError):
    """So many proposals have been withdrawn in this end phase that the open one waits for its answer."""

    code = "withdrawn_often"


class NoPassing(RulesError):
    """In this variant a turn is never left (V15)."""

    code = "no_passing"


class NoSettling(RulesError):
    """Among three sides and more a dispute is not settled on the board (V56)."""

    code = "no_settling"


class AskPartners(RulesError):
    """A side of several players resigns only when its partners agree: ask them (V36)."""

    code = "ask_partners"


class BadVariant(RulesError):
    """There is no such variant; `part` says which part of it cannot be (V1)."""

    code = "bad_variant"


class BadHandicap(RulesError):
    """The handicap stones do not fit the board, the rule set or the agreed number."""

    code = "bad_handicap"


class CannotUndo(RulesError):
    """There is no such move to go back to."""

    code = "cannot_undo"


class NotWonOnTime(RulesError):
    """Only the winner on time can refuse the win."""

    code = "not_won_on_time"


class BadVertex(RulesError):
    """The text is not a point."""

    code = "bad_vertex"


class BadAction(RulesError):
    """The stored or sent form of an action cannot be read."""

    code = "bad_action"


class PlanUnreadable(BadAction):
    """The stored or sent form of a plan cannot be read (C20)."""

    code = "plan_unreadable"


class PlanKind(RulesError):
    """Only plays and passes can be planned (C10)."""

    code = "plan_kind"


class PlanTooLarge(RulesError):
    """A plan has at most `nodes` answers, and `deep` one after the other (C11)."""

    code = "plan_too_large"


class PlanAmbiguous(RulesError):
    """After `path`, the plan has two answers to the same move, `point` (C11)."""

    code = "plan_ambiguous"


class PlanIllegal(RulesError):
    """After `path`, the move `point` of a plan is refused: `reason` is the code of its refusal, or "ends_play" for a
    pass that would end play (C11, C16)."""

    code = "plan_illegal"
