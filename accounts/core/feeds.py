"""Atom feeds of this server (RFC 4287)."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.feedgenerator import Atom1Feed
from django.utils.html import linebreaks
from django.utils.translation import get_language
from django.utils.xmlutils import SimplerXMLGenerator

from . import site


class PlainTextAtomFeed(Atom1Feed):
    """An Atom feed whose entries have plain text as their description. Atom1Feed declares descriptions as HTML, so
    the text is escaped and its line breaks become elements."""

    def add_item_elements(self, handler: SimplerXMLGenerator, item: dict[str, Any]) -> None:
        """Write the elements of a feed entry, with its description as escaped text."""
        html = linebreaks(item["description"], autoescape=True)
        super().add_item_elements(handler, item | {"description": html})


def new_feed(request: HttpRequest, title: str, path: str) -> PlainTextAtomFeed:
    """Return an empty Atom feed with this request's URL as its own URL and id. The feed links to the page at `path`,
    because its entries are changes of that page."""
    here = request.build_absolute_uri(request.path)
    return PlainTextAtomFeed(
        title=title, link=request.build_absolute_uri(path), description="", language=get_language(), feed_url=here,
        feed_guid=here, author_name=site.name(),
    )  # fmt: skip


def feed_response(feed: Atom1Feed) -> HttpResponse:
    """Return the HTTP response with this feed as Atom XML."""
    return HttpResponse(feed.writeString("utf-8"), content_type="application/atom+xml; charset=utf-8")
