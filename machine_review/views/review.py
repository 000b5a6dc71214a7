"""The page of a game's computer analysis, and its forms."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from foundation.text import whole_number
from games.errors import GameError
from games.models import Game
from games.views.game import game_or_404
from games.views.requests import player_of, received_at
from machine_review.models import ReviewJob
from machine_review.services import reviews

from .estimate import render_estimate
from .review_page import ReviewPage

COOKIE, A_YEAR = "reviews", 366 * 24 * 3600
"""The cookie in which visitors without an account choose to hide or show analyses, and its age in seconds."""


@require_http_methods(["GET", "HEAD", "POST"])
def review_page(request: HttpRequest, game_id: int) -> HttpResponse:
    """Return the page of the analysis, or of an estimate if there is neither an analysis nor an engine. With `?move=`,
    it also shows the boards of this move. POST requests the analysis, hides all analyses, or shows them again."""
    if request.method != "POST":
        return _render_review(request, game_or_404(request, game_id))
    if request.user.is_authenticated or request.POST.get("what") not in ("hide", "show"):
        return _request_or_hide_review(request, game_id)
    response = redirect(request.path)
    response.set_cookie(COOKIE, request.POST["what"], max_age=A_YEAR, secure=request.is_secure(), samesite="Lax")
    return response


def _render_review(request: HttpRequest, game: Game, refused: GameError | None = None) -> HttpResponse:
    job: ReviewJob | None = None
    is_hidden = reviews.are_reviews_hidden_for(request.user)
    if not request.user.is_authenticated:
        is_hidden = request.COOKIES.get(COOKIE) == "hide"
    try:
        job = None if is_hidden else reviews.find_review(game)
    except GameError as error:
        refused = error
    page = ReviewPage(game, job, whole_number(request.GET.get("move"), 6))
    if not (refused or is_hidden or page.has_engine or job):
        return render_estimate(request, game)
    context = {"page": page, "refusal": "" if refused is None else refused.message(), "hidden": is_hidden}
    response = render(request, "machine_review/review.html", context, status=_http_status(request, refused))
    if refused is not None and "retry_after" in refused.data:
        response["Retry-After"] = str(refused.data["retry_after"])
    return response


def _http_status(request: HttpRequest, refused: GameError | None) -> int:
    """Return the HTTP status: 200 for a page that explains why there is no analysis, or the error's status for a
    refused request."""
    return 200 if refused is None or request.method != "POST" else refused.http_status


@login_required
def _request_or_hide_review(request: HttpRequest, game_id: int) -> HttpResponse:
    game, what = game_or_404(request, game_id), request.POST.get("what", "ask")
    if what in ("hide", "show"):
        reviews.set_reviews_hidden(player_of(request), hidden=what == "hide")
        return redirect(request.path)
    try:
        reviews.request_review(game, player_of(request), now=received_at(request))
    except GameError as error:
        return _render_review(request, game, error)
    return redirect(request.path)
