"""My games: the one with the least time first, large; then my other turns, then those that wait for others."""

from __future__ import annotations

from functools import cache
from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from accounts.models import NextOrder
from foundation import timesource
from foundation.compiled_queries import CompiledQuery
from foundation.keyset import in_order
from games import services
from games.cards import COLUMNS, cards_of, with_events, with_words
from games.first_game import first_game
from games.models import Game
from games.services.listing import rows_of
from games.services.next_games import in_order_of
from games.services.people import ended_games

from .requests import player_of

MOST_BOARDS = 60
BESIDE = 2
"""The number of cards that fit next to the first game; if there are more, all of them are below it."""


@cache
def _running(order: str) -> CompiledQuery:
    """Return the query of a player's games in progress in an order, as rows for their cards."""

    def asked(player: Any) -> Any:
        games = in_order_of(order, Game.objects.running_of(player), player)
        return games[: MOST_BOARDS * 2].values_list(*COLUMNS)

    return CompiledQuery(asked)


@require_safe
@login_required
def my_games(request: HttpRequest) -> HttpResponse:
    """My games as boards, or as a list; in the order that I chose."""
    player = player_of(request)
    last = ended_games(player)
    lists = cards_of(player, _running(player.next_order).rows(player.pk), rows_of(last, player))
    named = with_events(card for some in lists for card in some)
    games, finished = named[: len(lists[0])], named[len(lists[0]) :]
    turn = with_words([game for game in games if game.my_turn], player)
    others = [game for game in games if not game.my_turn]
    have_room = len(turn) <= 1 + BESIDE
    table = request.GET.get("view") == "list"
    context = {
        "first": first_game(turn[0], player, timesource.now()) if turn and not table else None,
        "beside": turn[1:] if have_room else [],
        "further": [] if have_room else turn[1:],
        "waiting": others[:MOST_BOARDS],
        "ended": in_order(last, finished),
        "table": table,
        "is_empty": not (games or last or table),
        "turns": len(turn),
        "all_games": [*turn, *others],
        "orders": NextOrder.choices,
    }
    return render(request, "games/my_games.html", context)


@require_safe
@login_required
def next_game(request: HttpRequest) -> HttpResponse:
    """Redirect to the next waiting game in the order that the player chose; `?after=` skips one."""
    after = request.GET.get("after", "")
    skipped = int(after) if after.isascii() and after.isdigit() and len(after) < 10 else None
    found = services.next_game(player_of(request), skipped)
    return redirect("games:my_games") if found is None else redirect("games:game", found)


@require_POST
@login_required
def choose_order(request: HttpRequest) -> HttpResponse:
    """Store the order of the player's games."""
    player, wanted = player_of(request), request.POST.get("order", "")
    if wanted not in NextOrder.values:
        raise BadRequest
    player.next_order = wanted
    player.save(update_fields=["next_order"])
    return redirect("games:my_games")
