"""Atom feeds of this server (RFC 4287)."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import get_language

from . import site


def new_feed(request: HttpRequest, title: str, path: str) -> Atom1Feed:
    """Return an empty Atom feed with this request's URL as its own URL and id. The feed links to the page at `path`,
    because its entries are changes of that page."""
    here = request.build_absolute_uri(request.path)
    return Atom1Feed(
        title=title, link=request.build_absolute_uri(path), description="", language=get_language(), feed_url=here,
        feed_guid=here, author_name=site.name(),
    )  # fmt: skip


def feed_response(feed: Atom1Feed) -> HttpResponse:
    """Return the HTTP response with this feed as Atom XML."""
    return HttpResponse(feed.writeString("utf-8"), content_type="application/atom+xml; charset=utf-8")
