"""Delete a player's messages and follows in the transaction that deletes the account
(accounts.privacy.account_deletion)."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Q

from accounts.models import Player
from social.models import Dismissal, Follow, Mute, Post, Star, Thread, ThreadSide, TopicSide, Vote


def delete_sealed_move_comments(player: Player, now: datetime, **_: object) -> None:
    """Delete the player's comments on moves that no one else could read yet (C4), in games in progress and in games
    that end with the account."""
    sealed = Post.objects.filter(author=player, game__teaching=False).exclude(node="")
    sealed.filter(Q(game__finished_at=None) | Q(game__finished_at__gte=now)).delete()


def delete_messages_and_follows(player: Player, **_: object) -> None:
    """Delete the player's private messages, follows, stars, votes, dismissed bulletins, mutes and topic subscriptions
    when the account is deleted.

    The other player of a conversation keeps their own messages. Conversations without remaining players are deleted.
    Comments on games and posts in discussions stay, without the player's name.
    """
    Follow.objects.filter(Q(player=player) | Q(followed=player)).delete()
    Star.objects.filter(player=player).delete()
    Vote.objects.filter(player=player).delete()
    Dismissal.objects.filter(player=player).delete()
    Mute.objects.filter(Q(player=player) | Q(muted=player)).delete()
    Post.objects.filter(author=player, game=None, topic=None).delete()
    TopicSide.objects.filter(player=player).delete()
    threads = list(ThreadSide.objects.filter(player=player).values_list("thread", flat=True))
    ThreadSide.objects.filter(player=player).delete()
    Thread.objects.filter(pk__in=threads, sides=None).delete()
