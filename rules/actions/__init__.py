"""What can be done in a game, and what it makes of the game: apply(state, action) -> state."""

from .action import KINDS, Action, apply, check_turn, from_payload
from .end_phase import (
    MOST_WITHDRAWALS,
    Accept,
    Propose,
    Reject,
    Resume,
    Settle,
    Then,
    Withdraw,
    check_whole_chains,
    score_of,
)
from .endings import Cancel, NoResult, RefuseWin, TimeOut, Undo
from .moves import Pass, PlaceHandicap, Play, Resign, placement
from .rulings import Annul, Decide, LetResume, SetMarking

__all__ = [
    "KINDS",
    "MOST_WITHDRAWALS",
    "Accept",
    "Action",
    "Annul",
    "Cancel",
    "Decide",
    "LetResume",
    "NoResult",
    "Pass",
    "PlaceHandicap",
    "Play",
    "Propose",
    "RefuseWin",
    "Reject",
    "Resign",
    "Resume",
    "SetMarking",
    "Settle",
    "Then",
    "TimeOut",
    "Undo",
    "Withdraw",
    "apply",
    "check_turn",
    "check_whole_chains",
    "from_payload",
    "placement",
    "score_of",
]
