"""The JSON representation of people and their notifications."""

from __future__ import annotations

import api_types as shapes
from accounts.models import Player
from foundation.iso_times import iso_time
from notifications.models import Notice
from ratings.standing import rank_label_of


def rank_json(player: Player) -> str | None:
    """Return the rank as displayed after the player's name, None if there is none to display."""
    return rank_label_of(player) or None


def person_json(player: Player) -> shapes.Person:
    """Return the JSON of a player's public data."""
    return {
        "username": player.username,
        "bio": player.bio,
        "country": player.country,
        "joined": iso_time(player.date_joined),
        "bot": player.is_bot,
        "rank": rank_json(player),
    }


def me_json(player: Player) -> shapes.Me:
    """Return the JSON of the player's own account."""
    return {
        **person_json(player),
        "email": player.email,
        "language": player.language,
        "theme": player.theme,
        "board_theme": player.board_theme,
        "time_zone": player.time_zone,
        "after_sending": player.after_sending,
        "sounds": player.sounds,
        "next_order": player.next_order,
        "show_coordinates": player.show_coordinates,
        "shows_watching": player.shows_watching,
        "hides_rank": player.hides_rank,
        "sees_ranks": player.sees_ranks,
        "digits": player.digits,
        "calendar": player.calendar,
        "motion": player.motion,
    }


def notice_json(row: Notice) -> shapes.Notice:
    """Return the JSON of a notice."""
    return {
        "id": row.pk,
        "kind": row.kind,
        "game": row.game_id,
        "challenge": row.challenge_id,
        "path": row.path or None,
        "by": None if row.by is None else row.by.username,
        "created_at": iso_time(row.created_at),
        "read": row.read_at is not None,
    }
