"""The JSON representation of messages and follows."""

from __future__ import annotations

import api_types as shapes
from accounts.models import Player
from foundation.iso_times import iso_time
from social.models import Follow, Post, Star, ThreadSide


def thread_json(side: ThreadSide) -> shapes.Thread:
    """Return the JSON of a conversation from this player's side."""
    return {
        "id": side.thread_id,
        "player": side.other.username,
        "unread": side.unread,
        "muted": side.muted,
        "archived": side.archived,
        "last_at": iso_time(side.last_at),
    }


def followed_player_json(row: Follow) -> shapes.Follow:
    """Return the JSON of a player whom the requester follows. `row.is_friend` must be loaded."""
    return {"player": row.followed.username, "friend": _is_friend(row), "at": iso_time(row.at)}


def follower_json(row: Follow) -> shapes.Follow:
    """Return the JSON of a player who follows the requester. `row.is_friend` must be loaded."""
    return {"player": row.player.username, "friend": _is_friend(row), "at": iso_time(row.at)}


def spectator_comment_json(row: Post) -> shapes.Remark:
    """Return the JSON of a spectator's comment on a game."""
    return {**post_json(row), "number": row.number}


def _is_friend(row: Follow) -> bool:
    return bool(row.is_friend)  # type: ignore[attr-defined]


def followed_game_json(row: Star) -> shapes.Star:
    """Return the JSON of a game that the requester follows."""
    return {"game": row.game_id, "note": row.note, "tag": row.tag, "at": iso_time(row.at)}


def post_json(row: Post) -> shapes.Post:
    """Return the JSON of a message."""
    return {
        "id": row.pk,
        "author": row.author.username,
        "text": row.shown_text,
        "quick": None if row.is_hidden else row.quick or None,
        "hidden": row.is_hidden,
        "said_at": iso_time(row.said_at),
    }


def found_post_json(row: Post, player: Player) -> shapes.FoundPost:
    """Return the JSON of a message, with the other player of the conversation."""
    thread = row.thread
    assert thread is not None
    other = thread.high if thread.low_id == player.pk else thread.low
    return {**post_json(row), "thread": thread.pk, "player": other.username}
