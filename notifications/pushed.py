"""What devices are told of: what waits for their owner, or begins and ends."""

from __future__ import annotations

from enum import StrEnum

from notifications.kinds import Kind


class Pushed(StrEnum):
    """What is sent to a device. The names are part of what it gets."""

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
"""By which of their choices a player wants it, or not."""
