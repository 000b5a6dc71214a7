"""Services for moderators: find the messages around a reported message, and hide a message."""

from __future__ import annotations

from datetime import datetime

from accounts.models import Player
from social.errors import NoSuchPost
from social.models import Post

AROUND = 10
"""The number of messages around a reported one that moderators see (C80)."""


def visible_post(viewer: Player, post_id: int) -> Post:
    """Return a message that the viewer may read and report. Raises NoSuchPost."""
    found = Post.objects.readable_by(viewer).select_related("author", "game").filter(pk=post_id, hidden_at=None).first()
    if found is None:
        raise NoSuchPost
    return found


def nearest_messages(post: Post) -> list[Post]:
    """Return up to AROUND messages nearest to this one in the same conversation, discussion or comments, in order. Half
    of them are before this one if possible."""
    there = Post.objects.filter(thread=post.thread_id, topic=post.topic_id, game=post.game_id)
    there = there.filter(node=post.node).select_related("author")
    before = list(there.filter(pk__lt=post.pk).order_by("-pk")[:AROUND])
    after = list(there.filter(pk__gt=post.pk).order_by("pk")[:AROUND])
    later = min(len(after), max(AROUND // 2, AROUND - len(before)))
    return [*reversed(before[: AROUND - later]), *after[:later]]


def hide_post(*, post_id: int, reason: str, now: datetime) -> Post:
    """Hide a message from everyone except its author, who can read the reason. The text is kept. Return the post. Does
    not check permissions. Raises NoSuchPost if its author has deleted it."""
    if not Post.objects.filter(pk=post_id).update(hidden_at=now, hidden_reason=reason):
        raise NoSuchPost
    return Post.objects.get(pk=post_id)


def unhide_post(*, post_id: int) -> None:
    """Show a hidden message again. Does nothing if the message was deleted."""
    Post.objects.filter(pk=post_id).update(hidden_at=None, hidden_reason="")
