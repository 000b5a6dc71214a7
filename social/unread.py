"""The number of conversations with unread messages, for the single query of the header's counts."""

from __future__ import annotations

from collections.abc import Callable

from foundation.statements import ModelTable
from social.models import ThreadSide


def header_counts(**_: object) -> dict[str, Callable[[int], str]]:
    """Return, by name, this app's counts in the header of pages. Each is a function that gets the highest number to
    count and returns the SQL. Receiver of the signal `games.signals.header_counts`."""
    return {"message_count": unread_conversation_count_sql}


def unread_conversation_count_sql(most: int) -> str:
    """Return the SQL that counts a player's conversations with unread messages, up to `most`. Its only parameter is the
    player's id."""
    return (
        f"SELECT COUNT(*) FROM (SELECT 1 FROM {ModelTable(ThreadSide).name}"
        f" WHERE player_id = %s AND unread > 0 LIMIT {most}) talking"
    )
