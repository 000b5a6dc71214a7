"""The scopes of tokens. Their names are part of the API, and their meaning never changes."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

SCOPES: dict[str, Promise] = {
    "account:read": _("Read your settings, your e-mail address and your notifications"),
    "account:write": _("Change your profile and settings, and manage your vacations"),
    "challenge:read": _("See your challenges"),
    "challenge:write": _("Offer, accept and decline games"),
    "events:play": _("Enter tournaments and withdraw from them"),
    "events:direct": _("Organise and direct tournaments"),
    "clubs:manage": _("Join, leave, create and manage clubs"),
    "classes:manage": _("Join, leave, create and teach classes"),
    "game:read": _("Read your games, including private ones, and follow them live"),
    "game:play": _("Play your games: make moves, mark dead stones, make proposals and add time"),
    "chat:read": _("Read the chat in your games"),
    "chat:write": _("Chat in your games"),
    "message:read": _("Read your private messages"),
    "message:write": _("Write private messages and spectator chat"),
    "note:read": _("Read your private notes"),
    "note:write": _("Write your private notes"),
    "study:write": _("Read and write your analysis of games"),
    "webhook:write": _("Manage your webhooks"),
    "notify:write": _("Choose your notifications and devices, and mute games"),
    "session:write": _("See the devices you are signed in on, and sign them out"),
    "bot:play": _("Everything a bot needs: its challenges, games and chat"),
    "moderation:write": _("Rule on games as a moderator"),
}
SIGN_ON: dict[str, Promise] = {
    "openid": _("Confirm your identity"),
    "profile": _("See your name, your profile and your language"),
    "email": _("See your e-mail address, if it is confirmed"),
}
"""What other sites can learn if people sign in with their account here (accounts.security.sign_on)."""
FOR_BOTS, FOR_MODERATORS = "bot:play", "moderation:write"
BOT_PLAY = frozenset(
    {"challenge:read", "challenge:write", "game:read", "game:play", "chat:read", "chat:write", "account:read"}
)
"""The scopes that `bot:play` stands for."""
USUAL = [name for name in SCOPES if name not in (FOR_BOTS, FOR_MODERATORS)]


def includes_scope(granted: Collection[str], wanted: str) -> bool:
    """Return whether the granted scopes include `wanted`."""
    return wanted in granted or (FOR_BOTS in granted and wanted in BOT_PLAY)


def scopes_in_display_order(scopes: Iterable[str]) -> list[str]:
    """Return the known scopes in display order, without duplicates."""
    wanted = set(scopes)
    return [name for name in {**SCOPES, **SIGN_ON} if name in wanted]
