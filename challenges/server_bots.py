"""The names of the server's own bots, one for each level of play."""

from __future__ import annotations

from django.conf import settings

LEVELS = 5
"""The highest level. Its bot has the name from the setting without a number, and plays with GNU Go if that is
installed."""


def bot_name(level: int) -> str:
    """Return the name of the bot of this level."""
    name: str = settings.IGO_HOUSE_BOT_NAME
    return name if level >= LEVELS else f"{name}-{level}"


def level_of_bot_name(name: str) -> int | None:
    """Return the level of the server bot that has this name, None for any other name."""
    return next((level for level in range(1, LEVELS + 1) if bot_name(level) == name), None)
