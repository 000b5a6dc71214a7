"""Models of notifications: notices, players' choices, and pending e-mails."""

from notifications.models.choices import EmailDetail, GameMute, NoticeSettings, QuietHoursChoice, RefusedAddress
from notifications.models.notice import KINDS, Notice
from notifications.models.waiting import EmailItem, TurnChange

__all__ = [
    "KINDS",
    "EmailDetail",
    "EmailItem",
    "GameMute",
    "Notice",
    "NoticeSettings",
    "QuietHoursChoice",
    "RefusedAddress",
    "TurnChange",
]
