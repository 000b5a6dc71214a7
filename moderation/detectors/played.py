"""What has been played: the finished games between two moments, light enough to look at thousands."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.conf import settings

from games.models import Game, Seat
from rules import Color, Reason


@dataclass(frozen=True, slots=True)
class Played:
    """One finished game that somebody won; `area` is the number of points of its board."""

    game: int
    winner: int
    loser: int
    loser_color: Color
    reason: Reason
    moves: int
    area: int
    at: datetime
    is_rated: bool
    loser_is_bot: bool

    @property
    def pair(self) -> tuple[int, int]:
        """Both players, in the order of their keys."""
        return (min(self.winner, self.loser), max(self.winner, self.loser))

    @property
    def is_short(self) -> bool:
        """Whether it was given up or lost on time after a few moves."""
        given_up = self.reason in (Reason.RESIGNATION, Reason.TIME, Reason.FORFEIT)
        return given_up and self.moves < settings.IGO_SIGNAL_SHORT_GAME


def finished(now: datetime, since: datetime) -> list[int]:
    """The keys of the games that ended between these moments, the latest IGO_SIGNAL_GAMES of them. One query.

    Keys, and no subquery: PostgreSQL joined one row by row where its statistics were older than the games.
    """
    ended = Game.objects.finished().filter(finished_at__gte=since, finished_at__lte=now)
    return list(ended.order_by("-finished_at", "-pk").values_list("pk", flat=True)[: settings.IGO_SIGNAL_GAMES])


def played(now: datetime, since: datetime) -> list[Played]:
    """The games with a winner that ended between these moments, in the order of their ends. Two queries."""
    rows = Seat.objects.filter(game__in=finished(now, since), game__winner__isnull=False).values_list(
        "game_id",
        "color",
        "player_id",
        "player__is_bot",
        "game__winner",
        "game__end_reason",
        "game__move_number",
        "game__width",
        "game__height",
        "game__finished_at",
        "game__rated",
    )
    seats: dict[int, list[tuple[Any, ...]]] = defaultdict(list)
    for row in rows:
        seats[row[0]].append(row)
    games = [_played(pair) for pair in seats.values() if len(pair) == 2]
    return sorted(games, key=lambda one: (one.at, one.game))


def _played(pair: Iterable[tuple[Any, ...]]) -> Played:
    lost, won = sorted(pair, key=lambda row: row[1] == row[4])
    game, color, loser, is_bot, _, reason, moves, width, height, at, rated = lost
    return Played(
        game=game,
        winner=won[2],
        loser=loser,
        loser_color=Color(color),
        reason=Reason(reason),
        moves=moves,
        area=width * height,
        at=at,
        is_rated=rated,
        loser_is_bot=is_bot,
    )
