"""Records as JSON."""

from __future__ import annotations

from typing import Any

import api_types as shapes
from foundation.iso_times import iso_time
from library.models import Record


def record(row: Record) -> shapes.LibraryRecord:
    """Return a record; prefetch its tags."""
    rules: Any = row.rules or None
    return {
        "id": row.pk,
        "name": row.name,
        "folder": row.folder,
        "tags": [tag.name for tag in row.tags.all()],
        "black": row.black,
        "white": row.white,
        "black_rank": row.black_rank,
        "white_rank": row.white_rank,
        "event": row.event,
        "played": row.played,
        "result": row.result,
        "rule_set": rules,
        "komi": row.komi or None,
        "handicap": row.handicap,
        "width": row.width,
        "height": row.height,
        "moves": row.moves,
        "comments": row.comments,
        "branches": row.branches,
        "position": row.position.split("/"),
        "bytes": row.size,
        "added_at": iso_time(row.added_at),
    }
