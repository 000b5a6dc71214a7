"""The pages of discussions: lists of topics, one topic, and the feed."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import Max, Prefetch, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import translation
from django.utils.crypto import get_random_string
from django.utils.http import urlencode
from django.utils.translation import pgettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.core.feeds import feed_response, new_feed
from accounts.models import Player
from clubs.errors import NotMember
from clubs.models import Club, ClubNotice
from clubs.services.rights import is_member
from clubs.signals import all_events_of
from clubs.views.shared import club_or_404 as club_found
from clubs.views.shared import header_context_of_club
from discussion import access, services
from discussion.errors import NoSuchTopic
from discussion.services import NewTopic, TopicAct
from foundation.clients import is_navigation
from foundation.keyset import MergedStreams, Stream, read_page, rows_in_key_order
from foundation.refusals import Refusal
from foundation.text import whole_number
from games.services.idempotency import PlayerRequest
from games.views.requests import player_of, received_at, requested_page
from notifications.preferences import settings_or_defaults
from notifications.services import choosing
from social.errors import NoSuchPost
from social.models import LONGEST_POST, LONGEST_TOPIC, Post, Topic

A_PAGE, POSTS_A_PAGE, MOST_NEWS, LONGEST_SEARCH, LONGEST_KEY = 30, 50, 30, 60, 64


@require_safe
def topic_list(request: HttpRequest) -> HttpResponse:
    """Return the page with the topics of the whole server, the latest post first. `?q=` searches titles and posts."""
    return render(request, "discussion/topics.html", _list_context(request, None))


@require_safe
def club_topic_list(request: HttpRequest, club_id: int) -> HttpResponse:
    """Return the page with a club's topics for its members. Others see only that the club has discussions."""
    club = club_found(request, club_id)
    context = header_context_of_club(request, club, "discussion")
    if context["role"] is not None:
        secret = settings_or_defaults(player_of(request)).feed
        context |= _list_context(request, club) | {"secret": secret}
    return render(request, "discussion/club.html", context)


def _list_context(request: HttpRequest, club: Club | None) -> dict[str, Any]:
    asked = request.GET.get("q", "").strip()[:LONGEST_SEARCH]
    readable = Post.objects.readable_by(request.user)
    there = Topic.objects.visible_to(request.user).filter(club=club).with_posts(readable)
    there = there.matching(asked, readable).order_by()
    page = read_page(MergedStreams([Stream(there, at="last_at")]), requested_page(request.GET, by_time=True), A_PAGE)
    rows = Topic.objects.for_reader(request.user).filter(pk__in=[number for _at, number in page.keys])
    posts = readable.filter(hidden_at=None).select_related("author").order_by("-number")
    rows = rows.prefetch_related(Prefetch("posts", posts[:1], to_attr="latest"))
    return {
        "rows": rows_in_key_order(page.keys, rows),
        "found": page,
        "asked": asked,
        "longest": LONGEST_SEARCH,
        "query": urlencode({"q": asked}) if asked else "",
    }


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def new_topic(request: HttpRequest) -> HttpResponse:
    """Return the page with the form that starts a topic. POST starts the topic, and redirects to it. With `?club=`, the
    topic is in that club."""
    number, refusal = whole_number(request.GET.get("club"), 9), None
    club = None if number is None else club_found(request, number)
    try:
        access.check_may_start_topic(player_of(request), club, received_at(request))
    except NotMember as error:
        raise Http404 from error
    except Refusal as error:
        refusal = error
    if request.method == "POST":
        plan = NewTopic(
            title=request.POST.get("title", ""),
            text=request.POST.get("text", ""),
            club=None if club is None else club.pk,
        )
        try:
            return redirect(services.start_topic(_player_request(request), plan))
        except Refusal as error:
            refusal = error
    context = {"club": club, "refusal": refusal, "title": request.POST.get("title", ""), "longest_title": LONGEST_TOPIC}
    return _render_with_refusal(request, "discussion/new.html", context | _form_context(request), refusal)


