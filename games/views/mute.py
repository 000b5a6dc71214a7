"""The page to mute one game."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from games.views.game import game_or_404
from games.views.requests import player_of
from notifications.models import GameMute
from notifications.preferences import mute_game, unmute_game


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def mute_game_page(request: HttpRequest, game_id: int) -> HttpResponse:
    """Return the page that asks whether to mute a game of the player. POST with `mute` 1 mutes the game, otherwise
    unmutes it."""
    player, game = player_of(request), game_or_404(request, game_id)
    if game.seat_of(player) is None:
        raise Http404
    if request.method == "POST":
        (mute_game if request.POST.get("mute") == "1" else unmute_game)(player, game.pk)
        return redirect("games:mute", game.pk)
    is_muted = GameMute.objects.filter(player=player, game=game).exists()
    return render(request, "games/mute.html", {"game": game, "is_muted": is_muted})
