"""Whether a player's last move has been seen by the opponent: until then it can be taken back without asking.

A move is seen when the game is shown to the player on turn, on any page or by the API, sockets and feeds included, and
when an e-mail, a push message or a webhook about the game is sent to them. Thumbnails in lists do not count. The mark
is committed before anything is shown, so that a move that was shown is never taken back.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Any

from django.db.models import F, QuerySet

from games.models import Game

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from accounts.models import Player


def is_unseen(game: Game) -> bool:
    """Return whether the last change of the position has been shown to no one who has to answer it."""
    return game.undo_unseen and game.seen_number < game.state_number


def note(game: Game, viewer: Player | AnonymousUser) -> bool:
    """Note that the viewer is about to be shown this game. Returns False if it has changed since it was read: then it
    has to be read again."""
    if not is_unseen(game):
        return True
    seat = game.seat_of(viewer)
    if seat is None or seat.index != game.turn:
        return True
    return bool(Game.objects.filter(pk=game.pk, number=game.number).update(seen_number=game.number))


def note_all(player_id: int, game_ids: Collection[int] | None = None) -> None:
    """Note that this player is about to be shown these games (None: all), where they are on turn; one statement."""
    shown = _unseen(seats__player=player_id)
    _note(shown if game_ids is None else shown.filter(pk__in=game_ids))


def note_pairs(shown: Collection[tuple[int, int]]) -> None:
    """Note that players are about to be shown games: pairs of the numbers of a player and a game; two statements."""
    on_turn = _unseen(pk__in={game for _player, game in shown}).values_list("seats__player", "pk")
    if games := [game for player, game in on_turn if (player, game) in shown]:
        _note(_unseen(pk__in=games))


def _unseen(**shown: Any) -> QuerySet[Game]:
    """Return the games of which the player on turn has not been shown the last change, joined to that player's seat."""
    return Game.objects.filter(undo_unseen=True, seen_number__lt=F("state_number"), seats__index=F("turn"), **shown)


def _note(games: QuerySet[Game]) -> None:
    games.update(seen_number=F("number"))
