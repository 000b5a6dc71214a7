"""Whether the opponent has seen a player's last move. Until then the player can undo the move without a request.

A move is seen when the game is shown to the player on turn, on its page or by the API, sockets and feeds. It is also
seen when an e-mail, a push message or a webhook about the game is sent to them. Small boards in lists do not count.
That a move was seen is committed before the game is shown, so that a move that was shown is never undone.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Any

from django.db.models import F, QuerySet

from games.models import Game

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from accounts.models import Player


def is_last_change_unseen(game: Game) -> bool:
    """Return whether the last change of the position has not yet been shown to the player on turn. Return False if the
    game does not allow undoing unseen moves."""
    return game.undo_unseen and game.seen_number < game.state_number


def mark_seen_if_current(game: Game, viewer: Player | AnonymousUser) -> bool:
    """Store that the viewer is about to see this game. Return False if the game has changed since it was read; the
    caller must then read the game again."""
    if not is_last_change_unseen(game):
        return True
    seat = game.seat_of(viewer)
    if seat is None or seat.index != game.turn:
        return True
    return bool(Game.objects.filter(pk=game.pk, number=game.number).update(seen_number=game.number))


def mark_all_seen(player_id: int, game_ids: Collection[int] | None = None) -> None:
    """Store that this player is about to see these games (by default all games), if they are on turn in them. One
    query."""
    shown = _unseen_games(seats__player=player_id)
    _mark_games_seen(shown if game_ids is None else shown.filter(pk__in=game_ids))


def mark_seen_by_players(shown: Collection[tuple[int, int]]) -> None:
    """Store that players are about to see games. `shown` has pairs of player id and game id. Two queries."""
    on_turn = _unseen_games(pk__in={game for _player, game in shown}).values_list("seats__player", "pk")
    if games := [game for player, game in on_turn if (player, game) in shown]:
        _mark_games_seen(_unseen_games(pk__in=games))


def _unseen_games(**shown: Any) -> QuerySet[Game]:
    """Return the games whose last change was not shown to the player on turn, joined to that player's seat."""
    return Game.objects.filter(undo_unseen=True, seen_number__lt=F("state_number"), seats__index=F("turn"), **shown)


def _mark_games_seen(games: QuerySet[Game]) -> None:
    games.update(seen_number=F("number"))
