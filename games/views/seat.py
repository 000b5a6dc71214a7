"""The page of a player who is invited to a seat that another player has left (V39)."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from accounts.core.guests import NotForGuests
from accounts.core.restrictions import NewGamesBlocked, Suspended
from foundation import timesource
from games.errors import GameError
from games.services import successors
from games.services.idempotency import PlayerRequest
from games.views.requests import player_of, received_at
from wording import dates
from wording.refusals import sentence_for


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def seat_invitation_page(request: HttpRequest, game_id: int) -> HttpResponse:
    """Return the page that shows the game's players and asks the invited player whether to take the vacant seat. POST
    accepts or declines (`allow` is yes or no)."""
    player, now = player_of(request), timesource.now()
    offer = successors.find_seat_offer_to(player, game_id, now)
    if offer is None:
        raise Http404
    game = offer.game
    refusal = None
    if request.method == "POST":
        allow = request.POST.get("allow") == "yes"
        try:
            successors.answer_invitation(PlayerRequest(player, received_at(request)), game.pk, allow=allow)
        except (GameError, NewGamesBlocked, NotForGuests, Suspended) as refused:
            refusal = sentence_for(refused)
        else:
            return redirect("notifications:notices")
    until = dates.full_time(offer.until)
    context = {"game": game, "offer": offer, "refusal": refusal, "seats": game.seat_list(), "until": until}
    return render(request, "games/seat.html", context, status=409 if refusal else 200)
