"""What people do with offers: no one but these functions changes one.

A PlayerRequest says who asks, when and under which key; ids in, rows out.
"""

from .answering import Shown, accept_challenge, decline_challenge
from .bidding import Bid, bid
from .leaving import withdraw_offers
from .offering import To, counter_challenge, create_challenge, withdraw_challenge
from .places import Seating, arrange, take_place
from .rematches import rematch
from .server_bot import play_server_bot

__all__ = [
    "Bid",
    "Seating",
    "Shown",
    "To",
    "accept_challenge",
    "arrange",
    "bid",
    "counter_challenge",
    "create_challenge",
    "decline_challenge",
    "play_server_bot",
    "rematch",
    "take_place",
    "withdraw_challenge",
    "withdraw_offers",
]
