"""Notifications to devices."""

from __future__ import annotations

from enum import StrEnum

from notifications.kinds import Kind


class Pushed(StrEnum):
    """The kinds of push messages. The names are part of the messages."""

    TURN = "turn"
    SHORT = "short"
    ANSWER = "answer"
    BEGUN = "begun"
    ENDED = "ended"
    MESSAGE = "message"
    PRIVATE = "private"
    OFFER = "offer"
    PROBLEM = "problem"


KIND_OF = {
    Pushed.TURN: Kind.TURN,
    Pushed.SHORT: Kind.TIME,
    Pushed.ANSWER: Kind.ANSWER,
    Pushed.OFFER: Kind.ANSWER,
    Pushed.BEGUN: Kind.GAME,
    Pushed.ENDED: Kind.GAME,
    Pushed.MESSAGE: Kind.MESSAGE,
    Pushed.PRIVATE: Kind.MESSAGE,
    Pushed.PROBLEM: Kind.STAFF,
}
"""The kind of notification by which a player chooses each push message."""
