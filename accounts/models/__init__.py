"""People, what they let programs do, and how they are moderated."""

from .api_token import ApiToken
from .audit import SecurityEvent, SecurityKind, StaffAction
from .block import Block
from .former_name import FormerName
from .player import NAME_TAKEN, AfterSending, Digits, Motion, Player, PlayerManager, Theme
from .queued_email import QueuedEmail
from .restriction import Restriction
from .spent import SpentGrant

__all__ = [
    "NAME_TAKEN",
    "AfterSending",
    "ApiToken",
    "Block",
    "Digits",
    "FormerName",
    "Motion",
    "Player",
    "PlayerManager",
    "QueuedEmail",
    "Restriction",
    "SecurityEvent",
    "SecurityKind",
    "SpentGrant",
    "StaffAction",
    "Theme",
]
