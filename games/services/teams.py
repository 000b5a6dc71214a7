"""Games in which several players play one colour (V30)."""

from __future__ import annotations

from games.models import Game, Seat


def plays_on_without(game: Game, seat: Seat) -> bool:
    """Return whether the game continues if this seat's player leaves, because partners of the seat are still in it
    (V39)."""
    return any(other.index not in game.left_seats for other in game.partners(seat))


def is_still_playing(game: Game, seat: Seat) -> bool:
    """Return whether this seat has not left."""
    return seat.index not in game.left_seats


def may_talk_freely(game: Game) -> bool:
    """Return whether players may write their own messages to each other. In team games in progress they can only send
    quick replies, except in teaching games (V37)."""
    return game.is_finished or game.teaching or not any(game.partners(seat) for seat in game.seat_list()[:2])