def _player_request(request: HttpRequest) -> PlayerRequest:
    key = request.POST.get("key", "")[:LONGEST_KEY] or None
    return PlayerRequest(player_of(request), received_at(request), key)


def _form_context(request: HttpRequest) -> dict[str, Any]:
    return {"text": request.POST.get("text", ""), "longest": LONGEST_POST, "key": get_random_string(16)}


def _render_with_refusal(
    request: HttpRequest, page: str, context: dict[str, Any], refusal: Refusal | None
) -> HttpResponse:
    is_refused = refusal is not None and request.method == "POST"
    response = render(request, page, context, status=refusal.http_status if refusal and is_refused else 200)
    if refusal is not None and "retry_after" in refusal.data:
        response["Retry-After"] = str(refusal.data["retry_after"])
    return response


@require_http_methods(["GET", "HEAD", "POST"])
def topic_page(request: HttpRequest, topic_id: int) -> HttpResponse:
    """Return the page of a topic at the first unread post, or at `?post=`. `?quote=` puts that post into the form. POST
    writes a post.

    Opening the page marks the shown posts as read; automatic reloads of an open page do not.
    """
    shown = _topic_or_404(request, topic_id)
    return _post_reply(request, shown) if request.method == "POST" else _topic_page(request, shown)


def _topic_or_404(request: HttpRequest, topic_id: int) -> Topic:
    try:
        return access.visible_topic(request.user, topic_id)
    except NoSuchTopic as error:
        raise Http404 from error


@login_required
def _post_reply(request: HttpRequest, shown: Topic) -> HttpResponse:
    try:
        return redirect(services.reply_to_topic(_player_request(request), shown.pk, request.POST.get("text", "")))
    except Refusal as refusal:
        return _topic_page(request, shown, refusal)


def _topic_page(request: HttpRequest, shown: Topic, refusal: Refusal | None = None) -> HttpResponse:
    asked = whole_number(request.GET.get("post"), 8)
    read: int = shown.read  # type: ignore[attr-defined]
    place = read + 1 if asked is None else asked
    end = shown.posts.aggregate(end=Max("number"))["end"] or 1
    number = (max(1, min(place, end)) - 1) // POSTS_A_PAGE
    first, last = number * POSTS_A_PAGE + 1, min((number + 1) * POSTS_A_PAGE, end)
    posts = list(_readable_posts(request, shown).filter(number__gte=first, number__lte=last).order_by("number"))
    if isinstance(request.user, Player) and is_navigation(request):
        try:
            services.mark_posts_read(_player_request(request), shown, last)
        except NoSuchTopic as error:
            raise Http404 from error
    form = _form_context(request)
    context = {
        "topic": shown,
        "posts": posts,
        "first_unread": next((post.number for post in posts if post.number > read), 0) if read >= first else 0,
        "earlier": first - 1,
        "later": last + 1 if last < end else 0,
        "refusal": "" if refusal is None else refusal.message(),
        "why_not": access.reply_refusal(request.user, shown, received_at(request)),
        "may_close": access.may_close_topic(request.user, shown),
        **form,
        "text": form["text"] or _quoted_post(request, shown),
    }
    return _render_with_refusal(request, "discussion/topic.html", context, refusal)


def _readable_posts(request: HttpRequest, shown: Topic) -> QuerySet[Post]:
    return Post.objects.readable_by(request.user).filter(topic=shown).select_related("author")


