"""Six frequent chat messages for players, stored as keys and shown in the reader's language (C61)."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

QUICK_REPLIES: dict[str, Promise] = {
    "hello": _("Hi, have a good game."),
    "thanks": _("Thanks for the game."),
    "good_move": pgettext_lazy("chat", "Good move."),
    "slow": _("Sorry, I'm slow right now."),
    "slip": pgettext_lazy("chat", "Sorry, misclick."),
    "again": pgettext_lazy("chat", "Another game?"),
}
TEAM_PHRASES: dict[str, Promise] = {
    "hello": QUICK_REPLIES["hello"],
    "thanks": QUICK_REPLIES["thanks"],
    "slow": QUICK_REPLIES["slow"],
    "whose_turn": _("Whose turn is it?"),
    "your_turn": _("It is your turn."),
    "little_time": _("I'm running low on time."),
    "may_i_resign": _("May I resign?"),
    "yes": _("Yes, I agree."),
    "no": _("No, let's play on."),
}
"""The only phrases that players of teams can send to each other until the result (V37)."""
_ALL = QUICK_REPLIES | TEAM_PHRASES
KEYS = tuple(QUICK_REPLIES)
GAME_KEYS = tuple(_ALL)
"""The quick replies of a game's chat; `games.services.chat` decides in which games."""


def reply_in_words(key: str) -> str:
    """Return the quick reply with this key in the current language, or the key itself if it is unknown."""
    return str(_ALL.get(key, key))
