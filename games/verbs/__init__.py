"""The actions in games, called verbs. Only verbs, and time running out, change a game (docs/architecture.md, "the way
of one move")."""

from .agreement import AGREEMENTS, Agreement, WithdrawRequest
from .agreements import AnswerNoResult, AnswerPause, AnswerUndo, RequestNoResult, RequestPause, RequestUndo
from .drafts import store_marking
from .end_phase import Accept, PlayOut, Propose, Reject, Resume, Withdraw
from .moves import Cancel, Pass, PlaceHandicap, Play, Resign, Stop
from .registry import ACTION_NAMES, BY_PATH, IN_API, RULING_KINDS, VERBS, actor_of, available_verbs
from .rulings import AddTimeByRuling, Annul, Decide, EndWithModeratorMarking, ResumeByModerator, Ruling, Unrate
from .successors import AnswerSuccessor, InviteSuccessor
from .taking_back import UndoUnseenMove
from .teams import AnswerPartner, AskToResign, Leave
from .time import CallReferee, ClaimWinOnTime, GrantTime, RefuseWin, ReportStalling
from .transaction import ActionRequest, Receipt, perform, perform_from_input
from .verb import Confirmation, Verb, VerbRole

__all__ = [
    "ACTION_NAMES",
    "AGREEMENTS",
    "BY_PATH",
    "IN_API",
    "RULING_KINDS",
    "VERBS",
    "Accept",
    "ActionRequest",
    "AddTimeByRuling",
    "Agreement",
    "Annul",
    "AnswerNoResult",
    "AnswerPartner",
    "AnswerPause",
    "AnswerSuccessor",
    "AnswerUndo",
    "AskToResign",
    "CallReferee",
    "Cancel",
    "ClaimWinOnTime",
    "Confirmation",
    "Decide",
    "EndWithModeratorMarking",
    "GrantTime",
    "InviteSuccessor",
    "Leave",
    "Pass",
    "PlaceHandicap",
    "Play",
    "PlayOut",
    "Propose",
    "Receipt",
    "RefuseWin",
    "Reject",
    "ReportStalling",
    "RequestNoResult",
    "RequestPause",
    "RequestUndo",
    "Resign",
    "Resume",
    "ResumeByModerator",
    "Ruling",
    "Stop",
    "UndoUnseenMove",
    "Unrate",
    "Verb",
    "VerbRole",
    "Withdraw",
    "WithdrawRequest",
    "actor_of",
    "available_verbs",
    "perform",
    "perform_from_input",
    "store_marking",
]
