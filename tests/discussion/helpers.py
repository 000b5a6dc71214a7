"""Builders for discussions in tests, through the service."""

from __future__ import annotations

from datetime import datetime, timedelta

from accounts.models import Player
from clubs.models import Club
from discussion import services
from discussion.services import NewTopic, TopicAct
from games.services.idempotency import PlayerRequest
from social.models import Post, Topic
from tests.factories import NOON, make_player
from tests.social.helpers import ListsOfPeople


def start_topic(
    author: Player,
    club: Club | None = None,
    *,
    title: str = "Teaching games",
    text: str = "hello",
    now: datetime = NOON,
) -> Topic:
    """Create a topic in the club or in the whole server, whose author is not new."""
    Player.objects.filter(pk=author.pk, date_joined__gt=now - timedelta(days=8)).update(
        date_joined=now - timedelta(days=8)
    )
    new = NewTopic(title=title, text=text, club=None if club is None else club.pk)
    return services.start_topic(PlayerRequest(author, now), new)


def say(author: Player, topic: Topic, text: str = "hello", now: datetime = NOON) -> Post:
    """Write a reply."""
    return services.reply_to_topic(PlayerRequest(author, now), topic.pk, text)


def act(player: Player, topic: Topic, doing: TopicAct) -> None:
    """Close or reopen a topic, follow it, or mute it."""
    services.perform_topic_act(PlayerRequest(player, NOON), topic.pk, doing)


class ListsOfDiscussions:
    """The lists in pages of discussions, for tests/games/api/test_pages.py."""

    def topics(self) -> str:
        for number in range(ListsOfPeople.rows):
            start_topic(make_player(), title=f"Topic {number}", now=self.now)
        return "discussion/"

    def topic_posts(self) -> str:
        topic = start_topic(self.babak, now=self.now)
        for number in range(ListsOfPeople.rows):
            say(self.babak, topic, f"hello {number}", now=self.now)
        return f"discussion/{topic.pk}/posts/"
