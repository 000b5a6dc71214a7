"""oEmbed (oembed.com): editors that support it turn the URL of a public game into a board."""

from __future__ import annotations

import re
from urllib.parse import parse_qs, urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from accounts.core import site
from foundation.text import whole_number
from games.models import Game
from sharing import embedding, pictures
from sharing.drawing import HIGH, WIDE
from sharing.positions import find_public_game
from sharing.previews import absolute_url, game_title
from sharing.views.pictures import FOR_ALL_SITES

VERSION = "1.0"
SECONDS = 3600
"""How long a response may be cached, in seconds."""
_GAME = re.compile(r"/g/([0-9]{1,18})/?")
_SIZE = re.compile(r"[1-9][0-9]{0,4}")


@require_safe
def oembed(request: HttpRequest) -> HttpResponse:
    """Return the oEmbed JSON with the HTML that embeds the public game at `?url=`, at most `?maxwidth=` by
    `?maxheight=` pixels."""
    asked = request.GET
    if asked.get("format", "json") != "json":
        return _error_response(501, "Only format=json is known here.")
    room = [asked.get(name, "") for name in ("maxwidth", "maxheight")]
    if any(text and not _SIZE.fullmatch(text) for text in room):
        return _error_response(400, "maxwidth and maxheight are numbers of pixels.")
    found = _find_game_at(asked.get("url", ""))
    if found is None:
        return _error_response(404, "No public game is at this url.")
    game, move = found
    width, height = embedding.frame_size(game, [int(text) if text else None for text in room])
    return _json_response(
        {
            **_oembed_fields(game, move),
            "html": embedding.embed_code(game, move, (width, height)),
            "width": width,
            "height": height,
        }
    )


def _find_game_at(url: str) -> tuple[Game, int | None] | None:
    """Return the public game of this URL, and the move number in it (None: the current position). Return None if the
    URL is not that of a public game."""
    try:
        parts, here = urlsplit(url), urlsplit(settings.IGO_URL)
    except ValueError:
        return None
    found = _GAME.fullmatch(parts.path)
    game = find_public_game(int(found[1])) if found and parts.netloc.lower() == here.netloc.lower() else None
    if game is None or not embedding.is_allowed():
        return None
    return game, whole_number(parse_qs(parts.query).get("move", [""])[0], 6)


def _oembed_fields(game: Game, move: int | None) -> dict[str, object]:
    about: dict[str, object] = {
        "type": "rich",
        "version": VERSION,
        "title": game_title(game),
        "provider_name": site.name(),
        "provider_url": settings.IGO_URL,
        "cache_age": SECONDS,
    }
    if pictures.can_draw_png():
        number = game.move_number if move is None else min(move, game.move_number)
        about |= {
            "thumbnail_url": absolute_url(reverse("sharing:preview", args=[game.pk, number])),
            "thumbnail_width": WIDE,
            "thumbnail_height": HIGH,
        }
    return about


def _error_response(status: int, why: str) -> HttpResponse:
    return JsonResponse({"error": why}, status=status)


def _json_response(about: dict[str, object]) -> HttpResponse:
    return JsonResponse(about, headers={"Cache-Control": f"public, max-age={SECONDS}", **FOR_ALL_SITES})
