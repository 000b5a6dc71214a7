"""The page of an estimate: which colour leads in a position, and the probable owner of each point."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import pgettext
from django.views.decorators.http import require_safe

from foundation.text import whole_number
from games.errors import GameError
from games.models import Game
from games.views.game import game_or_404
from machine_review.engines import GamePositions
from machine_review.services.estimates import Estimate, estimate_of
from machine_review.services.replaying import replay_positions
from rules import Color
from wording import words
from wording.board_svg import BoardMarks, estimate_svg


@require_safe
def estimate_view(request: HttpRequest, game_id: int) -> HttpResponse:
    """Return the page with the estimate of the current position, or of the position after `?move=` moves."""
    return render_estimate(request, game_or_404(request, game_id))


def render_estimate(request: HttpRequest, game: Game) -> HttpResponse:
    """Return the page with the estimate of a game's current position, or of the position after `?move=` moves."""
    course = replay_positions(game)
    last = len(course.moves)
    asked = whole_number(request.GET.get("move"), 6)
    move = last if asked is None else min(asked, last)
    context = {"game": game, "move": move, "last": last, "previous": move - 1, "following": move + 1}
    try:
        context |= _estimate_context(game, course, move)
    except GameError as error:
        context["refusal"] = error.message()
    return render(request, "machine_review/estimate.html", context)


def _estimate_context(game: Game, course: GamePositions, move: int) -> dict[str, object]:
    found: Estimate = estimate_of(game, course, move)
    marks = BoardMarks(last=course.moves[move - 1] if move else None)
    black, white = (words.localized_number(len(points)) for points in found.points.values)
    return {
        "engine": found.engine,
        "engine_failed": found.engine_failed,
        "lead": _lead_text(found),
        "black": black,
        "white": white,
        "score_rows": [] if found.score is None else words.score_rows(found.score),
        "board": estimate_svg(course.boards[move], marks, found.points),
    }


def _lead_text(found: Estimate) -> str:
    margin = words.localized_number(abs(found.lead))
    if found.lead == 0:
        return pgettext("computer analysis", "even")
    color = Color.BLACK if found.lead > 0 else Color.WHITE
    text = pgettext("text", "Black +%(margin)s") if color is Color.BLACK else pgettext("text", "White +%(margin)s")
    return text % {"margin": margin}
