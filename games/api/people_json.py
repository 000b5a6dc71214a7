"""People, their ratings and their notices as programs get them."""

from __future__ import annotations

from typing import Any

from accounts.models import Player
from foundation.moments import in_utc
from notifications.models import Notice
from ratings.models import Rating
from ratings.ranks import is_provisional
from ratings.standing import label_of
from rules import Color


def moment(at: Any) -> str | None:
    """An instant as ISO 8601 in UTC."""
    return None if at is None else in_utc(at.isoformat())


def rank(player: Player) -> str | None:
    """The rank as it stands beside a name."""
    return label_of(player) or None


def person(player: Player) -> dict[str, Any]:
    """What anybody may know of a person."""
    return {
        "username": player.username,
        "bio": player.bio,
        "joined": moment(player.date_joined),
        "bot": player.is_bot,
        "rank": rank(player),
    }


def rating(row: Rating) -> dict[str, Any]:
    """A rating in one category."""
    return {
        "size": row.category or None,
        "rank": str(row.rank),
        "provisional": row.is_provisional,
        "rating": round(row.rating, 2),
        "deviation": round(row.deviation, 2),
        "games": row.games,
        "at": moment(row.at),
    }


def rating_event(event: Any) -> dict[str, Any]:
    """What a game did to a rating, an event of `with_seen`: a game that may not be seen is not named."""
    seen: bool = event.is_seen
    return {
        "game": event.game_id if seen else None,
        "opponent": event.opponent.username if seen else None,
        "at": moment(event.at),
        "size": event.size,
        "color": Color(event.color).letter,
        "score": event.score,
        "rank": str(event.rank),
        "provisional": is_provisional(event.deviation),
        "rating_before": round(event.rating_before, 2),
        "rating": round(event.rating, 2),
        "deviation": round(event.deviation, 2),
        "size_rating": round(event.size_rating, 2),
        "size_deviation": round(event.size_deviation, 2),
    }


def me(player: Player) -> dict[str, Any]:
    """What a person may know of themselves."""
    return {
        **person(player),
        "email": player.email,
        "language": player.language,
        "theme": player.theme,
        "time_zone": player.time_zone,
        "after_sending": player.after_sending,
        "show_coordinates": player.show_coordinates,
        "digits": player.digits,
        "motion": player.motion,
    }


def notice(told: Notice) -> dict[str, Any]:
    """A notice."""
    return {
        "id": told.pk,
        "kind": told.kind,
        "game": told.game_id,
        "challenge": told.challenge_id,
        "path": told.path or None,
        "by": None if told.by is None else told.by.username,
        "created_at": moment(told.created_at),
        "read": told.read_at is not None,
    }
