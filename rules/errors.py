"""Errors of the rules of Go, each with a stable code (R9)."""

from __future__ import annotations

from typing import Any, ClassVar


class RulesError(Exception):
    """An action that the rules do not allow.

    `code` is part of the public API: clients and translations key on it, so it never changes once
    released. `data` holds facts for clients. The message is for developers and logs.
    """

    code: ClassVar[str]

    def __init_subclass__(cls, code: str | None = None) -> None:
        """Set the code given in the class header; without one the code is inherited."""
        super().__init_subclass__()
        if code is not None:
            cls.code = code

    def __init__(self, message: str = "", **data: Any) -> None:
        super().__init__(message or self.code)
        self.data = data


class IllegalMove(RulesError):
    """The point cannot be played in this position."""


class PointOccupied(IllegalMove, code="occupied"):
    """The point is occupied."""


class OffBoard(IllegalMove, code="off_board"):
    """The point is not on the board."""


class SelfCapture(IllegalMove, code="self_capture"):
    """The stones played would have no liberty (R4)."""


class KoViolation(IllegalMove, code="ko"):
    """The move would repeat the position before the opponent's last move (R5, simple ko)."""


class SuperkoViolation(IllegalMove, code="superko"):
    """The move would repeat a position of this game (R5); `move_number` is the move that made that position, 0 for the
    start."""

    def __init__(self, move_number: int) -> None:
        super().__init__(f"repeats the position after move {move_number}", move_number=move_number)
        self.move_number = move_number


class NotYourTurn(RulesError, code="not_your_turn"):
    """The other side has to act."""


class WrongPhase(RulesError, code="wrong_phase"):
    """The action does not belong to this stage of the game."""


class GameOver(RulesError, code="game_over"):
    """The game has a result."""


class StaleProposal(RulesError, code="stale_proposal"):
    """The proposal with this number is not the one that waits for an answer (R12)."""


class NotAStone(RulesError, code="not_a_stone"):
    """Only stones can be marked dead."""


class StonesAreAlive(RulesError, code="all_alive"):
    """Under this rule set all stones on the board are alive."""


class PartOfAChain(NotAStone, code="part_of_a_chain"):
    """The marking contains part of a chain (R18); `rest` are the chain's unmarked stones, as vertices."""


class MustPlayOut(RulesError, code="must_settle"):
    """The dispute can now only be played out on the board: from the second end phase on (R17), or under some rule sets
    always (R15)."""


class TooEarlyToPlayOut(RulesError, code="too_early_to_settle"):
    """Playing out can be demanded from the second end phase of a game on; before that, a rejection can choose it
    (R17)."""


class TooEarlyToStop(RulesError, code="too_early_to_stop"):
    """A side may stop play only after it passed in its last three turns and each pass was answered by a play (R17)."""


class AlreadyPlayedOut(RulesError, code="already_settled"):
    """The dispute has been played out: now the marking can only be accepted, or all stones on the board count as alive
    (R17)."""


class TooManyWithdrawals(RulesError, code="withdrawn_often"):
    """Too many proposals have been withdrawn in this end phase; the open one must be answered."""


class PassingNotAllowed(RulesError, code="no_passing"):
    """This variant does not allow passing (V15)."""


class PlayingOutNotAllowed(RulesError, code="no_settling"):
    """With three or more sides a dispute is not played out on the board (V56)."""


class PartnersNotAsked(RulesError, code="ask_partners"):
    """A side of several players resigns only if the partners agree: ask them first (V36)."""


class BadVariant(RulesError, code="bad_variant"):
    """The variant does not exist; `part` says which part of it is invalid (V1)."""


class BadHandicap(RulesError, code="bad_handicap"):
    """The handicap stones do not fit the board, the rule set or the agreed number."""


class CannotUndo(RulesError, code="cannot_undo"):
    """There is no such move to go back to."""


class NotWonOnTime(RulesError, code="not_won_on_time"):
    """The player who refuses the win did not win on time."""


class BadVertex(RulesError, code="bad_vertex"):
    """The text is not a point."""


class BadAction(RulesError, code="bad_action"):
    """The stored or sent form of an action cannot be read."""


class PlanUnreadable(BadAction, code="plan_unreadable"):
    """The stored or sent form of a plan cannot be read (C20)."""


class PlanActionNotAllowed(RulesError, code="plan_kind"):
    """Only plays and passes can be planned (C10)."""


class PlanTooLarge(RulesError, code="plan_too_large"):
    """A plan has at most `nodes` answers, and `deep` one after the other (C11)."""


class PlanAmbiguous(RulesError, code="plan_ambiguous"):
    """After `path`, the plan has two answers to the same move, `point` (C11)."""


class PlanIllegal(RulesError, code="plan_illegal"):
    """After `path`, the move `point` of a plan is illegal: `reason` is the code of the error, or "ends_play" for a
    pass that would end play (C11, C16)."""
