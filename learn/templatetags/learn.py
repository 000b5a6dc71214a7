"""Template tags for pages that link to problems."""

from __future__ import annotations

from typing import Any

from django import template

from accounts.models import Player
from learn.services import streaks

register = template.Library()


@register.simple_tag
def daily_streak(viewer: Any) -> int:
    """Return the number of days in the viewer's current streak on which they solved the problem of the day, 0 if it has
    ended. Takes one query, and none for visitors."""
    return streaks.current_streak(viewer) if isinstance(viewer, Player) else 0
