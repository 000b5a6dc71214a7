"""Cancelling a game that has hardly begun."""

from __future__ import annotations

from datetime import datetime

from accounts.models import Player
from games.errors import TooLateToCancel
from games.models import Game, Seat
from rules import Cancel, Color, GameState

from .seam import Receipt, act


def can_cancel(game: Game) -> bool:
    """Whether not every side has played yet."""
    return not game.is_finished and game.move_number < len(game.seat_list())


def cancel(*, game_id: int, player: Player, expected: int, key: str | None, now: datetime) -> Receipt:
    """Cancel the game, by either side, before each side has played once. It has no result."""

    def build(game: Game, seat: Seat, state: GameState) -> Cancel:
        if not can_cancel(game):
            raise TooLateToCancel
        game.rated, game.unrated_reason = False, "cancelled"
        return Cancel(Color(seat.color))

    return act(
        game_id=game_id,
        player=player,
        build=build,
        expected=expected,
        key=key,
        now=now,
        request={"verb": "cancel"},
    )
