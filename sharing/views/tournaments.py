"""A tournament's table and rounds in an iframe for pages of other sites (E121), as visitors see them, without
cookies."""

from __future__ import annotations

from csp.constants import NONE
from csp.decorators import csp_replace
from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.template.loader import render_to_string
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from games.event_boards import longest_games_in_progress
from games.models import Game
from sharing.views.embed import KEPT_FOR, allowed_frame_ancestors
from sharing.views.pictures import FOR_ALL_SITES
from tournaments import access
from tournaments.errors import NoSuchRound, NoSuchTournament
from tournaments.models import Tournament
from tournaments.views.printing import (
    entrants_context,
    printable_page_context,
    round_context,
    standings_or_sections_context,
)
from tournaments.views.shared import requested_number


@require_safe
@xframe_options_exempt
def embed_tournament(request: HttpRequest, tournament_id: int) -> HttpResponseBase:
    """Return the page for an iframe with a tournament's cross table, or with the pairings and results of `?round=`.
    `?page=` selects the page of the table. Raises Http404."""
    try:
        shown = access.tournament_for(AnonymousUser(), tournament_id)
    except NoSuchTournament as error:
        raise Http404 from error
    wanted = requested_number(request, "round"), requested_number(request, "page")
    framed = csp_replace({"frame-ancestors": allowed_frame_ancestors(), "form-action": [NONE]})
    answer: HttpResponseBase = framed(lambda _: _render_page(shown, *wanted))(request)
    return answer


def _render_page(shown: Tournament, number: int | None, page: int | None) -> HttpResponse:
    """Return the page for an iframe, rendered without the request: no session, no CSRF token, no personal settings."""
    context = printable_page_context(shown) | {"user": AnonymousUser()}
    if number is not None:
        try:
            context |= round_context(access.visible_round(shown, number, directs=False), page, with_pictures=True)
        except NoSuchRound as error:
            raise Http404 from error
    elif shown.started_at is not None:
        games = Game.objects.filter(pairing__round__tournament=shown)
        context |= standings_or_sections_context(shown, page) | {
            "games": longest_games_in_progress(games, AnonymousUser())
        }
    else:
        context |= entrants_context(shown)
    return HttpResponse(
        render_to_string("tournaments/embed.html", context), headers={"Cache-Control": KEPT_FOR, **FOR_ALL_SITES}
    )
