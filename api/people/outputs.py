"""People and their notices as programs get them."""

from __future__ import annotations

import api_types as shapes
from accounts.models import Player
from foundation.moments import moment
from notifications.models import Notice
from ratings.standing import label_of


def rank(player: Player) -> str | None:
    """The rank as it stands beside a name."""
    return label_of(player) or None


def person(player: Player) -> shapes.Person:
    """What anybody may know of a person."""
    return {
        "username": player.username,
        "bio": player.bio,
        "joined": moment(player.date_joined),
        "bot": player.is_bot,
        "rank": rank(player),
    }


def me(player: Player) -> shapes.Me:
    """What a person may know of themselves."""
    return {
        **person(player),
        "email": player.email,
        "language": player.language,
        "theme": player.theme,
        "board_theme": player.board_theme,
        "time_zone": player.time_zone,
        "after_sending": player.after_sending,
        "sounds": player.sounds,
        "next_order": player.next_order,
        "show_coordinates": player.show_coordinates,
        "digits": player.digits,
        "calendar": player.calendar,
        "motion": player.motion,
    }


def notice(row: Notice) -> shapes.Notice:
    """A notice."""
    return {
        "id": row.pk,
        "kind": row.kind,
        "game": row.game_id,
        "challenge": row.challenge_id,
        "path": row.path or None,
        "by": None if row.by is None else row.by.username,
        "created_at": moment(row.created_at),
        "read": row.read_at is not None,
    }
