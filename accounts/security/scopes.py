"""What a token lets a program do, in pieces. The names are part of the API: they never change their meaning."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

SCOPES: dict[str, Promise] = {
    "account:read": _("Read your settings, your e-mail address and your notifications"),
    "account:write": _("Change your profile and your settings; go on vacation"),
    "challenge:read": _("See your challenges"),
    "challenge:write": _("Offer, accept and decline games"),
    "game:read": _("Read your games, private ones too, and follow them live"),
    "game:play": _("Play your games: moves, marking, proposals, time"),
    "chat:read": _("Read the chat of your games"),
    "chat:write": _("Write in the chat of your games"),
    "note:read": _("Read your private notes"),
    "note:write": _("Write your private notes"),
    "webhook:write": _("Manage your webhooks"),
    "session:write": _("See where you are signed in, and sign out there"),
    "bot:play": _("All that a bot needs: its challenges, games and chat"),
    "moderation:write": _("Decide games as a moderator"),
}
FOR_BOTS, FOR_MODERATORS = "bot:play", "moderation:write"
BOT_PLAY = frozenset(
    {"challenge:read", "challenge:write", "game:read", "game:play", "chat:read", "chat:write", "account:read"}
)
"""What `bot:play` is short for."""
USUAL = [name for name in SCOPES if name not in (FOR_BOTS, FOR_MODERATORS)]


def allows(granted: Collection[str], wanted: str) -> bool:
    """Whether these scopes let a program do what needs `wanted`."""
    return wanted in granted or (FOR_BOTS in granted and wanted in BOT_PLAY)


def in_order(scopes: Iterable[str]) -> list[str]:
    """The scopes as people see them: each once, in one order; unknown ones are left out."""
    wanted = set(scopes)
    return [name for name in SCOPES if name in wanted]
