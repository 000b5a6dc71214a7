"""Actions on offers: only these functions change them.

A PlayerRequest is the player, the time and the idempotency key; functions take ids and return rows.
"""

from .answering import ShownTerms, accept_challenge, decline_challenge, must_sign_up
from .bidding import Bid, place_bid
from .leaving import withdraw_offers
from .offering import OfferRecipients, counter_challenge, create_challenge, withdraw_challenge
from .places import Seating, change_seating
from .rematches import offer_or_accept_rematch
from .server_bot import play_server_bot
from .simuls import start_simul, take_place

__all__ = [
    "Bid",
    "OfferRecipients",
    "Seating",
    "ShownTerms",
    "accept_challenge",
    "change_seating",
    "counter_challenge",
    "create_challenge",
    "decline_challenge",
    "must_sign_up",
    "offer_or_accept_rematch",
    "place_bid",
    "play_server_bot",
    "start_simul",
    "take_place",
    "withdraw_challenge",
    "withdraw_offers",
]
