"""The JSON representation of discussions."""

from __future__ import annotations

import api_types as shapes
from foundation.iso_times import iso_time
from social.models import Topic


def topic_json(row: Topic) -> shapes.Topic:
    """Return the JSON of a topic. The row must have the annotations of `for_reader`."""
    return {
        "id": row.pk,
        "club": row.club_id,
        "title": row.shown_title,
        "author": row.author.username,
        "posts": row.posts_left,  # type: ignore[attr-defined]
        "unread": row.unread,
        "following": bool(row.following),  # type: ignore[attr-defined]
        "muted": bool(row.muted),  # type: ignore[attr-defined]
        "closed": row.closed_at is not None,
        "at": iso_time(row.at),
        "last_at": iso_time(row.last_at),
    }
