"""Start topics, reply, delete posts, follow, mute, mark as read and close (E110 to E113)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from typing import Any

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from accounts.core.restrictions import check_allowed
from accounts.models import Player
from clubs.access import club_for
from clubs.announcing import ids_blocked_with
from clubs.models import Membership
from discussion import access
from discussion.errors import CannotCloseTopic, InvalidTopicTitle, NoSuchTopic, TooManyTopics, TopicClosed
from foundation import limits
from foundation.refusals import Refusal
from foundation.text import check_single_line
from games import events
from games.services import idempotency
from games.services.idempotency import PlayerRequest
from notifications.models import Notice
from notifications.models.notice import LONGEST_TITLE
from social.errors import NoSuchPost, TooManyPosts
from social.models import LONGEST_TOPIC, Mute, Post, Topic, TopicSide
from social.services.threads import TextOrQuickReply, count_towards_message_limit, post_of_first_attempt
from wording.words import localized_number

RATE = "3/day"
REPLIES_OF_NEW_PLAYERS = 20
"""How many replies a day a player may write in topics of the whole server in the first week."""
NOTICE = "topic_post"
NO_TITLE = "…"
"""The title in notices of a topic whose title was deleted."""


class TopicAct(StrEnum):
    """The actions on a topic. The names are part of the API."""

    FOLLOW = "follow"
    UNFOLLOW = "unfollow"
    MUTE = "mute"
    UNMUTE = "unmute"
    CLOSE = "close"
    REOPEN = "reopen"


@dataclass(frozen=True, slots=True, kw_only=True)
class NewTopic:
    """A new topic with its first post. Without `club`, it is for the whole server."""

    title: str
    text: str
    club: int | None = None


def start_topic(request: PlayerRequest, new: NewTopic) -> Topic:
    """Start a topic, which its author then follows. A retry with the same idempotency key returns the topic of the
    first request.

    Raises InvalidTopicTitle, InvalidPostContent, NoSuchClub, NotMember, TooNewToStartTopic, TooManyTopics,
    TooManyPosts, NoBotsInDiscussions, NotForGuests, Muted, Suspended.
    """
    title, words = _checked_title(new.title), TextOrQuickReply(new.text).cleaned()
    club = None if new.club is None else club_for(request.player, new.club)
    with transaction.atomic():
        author = _lock_player(request)
        wanted = idempotency.body_hash(verb="start_topic", title=title, text=words.text, club=new.club)
        first = idempotency.find_stored_answer(request, wanted)
        if first is not None:
            return access.visible_topic(author, first["topic"])
        access.check_may_start_topic(author, club, request.now)
        _count_message_towards_limits(author, "topics", RATE, TooManyTopics)
        topic = Topic.objects.create(club=club, title=title, author=author, at=request.now, last_at=request.now)
        _add_post(topic, author, words, request)
        idempotency.store_answer(request, wanted, {"topic": topic.pk})
        return access.visible_topic(author, topic.pk)


def _checked_title(text: str) -> str:
    title = text.strip()
    try:
        check_single_line(title)
    except ValidationError as error:
        raise InvalidTopicTitle from error
    if not 1 <= len(title) <= LONGEST_TOPIC:
        raise InvalidTopicTitle
    return title


def _lock_player(request: PlayerRequest) -> Player:
    return Player.objects.select_for_update(no_key=True).get(pk=request.player.pk)


def reply_to_topic(request: PlayerRequest, topic_id: int, text: str) -> Post:
    """Write a post in a topic. The player then follows the topic unless they have muted it. A retry with the same
    idempotency key returns the post of the first request.

    Raises InvalidPostContent, NoSuchTopic, NoSuchPost, TopicClosed, TooManyPosts, NoBotsInDiscussions, NotForGuests,
    Muted, Suspended.
    """
    words = TextOrQuickReply(text).cleaned()
    with transaction.atomic():
        author = _lock_player(request)
        wanted = idempotency.body_hash(verb="reply_topic", topic=topic_id, text=words.text)
        first = idempotency.find_stored_answer(request, wanted)
        if first is not None:
            return post_of_first_attempt(first["post"])
        topic = _lock_topic(author, topic_id)
        access.check_may_write(author, request.now)
        if topic.closed_at is not None:
            raise TopicClosed
        if topic.club_id is None and access.is_new_player(author, request.now):
            _count_reply_of_new_player(author)
        else:
            count_towards_message_limit(author)
        made = _add_post(topic, author, words, request)
        idempotency.store_answer(request, wanted, {"post": made.pk})
        return made


def _count_reply_of_new_player(player: Player) -> None:
    """Count a reply of a player in their first week towards the daily limit of such replies, and towards the limit of
    all messages. Raises TooManyPosts."""
    sentence = _(
        "You've reached the limit of %(n)s replies a day in public topics. It applies in your first week. "
        "Try again tomorrow."
    )
    refuse = partial(TooManyPosts, sentence=sentence % {"n": localized_number(REPLIES_OF_NEW_PLAYERS)})
    _count_message_towards_limits(player, "first-week-replies", f"{REPLIES_OF_NEW_PLAYERS}/day", refuse)


def _count_message_towards_limits(author: Player, narrower: str, rate: str, refuse: Callable[..., Refusal]) -> None:
    """Count a message towards two limits: the limit of all messages, and the narrower one named `narrower` with this
    rate. If either is reached, count nothing, and raise TooManyPosts or, for the narrower limit, the refusal that
    `refuse` returns."""
    wait = limits.count_hit(narrower, str(author.pk), rate)
    if wait is not None:
        raise refuse(retry_after=int(wait) + 1)
    try:
        count_towards_message_limit(author)
    except TooManyPosts:
        limits.uncount_hit(narrower, str(author.pk), rate)
        raise


def _lock_topic(player: Player, topic_id: int) -> Topic:
    """Return the topic, locked. Raises NoSuchTopic."""
    access.visible_topic(player, topic_id)
    locked = Topic.objects.select_for_update(no_key=True, of=("self",)).select_related("club")
    topic = locked.filter(pk=topic_id).first()
    if topic is None:  # deleted a moment ago
        raise NoSuchTopic
    return topic


def _add_post(topic: Topic, author: Player, words: TextOrQuickReply, request: PlayerRequest) -> Post:
    topic.post_count += 1
    topic.last_at = request.now
    topic.save(update_fields=["post_count", "last_at"])
    post = Post.objects.create(
        topic=topic, number=topic.post_count, author=author, text=words.text, said_at=request.now
    )
    side, is_new = TopicSide.objects.get_or_create(
        topic=topic, player=author, defaults={"read": post.number, "following": True}
    )
    if not is_new:
        side.read, side.following = post.number, not side.muted
        side.save(update_fields=["read", "following"])
    _notify_followers(topic, post)
    return post


def delete_own_post(player: Player, topic_id: int, post_id: int) -> None:
    """Delete the player's own post, unless moderators have hidden it. Reports keep a copy (E113).

    The title is deleted with the first post, also in notices, and the topic with the only post. Followers without
    another new post lose their notice. Raises NoSuchTopic, NoSuchPost.
    """
    with transaction.atomic():
        topic = _lock_topic(player, topic_id)
        locked = topic.posts.select_for_update(of=("self",))
        mine = locked.filter(author=player, pk=post_id, hidden_at=None).first()
        if mine is None:
            raise NoSuchPost
        mine.delete()
        last = topic.posts.last()
        notices = Notice.objects.filter(kind=NOTICE, path=topic.get_absolute_url())
        outdated = notices.unread() if last is None else notices.unread().filter(created_at__gt=last.said_at)
        readers = list(outdated.values_list("player_id", flat=True))
        outdated.delete()
        events.signal_player_lists_changed(*readers)
        if last is None:
            notices.delete()
            topic.delete()
            return
        if mine.number == 1:
            topic.title = ""
            notices.update(title=NO_TITLE)
        topic.last_at = last.said_at
        topic.save(update_fields=["last_at", "title"])


def _notify_followers(topic: Topic, post: Post) -> None:
    """Notify each follower of the topic who may read the post. A follower with an unread notice about the topic gets no
    second one."""
    rows = TopicSide.objects.filter(topic=topic, following=True, muted=False).exclude(player=post.author_id)
    rows = rows.exclude(player__in=Mute.objects.filter(muted=post.author_id).values("player"))
    if topic.club_id is not None:
        members = Membership.objects.members().filter(club=topic.club_id, club__closed_at=None)
        rows = rows.filter(player__in=members.values("player"))
    path, title = topic.get_absolute_url(), topic.title[:LONGEST_TITLE] or NO_TITLE
    known = Notice.objects.unread().filter(kind=NOTICE, path=path)
    rows = rows.exclude(player__in=known.values("player")).filter(player__deleted_at=None)
    readers = sorted(set(rows.values_list("player_id", flat=True)) - ids_blocked_with(post.author))
    Notice.objects.bulk_create(
        Notice(player_id=pk, kind=NOTICE, path=path, title=title, by=post.author, created_at=post.said_at)
        for pk in readers
    )
    events.signal_player_lists_changed(*readers)


def mark_posts_read(request: PlayerRequest, topic: Topic, number: int) -> None:
    """Mark the topic's posts up to this number as read, and also the topic's notices. Raises NoSuchTopic."""
    player = request.player
    try:
        side, _is_new = TopicSide.objects.get_or_create(topic=topic, player=player, defaults={"read": number})
    except IntegrityError as error:  # the topic was deleted a moment ago
        raise NoSuchTopic from error
    if side.read < number:
        TopicSide.objects.filter(pk=side.pk, read__lt=number).update(read=number)
    path = topic.get_absolute_url()
    Notice.objects.unread().filter(player=player, kind=NOTICE, path=path).update(read_at=request.now)


_CHANGES: dict[TopicAct, dict[str, Any]] = {
    TopicAct.FOLLOW: {"following": True, "muted": False},
    TopicAct.UNFOLLOW: {"following": False},
    TopicAct.MUTE: {"muted": True, "following": False},
    TopicAct.UNMUTE: {"muted": False},
}


def perform_topic_act(request: PlayerRequest, topic_id: int, act: TopicAct) -> Topic:
    """Follow, unfollow, mute or unmute a topic, or close or reopen it. Raises NoSuchTopic, CannotCloseTopic,
    Suspended."""
    player = request.player
    check_allowed(player, request.now)
    with transaction.atomic():
        topic = _lock_topic(player, topic_id)
        if act in _CHANGES:
            TopicSide.objects.update_or_create(topic=topic, player=player, defaults=_CHANGES[act])
        else:
            if not access.may_close_topic(player, topic):
                raise CannotCloseTopic
            topic.closed_at = request.now if act is TopicAct.CLOSE else None
            topic.save(update_fields=["closed_at"])
        return access.visible_topic(player, topic_id)