def _quoted_post(request: HttpRequest, shown: Topic) -> str:
    """Return the post with the number `?quote=` as a quotation for the form, "" if there is none."""
    asked = whole_number(request.GET.get("quote"), 8)
    post = None if asked is None else _readable_posts(request, shown).filter(number=asked, hidden_at=None).first()
    if post is None:
        return ""
    lines = [f"{post.author.shown_name}:", *post.text.splitlines()]
    return "\n".join(f"> {line}" for line in lines)[: LONGEST_POST // 2] + "\n\n"


@require_POST
@login_required
def perform_topic_act(request: HttpRequest, topic_id: int) -> HttpResponse:
    """Follow, unfollow, mute, unmute, close or reopen the topic, and redirect to it."""
    shown = _topic_or_404(request, topic_id)
    doing = request.POST.get("do", "")
    try:
        if doing in list(TopicAct):
            services.perform_topic_act(_player_request(request), shown.pk, TopicAct(doing))
    except Refusal as refusal:
        messages.error(request, refusal.message())
    return redirect(shown)


@require_POST
@login_required
def delete_own_post(request: HttpRequest, topic_id: int) -> HttpResponse:
    """Delete the viewer's own post, and redirect to its place in the topic, or to the list if the topic is gone."""
    shown = _topic_or_404(request, topic_id)
    try:
        services.delete_own_post(player_of(request), shown.pk, whole_number(request.POST.get("post"), 18) or 0)
    except (NoSuchPost, NoSuchTopic) as error:
        raise Http404 from error
    if Topic.objects.filter(pk=shown.pk).exists():
        return redirect(f"{shown.get_absolute_url()}?post={whole_number(request.POST.get('at'), 8) or 1}")
    return redirect("discussion:topics") if shown.club is None else redirect("discussion:club", shown.club.pk)


@require_safe
def topics_feed(request: HttpRequest) -> HttpResponse:
    """Return an Atom feed (RFC 4287) of the latest public posts in topics of the whole server."""
    feed = new_feed(request, pgettext("feed", "Go: discussions"), reverse("discussion:topics"))
    rows = Post.objects.filter(topic__isnull=False, topic__club=None, hidden_at=None)
    posts = list(rows.select_related("author").order_by("-pk")[:MOST_NEWS])
    titles = Topic.objects.for_reader(request.user).in_bulk({post.topic_id for post in posts if post.topic_id})
    for post in posts:
        link = request.build_absolute_uri(post.get_absolute_url())
        feed.add_item(
            title=titles[post.topic_id or 0].shown_title, link=link, description=post.text, unique_id=link,
            author_name=post.author.shown_name, pubdate=post.said_at, updateddate=post.said_at,
        )  # fmt: skip
    return feed_response(feed)


@require_safe
def club_feed(request: HttpRequest, club_id: int, secret: str) -> HttpResponse:
    """Return an Atom feed (RFC 4287) of a club's latest posts, notices and events. The secret in the URL identifies the
    player, who must be a member of the club."""
    player = choosing.FEED.find_owner(secret)
    club = None if player is None else Club.objects.open().filter(pk=club_id).first()
    if player is None or club is None or not is_member(player, club_id):
        raise Http404
    with translation.override(player.language or settings.LANGUAGE_CODE):
        feed = new_feed(request, club.name, club.get_absolute_url())
        for at, title, path, text in sorted(_club_news_items(club, player), reverse=True)[:MOST_NEWS]:
            link = request.build_absolute_uri(path)
            feed.add_item(
                title=title, link=link, description=text, unique_id=link, pubdate=at, updateddate=at,
                author_name=club.name,
            )  # fmt: skip
        answer = feed_response(feed)
    answer["Cache-Control"] = "private, no-store"
    return answer


def _club_news_items(club: Club, player: Player) -> Iterator[tuple[datetime, str, str, str]]:
    """Yield time, title, path and text of the club's latest posts, notices and events that this member may read."""
    posts = Post.objects.readable_by(player).filter(topic__club=club, hidden_at=None)
    latest = list(posts.select_related("author").order_by("-pk")[:MOST_NEWS])
    titles = Topic.objects.for_reader(player).in_bulk({post.topic_id for post in latest if post.topic_id})
    for post in latest:
        title = f"{titles[post.topic_id or 0].shown_title} · {post.author.shown_name}"
        yield post.said_at, title, post.get_absolute_url(), post.text
    notices = ClubNotice.objects.filter(club=club, deleted_at=None, hidden_at=None).order_by("-pk")[:MOST_NEWS]
    for notice in notices:
        yield notice.at, pgettext("in a feed", "Notice"), notice.get_absolute_url(), notice.text
    for event in all_events_of(club):
        yield event.at, f"{event.kind} · {event.name}", event.path, " · ".join(filter(None, (event.size, event.state)))
