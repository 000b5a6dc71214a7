"""Players' ratings, and the changes that games made to them, as the API returns them."""

from __future__ import annotations

from typing import Any

import api_types as shapes
from foundation.iso_times import iso_time
from ratings.models import Rating
from ratings.ranks import is_provisional
from wording.letters import letter


def rating_json(row: Rating) -> shapes.Rating:
    """Return the JSON of a rating in one category."""
    return {
        "size": row.category or None,
        "rank": str(row.rank),
        "provisional": row.is_provisional,
        "rating": round(row.rating, 2),
        "deviation": round(row.deviation, 2),
        "games": row.games,
        "at": iso_time(row.at),
    }


def rating_event_json(event: Any) -> shapes.RatingEvent:
    """Return the JSON of a game's rating change. `event` is a rating event with `is_seen`: whether the viewer may see
    the game. If not, the game and the opponent are None."""
    seen: bool = event.is_seen
    return {
        "game": event.game_id if seen else None,
        "opponent": event.opponent.username if seen else None,
        "at": iso_time(event.at),
        "size": event.size,
        "color": letter(event.color),
        "score": event.score,
        "rank": str(event.rank),
        "provisional": is_provisional(event.deviation),
        "rating_before": round(event.rating_before, 2),
        "rating": round(event.rating, 2),
        "deviation": round(event.deviation, 2),
        "size_rating": round(event.size_rating, 2),
        "size_deviation": round(event.size_deviation, 2),
    }
