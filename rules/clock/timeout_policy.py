"""What happens when a side has run out of time (R52)."""

from __future__ import annotations

from datetime import timedelta
from enum import StrEnum

GRACE = timedelta(days=3)
"""The time that a friendly game adds once, automatically."""


class TimeoutPolicy(StrEnum):
    """The timeout policy of a game."""

    STRICT = "strict"
    CLAIM = "claim"
    FRIENDLY = "friendly"


class Expiry(StrEnum):
    """What happens when time is up: the game is lost (in deciding a proposal stands, unless it is in doubt), may be
    claimed by the opponent, or continues with GRACE more."""

    ENDS = "ends"
    CLAIMABLE = "claimable"
    GRACE = "grace"


def expiry_of(policy: TimeoutPolicy, graces: int) -> Expiry:
    """Return what happens now that time is up, in a game with this many graces given to either side."""
    if policy is TimeoutPolicy.CLAIM:
        return Expiry.CLAIMABLE
    if policy is TimeoutPolicy.FRIENDLY and graces == 0:
        return Expiry.GRACE
    return Expiry.ENDS
