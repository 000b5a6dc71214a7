"""Pictures of positions as visitors see them, the same for all users."""

from __future__ import annotations

from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_safe

from games.models import Game
from sharing import films, pictures
from sharing.pictures import BoardPicture
from sharing.positions import find_public_game

FINISHED, RUNNING = "public, max-age=86400", "public, max-age=60"
"""The Cache-Control header of pictures of finished games and of games in progress, where a move can be undone."""

FOR_ALL_SITES = {"Cross-Origin-Resource-Policy": "cross-origin"}
"""The header that lets any site show a picture, even one that isolates itself (COEP). Nearly all other responses are
for the server's own pages only."""


@require_safe
def share_card_png(request: HttpRequest, game_id: int, move: int) -> HttpResponseBase:
    """Return the share card at this move as PNG, or the site's picture if the game is not public or does not exist."""
    game = find_public_game(game_id, people=True)
    if game is None:
        return site_preview_png(request)
    return _picture_response(request, pictures.find_share_card(game, move), _cache_control_for(game))


@require_safe
def share_card_svg(request: HttpRequest, game_id: int, move: int) -> HttpResponseBase:
    """Return the share card of a public game after this move as SVG. Raises Http404 if the game is not public or has
    fewer moves."""
    game = _find_public_game(game_id, people=True)
    picture = pictures.find_share_card(game, move)
    if picture is None:
        raise Http404
    return conditional_response(
        request, picture.etag, lambda: HttpResponse(picture.source, "image/svg+xml"), _cache_control_for(game)
    )


@require_safe
def site_preview_png(request: HttpRequest) -> HttpResponseBase:
    """Return the preview picture of the site."""
    return _picture_response(request, pictures.site_preview_picture(), FINISHED)


def _picture_response(request: HttpRequest, picture: BoardPicture | None, kept_for: str) -> HttpResponseBase:
    """Return the picture as PNG, or a 304 if the client has it. `kept_for` is the Cache-Control header. Raises Http404
    if there is no picture, or none can be drawn."""
    if picture is None or not pictures.can_draw_png():
        raise Http404
    return conditional_response(request, picture.etag, lambda: HttpResponse(picture.png(), "image/png"), kept_for)


@require_safe
def position_svg(request: HttpRequest, game_id: int, move: int) -> HttpResponseBase:
    """Return the position of a public game after this move as SVG, with coordinates."""
    game = _find_public_game(game_id)
    picture = pictures.find_drawing(game, move)
    if picture is None:
        raise Http404
    return conditional_response(
        request, picture.etag, lambda: HttpResponse(picture.source, "image/svg+xml"), _cache_control_for(game)
    )


@require_safe
def game_animation(request: HttpRequest, game_id: int, *, only_end: bool = False) -> HttpResponseBase:
    """Return the animation of a finished public game, or of its last moves, as GIF."""
    game = _find_public_game(game_id)
    if not (game.is_finished and films.can_animate()):
        raise Http404
    made = films.make_animation(game, only_end=only_end)
    return conditional_response(request, made.etag, lambda: HttpResponse(made.content, "image/gif"), FINISHED)


def _find_public_game(game_id: int, *, people: bool = False) -> Game:
    game = find_public_game(game_id, people=people)
    if game is None:
        raise Http404
    return game


def conditional_response(
    request: HttpRequest, etag: str, make: Callable[[], HttpResponse], kept_for: str
) -> HttpResponseBase:
    """Return a 304 if the client has this ETag, otherwise the response of `make`. `kept_for` is its Cache-Control
    header."""
    response = get_conditional_response(request, etag=etag) or make()
    response["ETag"], response["Cache-Control"] = etag, kept_for
    for name, value in FOR_ALL_SITES.items():
        response[name] = value
    return response


def _cache_control_for(game: Game) -> str:
    return FINISHED if game.is_finished else RUNNING
