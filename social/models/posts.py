"""Messages outside the chats of games: private messages, spectators' comments, and posts in discussions."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Self

from django.conf import settings
from django.db import models
from django.db.models import Exists, OuterRef, Q
from django.urls import reverse
from django.utils.translation import pgettext_lazy

from accounts.models import Player
from accounts.security.staff_permissions import StaffPermission, may
from games.models import Game, Seat
from rules import Phase
from wording.quick_replies import KEYS, reply_in_words

from .mutes import not_muted_or_blocked_filter
from .threads import Thread
from .topics import Topic

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

LONGEST_POST = 2000


class PostQuerySet(models.QuerySet["Post"]):
    """Queries for messages."""

    def readable_by(self, viewer: Player | AnonymousUser) -> Self:
        """Select the posts that the viewer may read. Every access to posts uses this.

        Private messages are for their two players; moderators read copies of reported messages. Spectators' comments on
        a game in progress are for signed-in players who do not play in it, regardless of their permissions, and
        afterwards for everyone (C82). Until the game is over, a comment on a move is only for its author, and
        afterwards for everyone who may see the game (C34). In a teaching game both players can read it immediately
        (C37). Posts in a discussion are for those who may read the topic (E110). Posts by muted players, and by players
        with a block between them and the viewer, are excluded.
        """
        over, public = Q(game__phase=Phase.FINISHED.value), Q(game__private=False)
        if not isinstance(viewer, Player):
            return self.filter((public & over) | Q(topic__club=None, topic__isnull=False))
        mine = Q(thread__low=viewer) | Q(thread__high=viewer)
        talk, comment = Q(node="", thread=None, topic=None), ~Q(node="")
        plays = Exists(Seat.objects.filter(game=OuterRef("game"), player=viewer))
        remarks = talk & public & (over | ~plays)
        watches = Q() if may(viewer, StaffPermission.MODERATE) else public | plays
        comments = comment & ((over & watches) | (Q(game__teaching=True) & plays))
        topics = Q(topic__in=Topic.objects.visible_to(viewer))
        return self.filter(
            mine | (comment & Q(author=viewer)) | (not_muted_or_blocked_filter(viewer) & (remarks | comments | topics))
        )


_IN_A_TOPIC = Q(topic__isnull=False)


def _has_one_place() -> Q:
    """Return the condition that a post is in exactly one place: a conversation (`thread`), a game or a topic."""
    places = ("thread", "game", "topic")
    return reduce(or_, (Q(**{f"{one}__isnull": one != here for one in places}) for here in places))


class Post(models.Model):
    """A message outside the chats of games. It has a text, or `quick`, the key of a quick reply.

    A post is one of four kinds: a private message in a `thread`, a spectator's comment on a `game` (written when the
    game was at action `number`), a comment on a move, or post `number` of a `topic`. A comment on a move has the move's
    `node` in the game or a variation (see study.core.nodes), which is move `number` of its line.

    If moderators have set `hidden_at`, the post is hidden and its author can read `hidden_reason`. The text is kept.
    """

    thread = models.ForeignKey(Thread, models.CASCADE, null=True, related_name="posts", db_index=False)
    game = models.ForeignKey(Game, models.CASCADE, null=True, related_name="+", db_index=False)
    topic = models.ForeignKey(Topic, models.CASCADE, null=True, related_name="posts", db_index=False)
    number = models.PositiveIntegerField(default=0)
    node = models.CharField(max_length=12, blank=True, default="", db_default="")
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    text = models.TextField(pgettext_lazy("field", "message"), max_length=LONGEST_POST, blank=True)
    quick = models.CharField(max_length=12, blank=True, choices=[(key, key) for key in KEYS])
    said_at = models.DateTimeField()
    hidden_at = models.DateTimeField(null=True)
    hidden_reason = models.TextField(blank=True)

    objects = PostQuerySet.as_manager()

    class Meta:
        ordering = ["pk"]
        verbose_name = pgettext_lazy("name", "message")
        verbose_name_plural = pgettext_lazy("name", "messages")
        indexes = [
            models.Index(fields=["thread", "-id"], name="post_of_thread"),
            models.Index(fields=["game", "-id"], name="post_of_game"),
            models.Index(fields=["topic", "-id"], name="post_of_topic", condition=Q(topic__isnull=False)),
        ]
        constraints = [
            models.CheckConstraint(condition=_has_one_place(), name="post_in_one_place"),
            models.CheckConstraint(condition=Q(game__isnull=False) | Q(node=""), name="comment_in_a_game"),
            models.UniqueConstraint(fields=["topic", "number"], name="one_post_a_number", condition=_IN_A_TOPIC),
        ]

    def __str__(self) -> str:
        return f"post {self.pk}"

    def get_absolute_url(self) -> str:
        if self.topic_id is not None:
            return f"{reverse('discussion:topic', args=[self.topic_id])}?post={self.number}#post-{self.pk}"
        if self.node:
            return f"{reverse('study:review', args=[self.game_id])}?at={self.node}#post-{self.pk}"
        place = ("social:talk", self.game_id) if self.thread_id is None else ("social:thread", self.thread_id)
        return f"{reverse(place[0], args=[place[1]])}#post-{self.pk}"

    @property
    def is_hidden(self) -> bool:
        """Return whether moderators have hidden the post."""
        return self.hidden_at is not None

    @property
    def words(self) -> str:
        """Return the text, even of a hidden post. A quick reply is returned in the reader's language."""
        return reply_in_words(self.quick) if self.quick else self.text

    @property
    def shown_text(self) -> str:
        """Return the visible text, "" for a hidden message."""
        return "" if self.is_hidden else self.words
