"""What people do with offers: nobody but these functions changes one.

A PlayerRequest says who asks, when and under which key; ids in, rows out.
"""

from .answering import Shown, accept_challenge, decline_challenge
from .house_bot import play_house_bot
from .leaving import withdraw_offers
from .offering import To, counter_challenge, create_challenge, withdraw_challenge
from .rematches import rematch

__all__ = [
    "Shown",
    "To",
    "accept_challenge",
    "counter_challenge",
    "create_challenge",
    "decline_challenge",
    "play_house_bot",
    "rematch",
    "withdraw_challenge",
    "withdraw_offers",
]
