"""Writing and reading private messages."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.db import transaction
from django.db.models import F
from django.urls import reverse

from accounts.models import Player
from foundation import limits
from foundation.text import clean_text
from games import events
from games.services import idempotency
from games.services.idempotency import PlayerRequest
from notifications.models import Notice
from social.announcing import written
from social.errors import EmptyPost, NoSuchThread, TooManyPosts
from social.models import LONGEST_POST, Post, Thread, ThreadSide
from social.services.permission import check_may_write
from wording.quick_replies import QUICK_REPLIES


@dataclass(frozen=True, slots=True)
class Words:
    """What somebody says: a text, or the key of a quick reply, which counts before the text."""

    text: str = ""
    quick: str = ""

    def cleaned(self, most: int = LONGEST_POST) -> Words:
        """The same as it is stored. Raises EmptyPost for a reply that there is not, and a text that is empty or longer
        than `most` characters."""
        if self.quick:
            if self.quick not in QUICK_REPLIES:
                raise EmptyPost
            return Words(quick=self.quick)
        text = clean_text(self.text)
        if not 1 <= len(text) <= most:
            raise EmptyPost
        return Words(text)


def write(request: PlayerRequest, other: Player, words: Words) -> Post:
    """Write to another player. A retry with the same key gives the first message.

    Raises EmptyPost, TooManyPosts, and what `check_may_write` does.
    """
    cleaned, now = words.cleaned(), request.now
    with transaction.atomic():
        people = {one.pk: one for one in _locked(request.player, other)}
        player, reader = people[request.player.pk], people[other.pk]
        wanted = idempotency.body_hash(to=other.pk, verb="write", text=cleaned.text, quick=cleaned.quick)
        first = idempotency.recall(request, wanted)
        if first is not None:
            return Post.objects.select_related("author").get(pk=first["post"])
        check_may_write(player, reader, now)
        count_post(player)
        post = _post(player, reader, cleaned, now)
        idempotency.remember(request, wanted, {"post": post.pk})
        return post


def _locked(*people: Player) -> list[Player]:
    """Their rows under locks, in the order of their numbers: as long, neither begins a thread twice nor leaves."""
    numbers = [one.pk for one in people]
    return list(Player.objects.select_for_update(no_key=True).filter(pk__in=numbers).order_by("pk"))


def count_post(player: Player) -> None:
    """Count one message against the author's limit. Raises TooManyPosts."""
    wait = limits.hit("messages", str(player.pk), settings.IGO_MESSAGES)
    if wait is not None:
        raise TooManyPosts(retry_after=int(wait) + 1)


def _post(player: Player, reader: Player, cleaned: Words, now: datetime) -> Post:
    low, high = sorted((player.pk, reader.pk))
    thread, _new = Thread.objects.get_or_create(low_id=low, high_id=high)
    for one, other in ((player, reader), (reader, player)):
        ThreadSide.objects.get_or_create(player=one, other=other, defaults={"thread": thread, "last_at": now})
    post = Post.objects.create(thread=thread, author=player, text=cleaned.text, quick=cleaned.quick, said_at=now)
    thread.sides.update(last_at=now)
    is_heard = bool(thread.sides.filter(player=reader, muted=False).update(unread=F("unread") + 1))
    if is_heard:
        _notify_once(post, reader, now)
    written(post, reader, is_heard=is_heard)
    return post


def _notify_once(post: Post, reader: Player, now: datetime) -> None:
    """One unread notice a conversation is enough, however much is written."""
    path = reverse("social:thread", args=[post.thread_id])
    if not Notice.objects.unread().filter(player=reader, kind="private_message", path=path).exists():
        Notice.objects.create(player=reader, kind="private_message", path=path, by=post.author, created_at=now)
    events.player_changed(reader.pk)


def side_of(player: Player, thread_id: int) -> ThreadSide:
    """A conversation as this player has it. Raises NoSuchThread."""
    found = ThreadSide.objects.filter(player=player, thread=thread_id).select_related("thread", "other").first()
    if found is None:
        raise NoSuchThread
    return found


def side_with(player: Player, other: Player) -> ThreadSide | None:
    """The conversation of these two as `player` has it, None before anything was written."""
    return ThreadSide.objects.filter(player=player, other=other).select_related("thread", "other").first()


def mark_read(side: ThreadSide, now: datetime) -> None:
    """The player has read all of it; the notices of it go, too."""
    if side.unread:
        ThreadSide.objects.filter(pk=side.pk).update(unread=0)
    path = side.thread.get_absolute_url()
    Notice.objects.unread().filter(player=side.player_id, kind="private_message", path=path).update(read_at=now)


def mute(side: ThreadSide, *, muted: bool) -> None:
    """Hear nothing of this conversation any more, or again; the other is not told."""
    ThreadSide.objects.filter(pk=side.pk).update(muted=muted, **({"unread": 0} if muted else {}))
