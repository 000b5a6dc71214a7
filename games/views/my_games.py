"""The page of the player's games. The first game in which the player has to act is shown large. Next are the other
games in which they have to act, those with less than a day left first, then games in which others have to act."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from functools import cache
from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from accounts.models import NextGameOrder
from foundation import timesource
from foundation.compiled_queries import CompiledQuery
from foundation.text import whole_number
from games import services
from games.cards import COLUMNS, GameCard, cards_of, with_events, with_message_and_note
from games.first_game import next_turn_board
from games.models import Game
from games.services.next_games import ordered_games
from games.services.people import latest_finished_games
from ratings.equivalents import RankSystem
from ratings.rank_form import RankForm
from ratings.start import may_state_rank

from .my_table import MyGamesTable
from .requests import player_of

MOST_BOARDS = 60
CARDS_NEXT_TO_FIRST = 2
"""The number of cards that fit next to the first game; if there are more, all of them are placed below it."""
COMPACT_FROM = 12
"""The number of games from which a group is shown as compact rows."""
LONGEST_LIST = 500
"""The largest number of games that the list shows, sorts and filters."""
URGENT = timedelta(days=1)


@cache
def _running_query(order: str, most: int) -> CompiledQuery:
    """Return a compiled query that takes a player and returns up to `most` of their games in progress in this order,
    with the columns of cards."""

    def query(player: Any) -> Any:
        games = ordered_games(order, Game.objects.running_of(player), player)
        return games[:most].values_list(*COLUMNS)

    return CompiledQuery(query)


@require_safe
@login_required
def my_games(request: HttpRequest) -> HttpResponse:
    """Return the page of the player's games, as boards or as a list, in the order that the player chose."""
    player = player_of(request)
    is_table = request.GET.get("view") == "list"
    most = LONGEST_LIST if is_table else MOST_BOARDS * 2
    lists = cards_of(
        player, _running_query(player.next_order, most).rows(player.pk), latest_finished_games(player, COLUMNS)
    )
    named = with_events(card for some in lists for card in some)
    games, ended = named[: len(lists[0])], named[len(lists[0]) :]
    if is_table:
        context = _table_context(with_message_and_note(games, player), request)
    else:
        context = _board_list_context(games, player)
    context |= {
        "ended": ended,
        "is_empty": not (games or ended or is_table),
        "has_games": bool(games),
        "turns": sum(game.my_turn for game in games),
        "orders": NextGameOrder.choices,
    }
    if context["is_empty"] and player.sees_ranks and may_state_rank(player):
        context["rank_form"] = RankForm(initial={"system": RankSystem.OGS.value, "rank": "10k"}, auto_id="start-%s")
    return render(request, "games/my_games.html", context)


def _table_context(games: list[GameCard], request: HttpRequest) -> dict[str, Any]:
    """Return the context of the list. Games in which the player has to act come first, unless the query string has
    another order."""
    return {"table": MyGamesTable(sorted(games, key=lambda game: not game.my_turn), request.GET, timesource.now())}


def _board_list_context(games: list[GameCard], player: Any) -> dict[str, Any]:
    """Return the template context of the page that shows games as boards: the first game large, and the other games by
    urgency."""
    now = timesource.now()
    turn = with_message_and_note([game for game in games if game.my_turn], player)
    others = [game for game in games if not game.my_turn]
    have_room = len(turn) <= 1 + CARDS_NEXT_TO_FIRST
    urgent, later = _split_by_urgency([] if have_room else turn[1:], now)
    return {
        "first": next_turn_board(turn[0], player, now) if turn else None,
        "others_waiting": turn[1:] if have_room else [],
        "urgent": urgent,
        "later": later,
        "are_turns_compact": len(turn) >= COMPACT_FROM,
        "waiting": others[:MOST_BOARDS],
        "are_others_compact": len(others) >= COMPACT_FROM,
    }


def _split_by_urgency(turns: Iterable[GameCard], now: datetime) -> tuple[list[GameCard], list[GameCard]]:
    """Return two lists: the games with less than a day left, and the other games."""
    urgent: list[GameCard] = []
    later: list[GameCard] = []
    for game in turns:
        (urgent if game.deadline is not None and game.deadline - now < URGENT else later).append(game)
    return urgent, later


@require_safe
@login_required
def next_game(request: HttpRequest) -> HttpResponse:
    """Redirect to the next game in which the player has to act, in the order they chose. With the query parameter
    `after`, that game is skipped."""
    found = services.next_game_number(player_of(request), whole_number(request.GET.get("after"), 9))
    return redirect("games:my_games") if found is None else redirect("games:game", found)


@require_POST
@login_required
def save_game_order(request: HttpRequest) -> HttpResponse:
    """Store the order of games that the player chose, and redirect to the page with their games. POST only."""
    player, wanted = player_of(request), request.POST.get("order", "")
    if wanted not in NextGameOrder.values:
        raise BadRequest
    player.next_order = wanted
    player.save(update_fields=["next_order"])
    return redirect("games:my_games")
