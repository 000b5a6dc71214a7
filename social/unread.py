"""How many conversations hold something new, as the header of every page counts it together with its other numbers."""

from __future__ import annotations

from collections.abc import Callable

from foundation.statements import Table
from social.models import ThreadSide


def header_counts(**_: object) -> dict[str, Callable[[int], str]]:
    """Return what the header counts (games.signals.header_counts)."""
    return {"message_count": counted}


def counted(most: int) -> str:
    """The statement that counts them for the player who is its one parameter, to `most` and no further."""
    return (
        f"SELECT COUNT(*) FROM (SELECT 1 FROM {Table(ThreadSide).name}"
        f" WHERE player_id = %s AND unread > 0 LIMIT {most}) talking"
    )
