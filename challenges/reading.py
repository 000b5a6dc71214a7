"""What is asked about offers on nearly every page, and mostly answered with "none"."""

from __future__ import annotations

from functools import lru_cache

from django.db import connection

from challenges.models import Challenge, Status
from foundation.statements import Table


def are_there(*, whose: str, player_id: int) -> bool:
    """Whether there are open offers with this person as their `creator` or their `opponent`; blocks are not looked at.

    The ORM takes twenty times as long to ask for the offers with their people.
    """
    with connection.cursor() as cursor:
        cursor.execute(_text(whose), [Status.OPEN.value, player_id])
        (found,) = cursor.fetchone()
    return bool(found)


@lru_cache(maxsize=2)
def _text(whose: str) -> str:
    column = {"creator": "creator_id", "opponent": "opponent_id"}[whose]
    return f"SELECT EXISTS (SELECT 1 FROM {Table(Challenge).name} WHERE status = %s AND {column} = %s)"
