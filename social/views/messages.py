"""Pages of private messages: the list of conversations, and one conversation."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import OuterRef, Subquery
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.crypto import get_random_string
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.core.lookup import NoSuchPlayer, get_player_by_name
from accounts.models import Player
from foundation.clients import is_navigation
from foundation.keyset import MergedStreams, Stream, read_page, rows_in_key_order
from foundation.refusals import Refusal
from foundation.text import clean_text
from games.services.idempotency import PlayerRequest
from games.views.requests import player_of, received_at, requested_page
from social.errors import NoSuchThread
from social.models import LONGEST_POST, Post, ThreadSide
from social.services import threads as conversations
from social.services.permission import check_may_write
from social.services.threads import TextOrQuickReply
from wording.quick_replies import QUICK_REPLIES

A_PAGE = 30
MOST_SHOWN = 60
LONGEST_KEY = 64
AROUND = 30


@require_safe
@login_required
def thread_list(request: HttpRequest) -> HttpResponse:
    """Return the page with the player's conversations, the latest first. On each page, those with new messages come
    first. With `?archived=1`, show archived ones; with `?q=`, show the messages that contain this text."""
    text = clean_text(request.GET.get("q", ""))[: conversations.LONGEST_SEARCH]
    if text:
        return _message_search_page(request, text)
    archived = request.GET.get("archived") == "1"
    mine = ThreadSide.objects.filter(player=player_of(request), archived=archived)
    page = read_page(MergedStreams([Stream(mine, at="last_at")]), requested_page(request.GET, by_time=True), A_PAGE)
    newest = Post.objects.filter(thread=OuterRef("thread")).order_by("-pk").values("pk")[:1]
    rows = mine.select_related("other", "thread").annotate(newest=Subquery(newest))
    sides = rows_in_key_order(page.keys, rows.filter(pk__in=[number for _, number in page.keys]))
    posts = Post.objects.in_bulk([side.newest for side in sides if side.newest])
    shown = [(side, posts.get(side.newest)) for side in sorted(sides, key=lambda side: not side.unread)]
    context = {"sides": shown, "found": page, "archived": archived, "query": "archived=1" if archived else ""}
    return render(request, "social/threads.html", context | {"longest_search": conversations.LONGEST_SEARCH})


def _message_search_page(request: HttpRequest, text: str) -> HttpResponse:
    player = player_of(request)
    page = read_page(
        MergedStreams([Stream(conversations.search_private_messages(player, text))]),
        requested_page(request.GET, by_time=False),
        A_PAGE,
    )
    rows = Post.objects.select_related("author", "thread__low", "thread__high")
    posts = rows_in_key_order(page.keys, rows.filter(pk__in=[number for _, number in page.keys]))
    shown = [
        (
            post,
            post.thread.high if post.thread.low_id == player.pk else post.thread.low,
            _message_from_match_on(post.words, text),
        )
        for post in posts
    ]
    context = {"rows": shown, "found": page, "asked": text, "query": urlencode({"q": text})}
    return render(request, "social/found.html", context | {"longest_search": conversations.LONGEST_SEARCH})


def _message_from_match_on(message: str, searched: str) -> str:
    """Return the message from a few words before the first occurrence of the searched text, with an ellipsis in place
    of the beginning."""
    at = message.casefold().find(searched.casefold())
    start = max(message.rfind(" ", 0, max(at - AROUND, 0)) + 1, at - 2 * AROUND)
    return message if start <= 0 else f"… {message[start:]}"


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def new_thread(request: HttpRequest, name: str) -> HttpResponse:
    """Return the page with the form for the first message to the player with this name, or redirect to the existing
    conversation. POST sends the message."""
    player = player_of(request)
    try:
        other = get_player_by_name(name)
    except NoSuchPlayer as error:
        raise Http404 from error
    side = conversations.find_thread_side_with(player, other)
    if request.method == "POST":
        return _post_message(request, other, side)
    if side is not None:
        return redirect(side.thread)
    if other == player:
        raise Http404
    return _thread_page(request, other, None)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def thread_page(request: HttpRequest, thread_id: int) -> HttpResponse:
    """Return the page with the last messages of a conversation and the form. POST adds a message. Opening the page
    marks the conversation as read; automatic reloads of an open page do not."""
    side = _side_or_404(request, thread_id)
    if request.method == "POST":
        return _post_message(request, side.other, side)
    if is_navigation(request):
        conversations.mark_thread_read(side, received_at(request))
    return _thread_page(request, side.other, side)


@require_POST
@login_required
def mute_thread(request: HttpRequest, thread_id: int) -> HttpResponse:
    """Mute or unmute a conversation, and redirect to it."""
    side = _side_or_404(request, thread_id)
    conversations.set_thread_muted(side, muted=request.POST.get("do") == "mute")
    return redirect(side.thread)


@require_POST
@login_required
def archive_thread(request: HttpRequest, thread_id: int) -> HttpResponse:
    """Move a conversation to the archive or back to the list, and redirect to the list of conversations."""
    side = _side_or_404(request, thread_id)
    archived = request.POST.get("do") == "archive"
    conversations.set_thread_archived(side, received_at(request), archived=archived)
    if archived:
        messages.success(request, _("Conversation archived until the next message."))
    else:
        messages.success(request, _("Conversation unarchived. It is back in the list."))
    return redirect("social:threads")


def _side_or_404(request: HttpRequest, thread_id: int) -> ThreadSide:
    try:
        return conversations.thread_side_of_player(player_of(request), thread_id)
    except NoSuchThread as error:
        raise Http404 from error


def _post_message(request: HttpRequest, other: Player, side: ThreadSide | None) -> HttpResponse:
    words = TextOrQuickReply(request.POST.get("text", ""), request.POST.get("quick", ""))
    key = request.POST.get("key", "")[:LONGEST_KEY] or None
    try:
        post = conversations.write_message(PlayerRequest(player_of(request), received_at(request), key), other, words)
    except Refusal as refusal:
        return _thread_page(request, other, side, refusal=refusal)
    return redirect("social:thread", post.thread_id)


def _thread_page(
    request: HttpRequest, other: Player, side: ThreadSide | None, refusal: Refusal | None = None
) -> HttpResponse:
    player = player_of(request)
    older = request.GET.get("before", "")
    posts = (
        []
        if side is None
        else _last_posts_and_one_more(side, int(older) if older.isascii() and older.isdigit() else None)
    )
    context = {
        "other": other,
        "side": side,
        "posts": posts[-MOST_SHOWN:],
        "older": posts[1].pk if len(posts) > MOST_SHOWN else None,
        "refusal": "" if refusal is None else refusal.message(),
        "text": "" if refusal is None else request.POST.get("text", ""),
        "closed": _cannot_write_reason(player, other, request),
        "quick_replies": QUICK_REPLIES.items(),
        "longest": LONGEST_POST,
        "key": get_random_string(16),
    }
    response = render(request, "social/thread.html", context, status=200 if refusal is None else refusal.http_status)
    if refusal is not None and "retry_after" in refusal.data:
        response["Retry-After"] = str(refusal.data["retry_after"])
    return response


def _last_posts_and_one_more(side: ThreadSide, before: int | None) -> list[Post]:
    """Return the last MOST_SHOWN messages of the conversation, oldest first, before the message with the id `before` if
    it is given. If there are earlier messages, one more is at the start of the list."""
    rows = side.thread.posts.select_related("author").order_by("-pk")
    if before is not None:
        rows = rows.filter(pk__lt=min(before, 2**63 - 1))
    return list(rows[: MOST_SHOWN + 1])[::-1]


def _cannot_write_reason(player: Player, other: Player, request: HttpRequest) -> str:
    """Return the reason why the player cannot write now, "" if they can."""
    try:
        check_may_write(player, other, received_at(request))
    except Refusal as refusal:
        return refusal.message()
    return ""
