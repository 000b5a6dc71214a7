"""Push messages to players' devices."""

from __future__ import annotations

from enum import StrEnum

from notifications.kinds import Kind


class PushKind(StrEnum):
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
    PushKind.TURN: Kind.TURN,
    PushKind.SHORT: Kind.TIME,
    PushKind.ANSWER: Kind.ANSWER,
    PushKind.OFFER: Kind.ANSWER,
    PushKind.BEGUN: Kind.GAME,
    PushKind.ENDED: Kind.GAME,
    PushKind.MESSAGE: Kind.MESSAGE,
    PushKind.PRIVATE: Kind.MESSAGE,
    PushKind.PROBLEM: Kind.STAFF,
}
"""The kind of notification by which a player chooses each push message."""
