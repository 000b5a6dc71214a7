"""How hard a game is on a side that has run out of time (R52)."""

from __future__ import annotations

from datetime import timedelta
from enum import StrEnum

GRACE = timedelta(days=3)
"""What a friendly game gives once, by itself."""


class Hardness(StrEnum):
    """What a game's offer says about running out of time."""

    STRICT = "strict"
    CLAIM = "claim"
    FRIENDLY = "friendly"


class TimeUp(StrEnum):
    """What happens when time is up: the game is lost (in deciding a proposal stands, unless it is in doubt), may be
    claimed by the opponent, or goes on with GRACE more."""

    ENDS = "ends"
    CLAIMABLE = "claimable"
    GRACE = "grace"


def when_time_is_up(hardness: Hardness, graces: int) -> TimeUp:
    """What happens now that time is up, in a game that has given so many graces to either side."""
    if hardness is Hardness.CLAIM:
        return TimeUp.CLAIMABLE
    if hardness is Hardness.FRIENDLY and graces == 0:
        return TimeUp.GRACE
    return TimeUp.ENDS
