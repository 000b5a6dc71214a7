"""A board in an iframe for pages of other sites: public games only, as visitors see them, without cookies and forms.

Only these pages may be in a frame of another site (`frame-ancestors`, IGO_EMBED_ORIGINS), because a click on them
cannot act for a signed-in player.
"""

from __future__ import annotations

from csp.constants import NONE
from csp.decorators import csp_replace
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.template.loader import render_to_string
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from foundation.text import whole_number
from games.models import Game
from sharing.positions import find_position, find_public_game
from sharing.previews import game_title, position_path
from sharing.views.pictures import FOR_ALL_SITES
from wording import words
from wording.board_svg import BoardMarks, board_svg

KEPT_FOR = "public, max-age=60"


@require_safe
@xframe_options_exempt
def embed_page(request: HttpRequest, game_id: int) -> HttpResponseBase:
    """Return the page for an iframe with the board of a public game after move `?move=`, by default at its current
    position, and links to the other positions. Raises Http404."""
    game = find_public_game(game_id)
    number = whole_number(request.GET.get("move"), 6)
    if game is None:
        raise Http404
    framed = csp_replace({"frame-ancestors": allowed_frame_ancestors(), "form-action": [NONE]})
    answer: HttpResponseBase = framed(lambda _: _render_embed(game, number))(request)
    return answer


def allowed_frame_ancestors() -> list[str]:
    """Return the sources that may embed this server's boards, for the `frame-ancestors` directive."""
    return [NONE] if settings.IGO_EMBED_ORIGINS == ["none"] else list(settings.IGO_EMBED_ORIGINS)


def _render_embed(game: Game, number: int | None) -> HttpResponse:
    """Return the page for an iframe, rendered without the request: no session, no CSRF token, no personal settings."""
    last = game.move_number
    position = find_position(game, last if number is None else min(number, last))
    assert position is not None
    here = position.number
    context = {
        "game": game,
        "title": game_title(game),
        "seats": game.seat_list(),
        "board": board_svg(position.board, BoardMarks(last=position.last)),
        "here": here,
        "steps": (0, max(0, here - 1), min(last, here + 1), last),
        "result": words.result_sentence_of_columns(game) if here == last else "",
        "address": position_path(game, here),
    }
    return HttpResponse(
        render_to_string("sharing/embed.html", context), headers={"Cache-Control": KEPT_FOR, **FOR_ALL_SITES}
    )
