"""Messages and follows as JSON."""

from __future__ import annotations

import api_types as shapes
from accounts.models import Player
from foundation.iso_times import iso_time
from social.models import Follow, Post, Star, ThreadSide


def thread(side: ThreadSide) -> shapes.Thread:
    """Return a conversation for the player whose side it is."""
    return {
        "id": side.thread_id,
        "player": side.other.username,
        "unread": side.unread,
        "muted": side.muted,
        "archived": side.archived,
        "last_at": iso_time(side.last_at),
    }


def followed_player(row: Follow) -> shapes.Follow:
    """Return a player that you follow. `row.is_friend` must be loaded."""
    return {"player": row.followed.username, "friend": _is_friend(row), "at": iso_time(row.at)}


def follower(row: Follow) -> shapes.Follow:
    """Return a player who follows you. `row.is_friend` must be loaded."""
    return {"player": row.player.username, "friend": _is_friend(row), "at": iso_time(row.at)}


def remark(row: Post) -> shapes.Remark:
    """Return a spectator's comment."""
    return {**post(row), "number": row.number}


def _is_friend(row: Follow) -> bool:
    return bool(row.is_friend)  # type: ignore[attr-defined]


def star(row: Star) -> shapes.Star:
    """Return a game that you follow."""
    return {"game": row.game_id, "note": row.note, "tag": row.tag, "at": iso_time(row.at)}


def post(row: Post) -> shapes.Post:
    """Return a message."""
    return {
        "id": row.pk,
        "author": row.author.username,
        "text": row.shown_text,
        "quick": None if row.is_hidden else row.quick or None,
        "hidden": row.is_hidden,
        "said_at": iso_time(row.said_at),
    }


def found_post(row: Post, player: Player) -> shapes.FoundPost:
    """Return a message, with the other player of this player's conversation."""
    thread = row.thread
    assert thread is not None
    other = thread.high if thread.low_id == player.pk else thread.low
    return {**post(row), "thread": thread.pk, "player": other.username}
