"""Discussions: topics of a club or of the whole server, and what each reader has read (E110 to E113)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

from django.conf import settings
from django.db import models
from django.db.models import Count, Exists, OuterRef, Q, Subquery
from django.db.models.functions import Coalesce
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext, pgettext_lazy

from accounts.models import Player
from clubs.models import Club, Membership
from foundation.text import check_single_line

from .mutes import not_muted_or_blocked_filter

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

LONGEST_TOPIC = 100


class TopicQuerySet(models.QuerySet["Topic"]):
    """Queries for topics."""

    def visible_to(self, viewer: Player | AnonymousUser) -> Self:
        """Select the topics that the viewer may read. Every access to topics uses this.

        Topics of the whole server are public. Topics of a club are only for its members, regardless of permissions on
        the server; moderators read copies of reported posts. Mutes and blocks hide posts, but not
        the topics in which they are (E110).
        """
        if not isinstance(viewer, Player):
            return self.filter(club=None)
        clubs = Membership.objects.members().filter(player=viewer, club__closed_at=None).values("club")
        return self.filter(Q(club=None) | Q(club__in=clubs))

    def with_posts(self, posts: models.QuerySet[Any]) -> Self:
        """Select the topics that have one of these posts."""
        return self.filter(Exists(posts.filter(topic=OuterRef("pk")).order_by()))

    def matching(self, text: str, posts: models.QuerySet[Any]) -> Self:
        """Select the topics that contain each word of `text` in the title, unless moderators have hidden it, or in one
        of these posts, which must be those that the viewer may read. This reads all posts of the topics, so pages limit
        the number of words."""
        rows, of_topic = self, posts.filter(topic=OuterRef("pk")).order_by()
        for word in text.split():
            in_posts = of_topic.filter(text__icontains=word, hidden_at=None)
            rows = rows.filter(Q(~Exists(_hidden_title_subquery()), title__icontains=word) | Exists(in_posts))
        return rows

    def for_reader(self, viewer: Player | AnonymousUser) -> Self:
        """Annotate the topics for lists: `title_hidden`, `read` (the number of the last post that the viewer has read),
        `following` and `muted`, and how many posts the viewer may read (`posts_left`) and has not read
        (`posts_unread`)."""
        readable = not_muted_or_blocked_filter(viewer, "posts__author") if isinstance(viewer, Player) else Q()
        unread = readable & Q(posts__number__gt=OuterRef("read"))
        sides = TopicSide.objects.filter(topic=OuterRef("pk"), player=viewer.pk or 0)
        return (
            self.select_related("author", "club")
            .annotate(
                title_hidden=Exists(_hidden_title_subquery()),
                read=Coalesce(Subquery(sides.values("read")), 0),
                following=Exists(sides.filter(following=True)),
                muted=Exists(sides.filter(muted=True)),
            )
            .annotate(posts_left=_post_count_subquery(readable), posts_unread=_post_count_subquery(unread))
        )


def _hidden_title_subquery() -> models.QuerySet[Topic]:
    """Return the subquery that is not empty if moderators have hidden the first post of the topic, and thereby its
    title."""
    return Topic.objects.filter(pk=OuterRef("pk"), posts__number=1, posts__hidden_at__isnull=False)


def _post_count_subquery(which: Q) -> Subquery:
    """Return the subquery that counts the posts of a topic that meet this condition. The highest number is not used,
    because deleted posts leave gaps."""
    topic = Topic.objects.filter(pk=OuterRef("pk")).order_by().values("pk")
    return Subquery(topic.annotate(n=Count("posts", filter=which)).values("n"))


class Topic(models.Model):
    """A topic of a club, or of the whole server if `club` is null. The title is "" once its author has deleted the
    first post. `post_count` is how many posts were ever written, which is the number that the last of them got. After
    `closed_at`, no more posts are accepted."""

    club = models.ForeignKey(Club, models.CASCADE, null=True, related_name="+", db_index=False)
    title = models.CharField(pgettext_lazy("field", "title"), max_length=LONGEST_TOPIC, validators=[check_single_line])
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    at = models.DateTimeField()
    last_at = models.DateTimeField()
    post_count = models.PositiveIntegerField(default=0)
    closed_at = models.DateTimeField(null=True)

    objects = TopicQuerySet.as_manager()

    class Meta:
        ordering = ["-last_at", "-pk"]
        verbose_name = pgettext_lazy("discussion", "topic")
        verbose_name_plural = pgettext_lazy("discussion", "topics")
        indexes = [models.Index(fields=["club", "-last_at", "-id"], name="topic_latest")]

    def __str__(self) -> str:
        return f"topic {self.pk}"

    def get_absolute_url(self) -> str:
        return reverse("discussion:topic", args=[self.pk])

    @property
    def shown_title(self) -> str:
        """Return the title, or that it is hidden or deleted if the first post is. The topic must have the annotations
        of `for_reader`."""
        is_hidden = bool(self.title_hidden)  # type: ignore[attr-defined]
        if is_hidden:
            return pgettext("title of a topic", "[hidden by a moderator]")
        return self.title or pgettext("title of a topic", "[deleted by its author]")

    @property
    def unread(self) -> int:
        """Return the number of posts that the viewer has not read, 0 in muted topics. The topic must have the
        annotations of `for_reader`."""
        return 0 if self.muted else int(self.posts_unread)  # type: ignore[attr-defined]


class TopicSide(models.Model):
    """A reader's relation to a topic. `read` is the number of posts that they have read. With `following`, they are
    notified of new posts. With `muted`, the topic never counts as unread and they are never notified."""

    topic = models.ForeignKey(Topic, models.CASCADE, related_name="sides", db_index=False)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    read = models.PositiveIntegerField(default=0)
    following = models.BooleanField(default=False)
    muted = models.BooleanField(default=False)

    class Meta:
        verbose_name = _("player's topic status")
        verbose_name_plural = _("players' topic statuses")
        constraints = [models.UniqueConstraint(fields=["topic", "player"], name="one_side_of_a_topic")]

    def __str__(self) -> str:
        return f"{self.player_id} reads {self.topic_id}"
