"""The verbs: nobody but these functions changes a game.

Arguments are by keyword: ids in, rows or receipts out; `now` is when the server received the request;
`expected` is the number of the last action that the sender saw; `key` is an idempotency key or None.
"""

from .again import rematch
from .annulment import annul, unrate
from .asking import withdraw_request
from .bots import become_bot
from .cancel import cancel
from .chat import say
from .clock import flag, flag_overdue, look_at
from .lateness import claim_win, grant_time, refuse_win
from .no_result import answer_no_result, request_no_result
from .notes import note_of, write_note
from .pauses import answer_pause, report_stalling, request_pause
from .play import pass_, place_handicap, play, resign
from .referee import adjust_clock, call_referee, can_call_referee, let_resume, set_marking
from .ruling import decide
from .seam import Receipt
from .stone_removal import accept, mark, propose, reject, resume, settle, withdraw
from .undo import answer_undo, request_undo
from .vacations import end_vacation, set_week, start_vacation

__all__ = [
    "Receipt",
    "accept",
    "adjust_clock",
    "annul",
    "answer_no_result",
    "answer_pause",
    "answer_undo",
    "become_bot",
    "call_referee",
    "can_call_referee",
    "cancel",
    "claim_win",
    "decide",
    "end_vacation",
    "flag",
    "flag_overdue",
    "grant_time",
    "let_resume",
    "look_at",
    "mark",
    "note_of",
    "pass_",
    "place_handicap",
    "play",
    "propose",
    "refuse_win",
    "reject",
    "rematch",
    "report_stalling",
    "request_no_result",
    "request_pause",
    "request_undo",
    "resign",
    "resume",
    "say",
    "set_marking",
    "set_week",
    "settle",
    "start_vacation",
    "unrate",
    "withdraw",
    "withdraw_request",
    "write_note",
]
