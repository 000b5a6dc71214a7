"""The actions of a game: apply(state, action) -> state."""

from rules.placing import placement
from rules.variants.counting import score_of

from .action import KINDS, Action, action_from_payload, apply, check_turn
from .end_phase import (
    MOST_WITHDRAWALS,
    Accept,
    AfterRejection,
    PlayOut,
    Propose,
    Reject,
    Resume,
    Withdraw,
    check_whole_chains,
)
from .endings import Cancel, NoResult, RefuseWin, TimeOut, Undo
from .moves import Pass, PlaceHandicap, Play, Resign
from .rulings import Annul, Decide, EndWithModeratorMarking, ResumeByModerator
from .stopping import Stop, check_stopping
from .teams import AnswerPartner, AskToResign, Leave, TakeVacantSeat
from .tries import IllegalMoveAttempt

__all__ = [
    "KINDS",
    "MOST_WITHDRAWALS",
    "Accept",
    "Action",
    "AfterRejection",
    "Annul",
    "AnswerPartner",
    "AskToResign",
    "Cancel",
    "Decide",
    "EndWithModeratorMarking",
    "IllegalMoveAttempt",
    "Leave",
    "NoResult",
    "Pass",
    "PlaceHandicap",
    "Play",
    "PlayOut",
    "Propose",
    "RefuseWin",
    "Reject",
    "Resign",
    "Resume",
    "ResumeByModerator",
    "Stop",
    "TakeVacantSeat",
    "TimeOut",
    "Undo",
    "Withdraw",
    "action_from_payload",
    "apply",
    "check_stopping",
    "check_turn",
    "check_whole_chains",
    "placement",
    "score_of",
]
