"""Ways to play a turn from the e-mail about it; an app above provides them."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from foundation.hook import Hook
from games.models import Game, Seat
from notifications.models import NoticeSettings


@dataclass(frozen=True, slots=True)
class Turn:
    """A game in which the reader is on turn, and the reader's e-mail settings."""

    game: Game
    seat: Seat
    settings: NoticeSettings


@dataclass(frozen=True, slots=True)
class Way:
    """The whole address of a page that plays this turn, and the e-mail address that plays it; "" for none. `accepts`:
    the number of the proposal that is to be decided, 0 where a move is to be played."""

    link: str = ""
    reply_to: str = ""
    accepts: int = 0


NO_WAY = Way()


def _no_ways(turns: Collection[Turn], now: datetime) -> dict[int, Way]:
    return {}


ways_to_play = Hook(_no_ways)
"""Return how these turns can be played, by the numbers of their seats; those that cannot be are left out."""


def ways_of(turns: Collection[Turn], now: datetime) -> dict[int, Way]:
    """Return the ways to play, by seat number."""
    return ways_to_play(turns, now) if turns else {}
