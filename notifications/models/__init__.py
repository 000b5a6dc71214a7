"""What is stored of notices: the notices themselves, what people chose, and what waits for an e-mail."""

from notifications.models.choices import GameMute, Level, NoticeSettings, Quiet, RefusedAddress
from notifications.models.notice import KINDS, Notice
from notifications.models.waiting import EmailItem, TurnChange

__all__ = [
    "KINDS",
    "EmailItem",
    "GameMute",
    "Level",
    "Notice",
    "NoticeSettings",
    "Quiet",
    "RefusedAddress",
    "TurnChange",
]
