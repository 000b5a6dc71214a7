"""The page of spectators' comments on a game."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.crypto import get_random_string
from django.views.decorators.http import require_http_methods, require_POST

from accounts.core.lookup import NoSuchPlayer, get_player_by_name
from accounts.models import Player
from foundation.refusals import Refusal
from games.models import Game
from games.services.idempotency import PlayerRequest
from games.views.game import game_or_404
from games.views.requests import player_of, received_at
from social.models import Post
from social.services import talk as talking
from social.services.threads import TextOrQuickReply
from wording.quick_replies import QUICK_REPLIES

MOST_SHOWN = 100
LONGEST_KEY = 64


@require_http_methods(["GET", "HEAD", "POST"])
def spectator_comments_page(request: HttpRequest, game_id: int) -> HttpResponse:
    """Return the page with the latest spectators' comments, and a form. POST adds a comment."""
    game = game_or_404(request, game_id)
    return _post_comment(request, game) if request.method == "POST" else _render_page(request, game)


@login_required
def _post_comment(request: HttpRequest, game: Game) -> HttpResponse:
    words = TextOrQuickReply(request.POST.get("text", ""), request.POST.get("quick", ""))
    key = request.POST.get("key", "")[:LONGEST_KEY] or None
    try:
        talking.add_spectator_comment(PlayerRequest(player_of(request), received_at(request), key), game.pk, words)
    except Refusal as refusal:
        return _render_page(request, game, refusal)
    return redirect("social:talk", game.pk)


@require_POST
@login_required
def mute_spectator(request: HttpRequest, game_id: int) -> HttpResponse:
    """Mute or unmute a spectator for the viewer, and redirect to the game's comments."""
    game, player = game_or_404(request, game_id), player_of(request)
    try:
        other = get_player_by_name(request.POST.get("name", ""))
        if request.POST.get("do") == "unmute":
            talking.unmute_spectator(player=player, other=other)
        else:
            talking.mute_spectator(player=player, other=other)
    except NoSuchPlayer as error:
        raise Http404 from error
    except Refusal as refusal:
        messages.error(request, refusal.message())
    return redirect("social:talk", game.pk)


def _render_page(request: HttpRequest, game: Game, refusal: Refusal | None = None) -> HttpResponse:
    posts: list[Post] = []
    sealed = None
    try:
        posts = list(talking.visible_comments(request.user, game).order_by("-pk")[:MOST_SHOWN])[::-1]
    except Refusal as error:
        sealed = error
    problem, viewer = sealed or refusal, request.user
    context = {
        "game": game,
        "posts": posts,
        "sealed": "" if sealed is None else sealed.message(),
        "refusal": "" if refusal is None or sealed is not None else refusal.message(),
        "text": "" if refusal is None else request.POST.get("text", ""),
        "may_write": sealed is None and isinstance(viewer, Player) and talking.may_comment(viewer, game),
        "muted": talking.players_muted_by(viewer) if isinstance(viewer, Player) else [],
        "quick_replies": QUICK_REPLIES.items(),
        "longest": talking.LONGEST_REMARK,
        "key": get_random_string(16),
    }
    response = render(request, "social/talk.html", context, status=200 if problem is None else problem.http_status)
    if problem is not None and "retry_after" in problem.data:
        response["Retry-After"] = str(problem.data["retry_after"])
    return response
