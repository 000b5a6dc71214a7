"""Rows: games, seats, actions, challenges, messages, notices."""

from .action import Action
from .challenge import Challenge
from .draft import Draft
from .game import Game, Seat
from .idempotency import IdempotencyKey
from .message import Message
from .notice import Notice

__all__ = [
    "Action",
    "Challenge",
    "Draft",
    "Game",
    "IdempotencyKey",
    "Message",
    "Notice",
    "Seat",
]
