"""What people do with offers: nobody but these functions changes one.

Arguments are by keyword: ids in, rows out; `now` is when the server received the request; `key` is an idempotency key
or None.
"""

from .answering import Shown, accept_challenge, decline_challenge
from .leaving import withdraw_offers
from .offering import counter_challenge, create_challenge, withdraw_challenge
from .rematches import rematch

__all__ = [
    "Shown",
    "accept_challenge",
    "counter_challenge",
    "create_challenge",
    "decline_challenge",
    "rematch",
    "withdraw_challenge",
    "withdraw_offers",
]
