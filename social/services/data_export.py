"""The messages and follows in a player's export of personal data (accounts.privacy.data_export)."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from accounts.privacy.data_export import Export
from social.models import Follow, Mute, Post, Star, ThreadSide, Topic, TopicSide, Vote


def add_social_data_to_export(export: Export, **kwargs: object) -> None:
    """Add the player's messages and follows to the export."""
    export.add_rows(
        "private_messages", _("private messages you wrote"), ("social.Post.author",),
        lambda player: Post.objects.filter(author=player, game=None, topic=None).order_by("pk").values(
            "id", "thread_id", "said_at", "text", "quick", "hidden_reason"
        ),
    )  # fmt: skip
    export.add_rows(
        "remarks", _("your spectator chat messages"), (),
        lambda player: Post.objects.filter(author=player, thread=None, topic=None, node="").order_by("pk").values(
            "id", "game_id", "number", "said_at", "text", "quick", "hidden_reason"
        ),
    )  # fmt: skip
    export.add_rows(
        "discussion_topics", _("topics you started in discussions"), ("social.Topic.author",),
        lambda player: Topic.objects.filter(author=player).order_by("pk").values("id", "club_id", "title", "at"),
    )  # fmt: skip
    export.add_rows(
        "discussion_posts", _("your posts in discussions"), (),
        lambda player: Post.objects.filter(author=player, topic__isnull=False).order_by("pk").values(
            "id", "topic_id", "number", "said_at", "text", "hidden_reason"
        ),
    )  # fmt: skip
    export.add_rows(
        "discussion_settings", _("topics you have read, followed or muted"), ("social.TopicSide.player",),
        lambda player: TopicSide.objects.filter(player=player).order_by("topic").values(
            "topic_id", "read", "following", "muted"
        ),
    )  # fmt: skip
    export.add_rows(
        "comments", _("your comments on moves"), (),
        lambda player: Post.objects.filter(author=player).exclude(node="").order_by("pk").values(
            "id", "game_id", "node", "number", "said_at", "text", "hidden_reason"
        ),
    )  # fmt: skip
    export.add_rows(
        "muted", _("players you have muted"), ("social.Mute.player",),
        lambda player: Mute.objects.filter(player=player).values("muted__username"),
    )  # fmt: skip
    export.add_rows(
        "conversations", _("players you have exchanged private messages with"), ("social.ThreadSide.player",),
        lambda player: ThreadSide.objects.filter(player=player).values(
            "thread_id", "other__username", "unread", "muted", "archived", "last_at"
        ),
    )  # fmt: skip
    export.add_rows(
        "follows", _("players you follow"), ("social.Follow.player",),
        lambda player: Follow.objects.filter(player=player).values("followed__username", "at"),
    )  # fmt: skip
    export.add_rows(
        "followed_games", _("games you follow, with your notes and tags"), ("social.Star.player",),
        lambda player: Star.objects.filter(player=player).values("game_id", "note", "tag", "at"),
    )  # fmt: skip
    export.add_rows(
        "votes", _("your votes on bulletin questions"), ("social.Vote.player", "social.Dismissal.player"),
        lambda player: Vote.objects.filter(player=player).values("bulletin_id", "choice"),
    )  # fmt: skip
    export.exclude_fields(
        {
            "social.Bulletin.by": "about the work of the administrators",
            "social.Follow.followed": "a follow is among that person's own data",
            "social.Mute.muted": "players who muted someone are not named to others",
            "social.Thread.low": "the two of a conversation; each has it among their conversations",
            "social.Thread.high": "the two of a conversation; each has it among their conversations",
            "social.ThreadSide.other": "the other's own row of the same conversation has it",
        }
    )
