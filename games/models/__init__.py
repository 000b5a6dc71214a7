"""Models: games, seats, actions, messages, notes."""

from .action import Action
from .draft import Draft
from .game import Game
from .idempotency import IdempotencyKey
from .message import Message
from .note import Note
from .off_time import Heartbeat, Outage, TimeSettings, Vacation
from .plan import Plan
from .seat import Seat
from .seat_offer import SeatOffer, SeatOfferState

__all__ = [
    "Action",
    "Draft",
    "Game",
    "Heartbeat",
    "IdempotencyKey",
    "Message",
    "Note",
    "Outage",
    "Plan",
    "Seat",
    "SeatOffer",
    "SeatOfferState",
    "TimeSettings",
    "Vacation",
]
