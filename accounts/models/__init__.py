"""Players, their settings, tokens and restrictions."""

from .api_token import ApiToken
from .audit import SecurityEvent, SecurityKind, StaffAction
from .block import Block
from .federation import FederationProfile
from .former_name import FormerName
from .picture import PlayerPicture
from .player import (
    NAME_TAKEN,
    BoardTheme,
    Calendar,
    DigitsPreference,
    MotionPreference,
    NextGameOrder,
    PageAfterMove,
    Player,
    PlayerManager,
    Theme,
)
from .queued_email import QueuedEmail
from .restriction import Restriction
from .site_settings import BackupInterval, SiteSettings
from .spent import SpentGrant

__all__ = [
    "NAME_TAKEN",
    "ApiToken",
    "BackupInterval",
    "Block",
    "BoardTheme",
    "Calendar",
    "DigitsPreference",
    "FederationProfile",
    "FormerName",
    "MotionPreference",
    "NextGameOrder",
    "PageAfterMove",
    "Player",
    "PlayerManager",
    "PlayerPicture",
    "QueuedEmail",
    "Restriction",
    "SecurityEvent",
    "SecurityKind",
    "SiteSettings",
    "SpentGrant",
    "StaffAction",
    "Theme",
]
