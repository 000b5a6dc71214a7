"""The verbs: nobody but these functions changes a game.

Arguments are by keyword: ids in, rows or receipts out; `now` is when the server received the request;
`expected` is the number of the last action that the sender saw; `key` is an idempotency key or None.
"""

from .cancel import cancel
from .challenges import (
    accept_challenge,
    create_challenge,
    decline_challenge,
    rematch,
    withdraw_challenge,
)
from .chat import say
from .clock import flag, flag_overdue
from .no_result import answer_no_result, request_no_result
from .play import pass_, place_handicap, play, resign
from .ruling import decide
from .seam import Receipt
from .stone_removal import accept, mark, propose, reject, resume, withdraw
from .undo import answer_undo, request_undo

__all__ = [
    "Receipt",
    "accept",
    "accept_challenge",
    "answer_no_result",
    "answer_undo",
    "cancel",
    "create_challenge",
    "decide",
    "decline_challenge",
    "flag",
    "flag_overdue",
    "mark",
    "pass_",
    "place_handicap",
    "play",
    "propose",
    "reject",
    "rematch",
    "request_no_result",
    "request_undo",
    "resign",
    "resume",
    "say",
    "withdraw",
    "withdraw_challenge",
]
