"""The most played next moves in a part of a page's board, in public games and in published records (P15)."""

from __future__ import annotations

from datetime import datetime

from django.contrib.auth.models import AnonymousUser

from foundation import timesource
from foundation.apps_off import is_on
from foundation.caches import LRUCache
from learn.lesson import LessonStep
from library.services.positions import RectangleSearchResult, parse_rectangle, search_rectangle

_found: LRUCache[tuple[datetime, int, bytes, str], RectangleSearchResult] = LRUCache(256)


def most_played_next_moves(step: LessonStep) -> RectangleSearchResult | None:
    """Return the most played next moves in a part of the page's board, before the learner plays. They are the same for
    everyone, because only games and records that visitors may see are searched, and can be up to an hour old. Return
    None if the page has no statistics, or if the library is switched off."""
    if not step.statistics or not is_on("library"):
        return None
    board, hour = step.start.board, timesource.now().replace(minute=0, second=0, microsecond=0)
    area = parse_rectangle(board, *step.statistics.split())
    key = (hour, board.width, board.cells, step.statistics)
    return _found.get_or_make(key, lambda: search_rectangle(AnonymousUser(), board, area, swapped=True))
