"""Models of notifications: notices, players' choices, and pending e-mails."""

from notifications.models.choices import GameMute, Level, NoticeSettings, QuietHoursChoice, RefusedAddress
from notifications.models.notice import KINDS, Notice
from notifications.models.waiting import EmailItem, TurnChange

__all__ = [
    "KINDS",
    "EmailItem",
    "GameMute",
    "Level",
    "Notice",
    "NoticeSettings",
    "QuietHoursChoice",
    "RefusedAddress",
    "TurnChange",
]
