"""Rows: games, seats, actions, messages, notes, notices."""

from .action import Action
from .draft import Draft
from .game import Game, Seat
from .idempotency import IdempotencyKey
from .message import Message
from .note import Note
from .notice import Notice
from .off_time import Heartbeat, Outage, TimeSettings, Vacation

__all__ = [
    "Action",
    "Draft",
    "Game",
    "Heartbeat",
    "IdempotencyKey",
    "Message",
    "Note",
    "Notice",
    "Outage",
    "Seat",
    "TimeSettings",
    "Vacation",
]
