"""Actions on offers: only these functions change them.

A PlayerRequest is the player, the time and the idempotency key; functions take ids and return rows.
"""

from .answering import Shown, accept_challenge, decline_challenge, needs_account
from .bidding import Bid, bid
from .leaving import withdraw_offers
from .offering import Recipients, counter_challenge, create_challenge, withdraw_challenge
from .places import Seating, arrange
from .rematches import rematch
from .server_bot import play_server_bot
from .simuls import start_simul, take_place

__all__ = [
    "Bid",
    "Recipients",
    "Seating",
    "Shown",
    "accept_challenge",
    "arrange",
    "bid",
    "counter_challenge",
    "create_challenge",
    "decline_challenge",
    "needs_account",
    "play_server_bot",
    "rematch",
    "start_simul",
    "take_place",
    "withdraw_challenge",
    "withdraw_offers",
]
