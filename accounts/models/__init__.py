"""People, what they let programs do, and how order is kept among them."""

from .api_token import ApiToken
from .audit import SecurityEvent, SecurityKind, StaffAction
from .block import Block
from .former_name import FormerName
from .letter import Letter
from .player import NAME_TAKEN, AfterSending, Digits, Motion, Player, PlayerManager, Theme
from .restriction import Restriction
from .spent import SpentGrant

__all__ = [
    "NAME_TAKEN",
    "AfterSending",
    "ApiToken",
    "Block",
    "Digits",
    "FormerName",
    "Letter",
    "Motion",
    "Player",
    "PlayerManager",
    "Restriction",
    "SecurityEvent",
    "SecurityKind",
    "SpentGrant",
    "StaffAction",
    "Theme",
]
