"""Rows: games, seats, actions, challenges, messages, notices."""

from .action import Action
from .challenge import Challenge
from .draft import Draft
from .game import Game, Seat
from .idempotency import IdempotencyKey
from .message import Message
from .notice import Notice
from .off_time import Heartbeat, Outage, TimeSettings, Vacation

__all__ = [
    "Action",
    "Challenge",
    "Draft",
    "Game",
    "Heartbeat",
    "IdempotencyKey",
    "Message",
    "Notice",
    "Outage",
    "Seat",
    "TimeSettings",
    "Vacation",
]
