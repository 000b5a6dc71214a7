"""The game of the week. Each follower of a game counts as a vote for it."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import Count

from foundation.caches import LRUCache
from social.models import Star

FEWEST = 2
"""The smallest number of votes for the game of the week: with one, every player could choose the game."""
WEEK = timedelta(days=7)

_found: LRUCache[datetime, int] = LRUCache(2)
"""The game's id by week, 0 for none. Votes after the end of a week do not count, so the game stays the same."""


def game_of_the_week(now: datetime) -> int | None:
    """Return the id of the public game that ended last week (Monday to Sunday, UTC) and had the most followers at the
    end of that week. If several games have the most, return the one that ended last. Return None if no game had two
    followers.

    Takes one query a week in each process, because the result is cached.
    """
    day = now.replace(hour=0, minute=0, second=0, microsecond=0)
    monday = day - timedelta(days=day.weekday())
    return _found.get_or_make(monday, lambda: _id_of_most_starred_game(monday)) or None


def _id_of_most_starred_game(monday: datetime) -> int:
    """Return the id of the public game that ended in the week before this Monday and has the most stars, or 0."""
    votes = Star.objects.filter(
        at__lt=monday, game__finished_at__gte=monday - WEEK, game__finished_at__lt=monday, game__private=False
    )
    games = votes.values("game").annotate(followers=Count("pk")).filter(followers__gte=FEWEST)
    best = games.order_by("-followers", "-game__finished_at", "-game").first()
    return 0 if best is None else best["game"]
