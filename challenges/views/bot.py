"""Start a game against the server's bot with one click, even without an account."""

from __future__ import annotations

from dataclasses import replace

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from accounts.core import site
from accounts.core.restrictions import NewGamesBlocked, Suspended
from challenges.services.server_bot import (
    FIRST_GAME,
    bot_level_for,
    capture_game_terms,
    find_server_bot,
    find_unstarted_bot_game,
    play_server_bot,
)
from challenges.views.invitations import sign_in_as_guest
from foundation.text import whole_number
from games.errors import BadTerms, GameError
from games.services.idempotency import PlayerRequest
from games.terms import Terms
from games.views.requests import player_of, received_at
from wording.refusals import sentence_for


@require_POST
def play_bot(request: HttpRequest) -> HttpResponse:
    """Open a game against the bot on the small board: an existing game without moves, otherwise a new one. `capture` (a
    number of stones) and `size` select capture Go. A visitor without an account becomes a guest."""
    try:
        terms = _requested_terms(request)
        find_server_bot()
        page = sign_in_as_guest(request)
        if page is not None:
            return page
        player = player_of(request)
        level = bot_level_for(player)
        begun = find_unstarted_bot_game(player, terms, level)
        return redirect(begun or play_server_bot(PlayerRequest(player, received_at(request)), terms, level))
    except (GameError, NewGamesBlocked, Suspended) as refusal:
        messages.error(request, sentence_for(refusal))
        return redirect("challenges:waiting_room")


def _requested_terms(request: HttpRequest) -> Terms:
    """Return the terms of capture Go if its fields are submitted, otherwise the terms of the first game. Raises
    BadTerms."""
    if "capture" not in request.POST:
        return replace(FIRST_GAME, rule_set=site.default_rule_set_key(FIRST_GAME.rule_set))
    needed, size = (whole_number(request.POST.get(name), 2) for name in ("capture", "size"))
    if needed is None or size is None:
        raise BadTerms(field="variant")
    return capture_game_terms(size, needed)
