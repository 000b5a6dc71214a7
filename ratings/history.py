"""A player's ratings over time."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from itertools import accumulate

from django.db.models import Count, Max, Min

from accounts.models import Player
from ratings.models import RatingEvent, RatingEventQuerySet

MOST_POINTS = 300
"""The largest number of points in a graph: of more games every second, third, ... is drawn, and always the newest."""


class GraphPeriod(StrEnum):
    """The period that a rating graph covers."""

    MONTH = "1m"
    HALF_YEAR = "6m"
    YEAR = "1y"
    ALL = "all"


_LENGTHS = {
    GraphPeriod.MONTH: timedelta(days=30),
    GraphPeriod.HALF_YEAR: timedelta(days=182),
    GraphPeriod.YEAR: timedelta(days=365),
}


@dataclass(frozen=True, slots=True)
class RatingPoint:
    """The overall rating after a game, and the score of the game. `at` is the end of the game. If an earlier rated game
    ended later, it is that game's end, so that points are in order."""

    at: datetime
    rating: float
    deviation: float
    score: float


@dataclass(frozen=True, slots=True)
class RatingHistory:
    """A part of a rating's history: its points in order, the number of its `games`, and the highest rating after any of
    them. If there are more games than MOST_POINTS, only every second, third and so on has a point."""

    points: tuple[RatingPoint, ...]
    games: int
    highest: float

    @property
    def is_thinned(self) -> bool:
        """Return whether some games have no point."""
        return self.games > len(self.points)


def events_in_period(player: Player, period: GraphPeriod, now: datetime) -> RatingEventQuerySet:
    """Return the rating events of this player in the period."""
    events = RatingEvent.objects.filter(player=player)
    return events.filter(at__gt=now - _LENGTHS[period]) if period in _LENGTHS else events


def rating_history(player: Player, period: GraphPeriod, now: datetime) -> RatingHistory:
    """Return the history of the player's overall rating in this period. Two queries, and at most MOST_POINTS rows."""
    events = events_in_period(player, period, now)
    counted = events.aggregate(
        all=Count("*"), highest=Max("rating"), oldest=Min("games"), newest=Max("games")
    )  # in the index alone
    if not counted["all"]:
        return RatingHistory((), 0, 0.0)
    step = -(-counted["all"] // MOST_POINTS)
    places = range(counted["newest"], counted["oldest"] - 1, -step)
    # Sorted here: PostgreSQL, asked for an order, may take the index of all events by their numbers and read it whole.
    rows = sorted(events.filter(games__in=places).values_list("number", "at", "rating", "deviation", "score"))
    times = accumulate((at for _, at, *_ in rows), max)
    points = (RatingPoint(at, *values) for at, (_, _, *values) in zip(times, rows, strict=True))
    return RatingHistory(tuple(points), counted["all"], counted["highest"])
