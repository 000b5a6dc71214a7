"""Six things that players say again and again: kept as keys, and read in the reader's language (C61)."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

QUICK_REPLIES: dict[str, Promise] = {
    "hello": _("Hello, have a good game."),
    "thanks": _("Thank you for the game."),
    "good_move": _("Good move."),
    "slow": _("Sorry, I am slow at the moment."),
    "slip": _("That was a slip of my finger."),
    "again": _("Another game?"),
}
KEYS = tuple(QUICK_REPLIES)


def reply_in_words(key: str) -> str:
    """The reply in the current language; the key itself for one that is not known (any more)."""
    return str(QUICK_REPLIES.get(key, key))
