"""Decide how a game continues or ends when a side runs out of time (R52)."""

from __future__ import annotations

from datetime import timedelta
from enum import StrEnum

GRACE = timedelta(days=3)
"""The time that a friendly game adds once, automatically."""


class TimeoutPolicy(StrEnum):
    """A game's policy for a side that runs out of time: the side loses (STRICT), the opponent may claim the win
    (CLAIM), or the side gets extra time once (FRIENDLY)."""

    STRICT = "strict"
    CLAIM = "claim"
    FRIENDLY = "friendly"


class TimeoutEffect(StrEnum):
    """The consequence when a side's time runs out. ENDS: the side loses, or an open proposal that is not in doubt is
    accepted. CLAIMABLE: the opponent may claim the win. GRACE: the game continues with extra time."""

    ENDS = "ends"
    CLAIMABLE = "claimable"
    GRACE = "grace"


def timeout_effect_of(policy: TimeoutPolicy, graces: int) -> TimeoutEffect:
    """Return the consequence when time runs out, in a game in which this many grace periods were already given."""
    if policy is TimeoutPolicy.CLAIM:
        return TimeoutEffect.CLAIMABLE
    if policy is TimeoutPolicy.FRIENDLY and graces == 0:
        return TimeoutEffect.GRACE
    return TimeoutEffect.ENDS
