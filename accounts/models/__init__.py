"""People, and what they let programs do."""

from .api_token import ApiToken
from .player import NAME_TAKEN, AfterSending, Digits, Motion, Player, PlayerManager, Theme

__all__ = ["NAME_TAKEN", "AfterSending", "ApiToken", "Digits", "Motion", "Player", "PlayerManager", "Theme"]
