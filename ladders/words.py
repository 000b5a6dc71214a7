"""Texts about ladders in the reader's language."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from ladders.models import HOLD_NAMES as HOLDS
from tournaments.systems.ladder import ChallengeRefusal

REFUSALS = {
    ChallengeRefusal.SELF: _("this is you"),
    ChallengeRefusal.STALE: _("this player's place has changed since you opened the page"),
    ChallengeRefusal.BLOCKED: _("one of you has blocked the other"),
    ChallengeRefusal.BELOW: _("this player is below you"),
    ChallengeRefusal.OUT_OF_RANGE: _("this player is too far above you"),
    ChallengeRefusal.TIMED_OUT: _("one of you is on hold after a loss on time"),
    ChallengeRefusal.ON_HOLD: _("one of you is paused or on hold"),
    ChallengeRefusal.ON_VACATION: pgettext_lazy("text", "on vacation"),
    ChallengeRefusal.PLAYING_ALREADY: _("you are playing each other"),
    ChallengeRefusal.TOO_SOON: _("your last game ended less than a week ago"),
    ChallengeRefusal.MAX_GIVEN: _("you already have three open challenges"),
    ChallengeRefusal.MAX_RECEIVED: _("this player already has the maximum number of open challenges"),
}
"""The reasons why a place cannot be challenged (E61)."""
MOVES = {
    "joined": _("%(name)s joined the ladder at place %(after)s"),
    "left": _("%(name)s left the ladder (was in place %(before)s)"),
    "timed_out": _("%(name)s lost on time twice and was removed from the ladder"),
    "unseen": _("%(name)s was inactive for too long and was removed from the ladder"),
    "suspended": _("%(name)s was suspended and removed from the ladder"),
    "won": _("%(name)s won and moved from place %(before)s to %(after)s"),
    "drew": _("%(name)s drew and moved from place %(before)s to %(after)s"),
    "lost": _("%(name)s lost and moved from place %(before)s to %(after)s"),
    "hold": _("%(name)s was paused or on hold, and moved from place %(before)s to %(after)s"),
}
"""The text of each line of the history."""

__all__ = ["HOLDS", "MOVES", "REFUSALS"]
