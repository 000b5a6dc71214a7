"""Errors of the rules of Go, each with a stable code (R9)."""

from __future__ import annotations

from typing import Any, ClassVar


class RulesError(Exception):
    """Raised for an action that the rules do not allow.

    `code` is part of the public API: clients and translations use it as a key, so it never changes once released.
    `data` holds values for clients. The message is for developers and logs.
    """

    code: ClassVar[str]

    def __init_subclass__(cls, code: str | None = None) -> None:
        """Set the code given in the class header. Without one the code is inherited."""
        super().__init_subclass__()
        if code is not None:
            cls.code = code

    def __init__(self, message: str = "", **data: Any) -> None:
        super().__init__(message or self.code)
        self.data = data


class IllegalMove(RulesError):
    """Raised if the point cannot be played in this position."""


class PointOccupied(IllegalMove, code="occupied"):
    """Raised if the point is occupied."""


class OffBoard(IllegalMove, code="off_board"):
    """Raised if the point is not on the board."""


class SelfCapture(IllegalMove, code="self_capture"):
    """Raised if the stone or its chain would have no liberty (R4)."""


class KoViolation(IllegalMove, code="ko"):
    """Raised if the move would repeat the position before the opponent's last move (R5, simple ko)."""


class SuperkoViolation(IllegalMove, code="superko"):
    """Raised if the move would repeat a position of this game (R5). `move_number` is the move after which that position
    arose, 0 for the start."""

    def __init__(self, move_number: int) -> None:
        super().__init__(f"repeats the position after move {move_number}", move_number=move_number)
        self.move_number = move_number


class NotYourTurn(RulesError, code="not_your_turn"):
    """Raised if another side has to act."""


class WrongPhase(RulesError, code="wrong_phase"):
    """Raised if the action is not possible at this stage of the game."""


class GameOver(RulesError, code="game_over"):
    """Raised if the game already has a result."""


class StaleProposal(RulesError, code="stale_proposal"):
    """Raised if the proposal with this number is not the open proposal (R12)."""


class NotAStone(RulesError, code="not_a_stone"):
    """Raised if a point without a stone is marked dead."""


class StonesAreAlive(RulesError, code="all_alive"):
    """Raised if stones are marked dead under a rule set in which all stones on the board are alive."""


class PartOfAChain(NotAStone, code="part_of_a_chain"):
    """Raised if the marking contains only part of a chain (R18). `rest` are the chain's unmarked stones, as
    vertices."""


class MustPlayOut(RulesError, code="must_settle"):
    """Raised if the dispute can only be played out on the board, because play has stopped for the second time (R17) or
    the rule set demands it (R15)."""


class TooEarlyToPlayOut(RulesError, code="too_early_to_settle"):
    """Raised if a play-out of a dispute is demanded before play has stopped for the second time. Until then, only a
    player who rejects a proposal can choose a play-out (R17)."""


class TooEarlyToStop(RulesError, code="too_early_to_stop"):
    """Raised if a side stops play although its last three turns were not all passes that the opponent answered with a
    play (R17)."""


class AlreadyPlayedOut(RulesError, code="already_settled"):
    """Raised if a side resumes play or withdraws its proposal after the dispute has been played out. Then the marking
    can only be accepted, or all stones on the board count as alive (R17)."""


class TooManyWithdrawals(RulesError, code="withdrawn_often"):
    """Raised if too many proposals have been withdrawn since play stopped. The open proposal must be accepted or
    rejected."""


class PassingNotAllowed(RulesError, code="no_passing"):
    """Raised for a pass if the variant does not allow passing (V15)."""


class PlayingOutNotAllowed(RulesError, code="no_settling"):
    """Raised if a play-out of a dispute is demanded in a game with three or more sides (V56)."""


class PartnersNotAsked(RulesError, code="ask_partners"):
    """Raised if a member of a team resigns without the consent of the partners (V36)."""


class BadVariant(RulesError, code="bad_variant"):
    """Raised if there is no such variant, or if a part of the variant is not valid. `part` is the name of that part
    (V1)."""


class BadHandicap(RulesError, code="bad_handicap"):
    """Raised if the handicap stones do not fit the board, the rule set or the agreed number."""


class CannotUndo(RulesError, code="cannot_undo"):
    """Raised if the move to which an undo should return does not exist."""


class NotWonOnTime(RulesError, code="not_won_on_time"):
    """Raised if the action RefuseWin is replayed for a player who did not win on time."""


class BadVertex(RulesError, code="bad_vertex"):
    """Raised if a text is not a valid vertex or SGF point."""


class BadAction(RulesError, code="bad_action"):
    """Raised if the JSON of an action cannot be parsed."""


class PlanUnreadable(BadAction, code="plan_unreadable"):
    """Raised if the JSON of a plan cannot be parsed (C20)."""


class PlanActionNotAllowed(RulesError, code="plan_kind"):
    """Raised if a plan contains an action that is not a play or a pass (C10)."""


class PlanTooLarge(RulesError, code="plan_too_large"):
    """Raised if a plan has more than `nodes` replies, or more than `deep` replies in one line (C11)."""


class PlanAmbiguous(RulesError, code="plan_ambiguous"):
    """Raised if the plan has two replies to the same move, `point`, after `path` (C11)."""


class PlanIllegal(RulesError, code="plan_illegal"):
    """Raised if the move `point` of a plan is illegal after `path`. `reason` is the code of the error, or "ends_play"
    for a pass that would end play (C11, C16)."""
