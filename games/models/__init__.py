"""Rows: games, seats, actions, messages, notes, notices, events."""

from .action import Action
from .draft import Draft
from .event import Event, Feed
from .game import Game, Seat
from .idempotency import IdempotencyKey
from .message import Message
from .note import Note
from .notice import Notice
from .off_time import Heartbeat, Outage, TimeSettings, Vacation
from .webhook import Webhook

__all__ = [
    "Action",
    "Draft",
    "Event",
    "Feed",
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
    "Webhook",
]
