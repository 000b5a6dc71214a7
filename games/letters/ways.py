"""How a turn can be played from the e-mail that tells of it: a room above says it when the server starts."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import datetime

from games.models import Game, Seat
from notifications.models import NoticeSettings


@dataclass(frozen=True, slots=True)
class Turn:
    """A game in which the reader has to act, and what the reader chose about e-mails."""

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
Ways = Callable[[Collection[Turn], datetime], dict[int, Way]]
"""Says of these turns, by the numbers of their seats, how they can be played; those that cannot be are left out."""
_ways: Ways = lambda turns, now: {}  # noqa: E731


def use(ways: Ways) -> None:
    """From now on this says it; when the server starts."""
    global _ways
    _ways = ways


def ways_of(turns: Collection[Turn], now: datetime) -> dict[int, Way]:
    """By the numbers of the seats."""
    return _ways(turns, now) if turns else {}
