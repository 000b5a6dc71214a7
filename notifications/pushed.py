"""Push messages to players' devices."""

from __future__ import annotations

from enum import StrEnum

from notifications.kinds import NoticeGroup


class PushKind(StrEnum):
    """The kinds of push messages. The names are sent in the messages."""

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
    PushKind.TURN: NoticeGroup.TURN,
    PushKind.SHORT: NoticeGroup.TIME,
    PushKind.ANSWER: NoticeGroup.ANSWER,
    PushKind.OFFER: NoticeGroup.ANSWER,
    PushKind.BEGUN: NoticeGroup.GAME,
    PushKind.ENDED: NoticeGroup.GAME,
    PushKind.MESSAGE: NoticeGroup.MESSAGE,
    PushKind.PRIVATE: NoticeGroup.MESSAGE,
    PushKind.PROBLEM: NoticeGroup.STAFF,
}
"""The kind of notification by which a player chooses each push message."""
