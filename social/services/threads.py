"""Write and read private messages."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.urls import reverse

from accounts.models import Player
from foundation import limits
from foundation.text import clean_text
from games import events
from games.services import idempotency
from games.services.idempotency import PlayerRequest
from notifications.models import Notice
from social.announcing import send_message_event
from social.errors import InvalidPostContent, NoSuchPost, NoSuchThread, TooManyPosts
from social.models import LONGEST_POST, Post, Thread, ThreadSide
from social.services.permission import check_may_write
from wording.quick_replies import QUICK_REPLIES

LONGEST_SEARCH = 100


@dataclass(frozen=True, slots=True)
class TextOrQuickReply:
    """The content of a message: a text, or the key of a quick reply, which takes precedence."""

    text: str = ""
    quick: str = ""

    def cleaned(self, most: int = LONGEST_POST) -> TextOrQuickReply:
        """Return the content in the form in which it is stored. Raises InvalidPostContent for an unknown quick reply,
        and for a text that is empty or longer than `most` characters."""
        if self.quick:
            if self.quick not in QUICK_REPLIES:
                raise InvalidPostContent
            return TextOrQuickReply(quick=self.quick)
        text = clean_text(self.text)
        if not 1 <= len(text) <= most:
            raise InvalidPostContent
        return TextOrQuickReply(text)


def write_message(request: PlayerRequest, other: Player, words: TextOrQuickReply) -> Post:
    """Write a message to another player. A retry with the same idempotency key returns the message of the first
    request.

    Raises InvalidPostContent, TooManyPosts, and the errors of `check_may_write`.
    """
    text, now = words.cleaned(), request.now
    with transaction.atomic():
        people = {one.pk: one for one in _lock_players(request.player, other)}
        player, reader = people[request.player.pk], people[other.pk]
        wanted = idempotency.body_hash(to=other.pk, verb="write", text=text.text, quick=text.quick)
        first = idempotency.find_stored_answer(request, wanted)
        if first is not None:
            return Post.objects.select_related("author").get(pk=first["post"])
        check_may_write(player, reader, now)
        count_towards_message_limit(player)
        post = _store_and_announce_post(player, reader, text, now)
        idempotency.store_answer(request, wanted, {"post": post.pk})
        return post


def _lock_players(*people: Player) -> list[Player]:
    """Lock the rows of these players in the order of their ids, and return the players. The lock prevents a second
    conversation of the same players, and the deletion of an account in between."""
    numbers = [one.pk for one in people]
    return list(Player.objects.select_for_update(no_key=True).filter(pk__in=numbers).order_by("pk"))


def count_towards_message_limit(player: Player) -> None:
    """Count one message towards the author's hourly limit. Raises TooManyPosts if the limit is reached."""
    wait = limits.count_hit("messages", str(player.pk), settings.IGO_MESSAGES)
    if wait is not None:
        raise TooManyPosts(retry_after=int(wait) + 1)


def post_of_first_attempt(post_id: int) -> Post:
    """Return the post with this id, which the first attempt of a repeated request stored. Raises NoSuchPost if the post
    has been deleted since."""
    post = Post.objects.select_related("author").filter(pk=post_id).first()
    if post is None:
        raise NoSuchPost
    return post


def _store_and_announce_post(player: Player, reader: Player, words: TextOrQuickReply, now: datetime) -> Post:
    low, high = sorted((player.pk, reader.pk))
    thread, _new = Thread.objects.get_or_create(low_id=low, high_id=high)
    for one, other in ((player, reader), (reader, player)):
        ThreadSide.objects.get_or_create(player=one, other=other, defaults={"thread": thread, "last_at": now})
    post = Post.objects.create(thread=thread, author=player, text=words.text, quick=words.quick, said_at=now)
    thread.sides.update(last_at=now)
    thread.sides.exclude(player=reader, muted=True).update(archived=False)
    is_notified = bool(thread.sides.filter(player=reader, muted=False).update(unread=F("unread") + 1))
    if is_notified:
        _notify_unless_unread_notice(post, reader, now)
    send_message_event(post, reader, to_reader=is_notified)
    return post


def _notify_unless_unread_notice(post: Post, reader: Player, now: datetime) -> None:
    """Notify the reader of a message, unless they have an unread notice about the same conversation."""
    path = reverse("social:thread", args=[post.thread_id])
    if not Notice.objects.unread().filter(player=reader, kind="private_message", path=path).exists():
        Notice.objects.create(player=reader, kind="private_message", path=path, by=post.author, created_at=now)
    events.signal_player_lists_changed(reader.pk)


def thread_side_of_player(player: Player, thread_id: int) -> ThreadSide:
    """Return the player's side of a conversation. Raises NoSuchThread."""
    found = ThreadSide.objects.filter(player=player, thread=thread_id).select_related("thread", "other").first()
    if found is None:
        raise NoSuchThread
    return found


def find_thread_side_with(player: Player, other: Player) -> ThreadSide | None:
    """Return the player's side of the conversation with `other`, None if they have not written to each other yet."""
    return ThreadSide.objects.filter(player=player, other=other).select_related("thread", "other").first()


def mark_thread_read(side: ThreadSide, now: datetime) -> None:
    """Mark the conversation as read on this player's side, and the player's notices about it."""
    if side.unread:
        ThreadSide.objects.filter(pk=side.pk).update(unread=0)
    path = side.thread.get_absolute_url()
    Notice.objects.unread().filter(player=side.player_id, kind="private_message", path=path).update(read_at=now)


def set_thread_muted(side: ThreadSide, *, muted: bool) -> None:
    """Mute or unmute this conversation. Muting sets its number of unread messages to 0. The other player cannot see
    this."""
    ThreadSide.objects.filter(pk=side.pk).update(muted=muted, **({"unread": 0} if muted else {}))


def set_thread_archived(side: ThreadSide, now: datetime, *, archived: bool) -> None:
    """Move this conversation to the archive, which marks it as read, or back to the list."""
    if archived:
        mark_thread_read(side, now)
    ThreadSide.objects.filter(pk=side.pk).update(archived=archived)


def search_private_messages(player: Player, text: str) -> QuerySet[Post]:
    """Return the messages that contain this text in the player's conversations. Quick replies are searched in the
    current language.

    Messages hidden by moderators are left out. SQLite ignores case only for ASCII letters.
    """
    quick = [key for key, reply in QUICK_REPLIES.items() if text.casefold() in str(reply).casefold()]
    mine = Post.objects.filter(thread__sides__player=player, hidden_at=None)
    return mine.filter(Q(text__icontains=text) | Q(quick__in=quick))
