"""A review of a player's games of one calendar year."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import reduce
from operator import or_
from typing import Any

from django.db.models import Count, Max, Q
from django.db.models.functions import ExtractMonth

from accounts.models import Player
from games.models import Game, Seat
from games.models.results import SeatResult
from games.models.seat_indexes import SeatQuerySet
from ratings.models import RatingEvent

from .listing import visible_seats_of

MOST_OPPONENTS = 5
MONTHS = 12


@dataclass(frozen=True, slots=True)
class YearReview:
    """A review of a player's finished games of one calendar year (UTC) that the viewer may see.

    `months` are the numbers of games by month. `opponents` are the most frequent opponents, with the number of games.
    `longest` is the game with the most moves. `ratings` are the first, the last and the highest rating of the year, or
    None if no game was rated.
    """

    number: int
    months: tuple[int, ...]
    won: int
    lost: int
    drawn: int
    opponents: list[tuple[Player, int]]
    longest: Game | None
    ratings: tuple[float, float, float] | None

    @property
    def game_count(self) -> int:
        """Return the number of games."""
        return sum(self.months)

    @property
    def busiest_month_count(self) -> int:
        """Return the number of games in the month with the most games."""
        return max(self.months)

    @property
    def busiest_month(self) -> int | None:
        """Return the number of the month with the most games, or None if several months have as many."""
        return self.months.index(most) + 1 if self.months.count(most := self.busiest_month_count) == 1 else None


def reviewable_years_of(person: Player, now: datetime) -> range:
    """Return the years for which a review is possible, from the year in which the player joined."""
    return range(person.date_joined.astimezone(UTC).year, now.astimezone(UTC).year + 1)


def year_review_of(person: Player, viewer: Any, year: int) -> YearReview:
    """Return the review of the player's games of this year that the viewer may see. At most nine queries for any number
    of games."""
    begin, end = datetime(year, 1, 1, tzinfo=UTC), datetime(year + 1, 1, 1, tzinfo=UTC)
    scopes = [
        seats.ended().filter(finished_at__gte=begin, finished_at__lt=end) for seats in visible_seats_of(viewer, person)
    ]
    months, results = Counter[int](), Counter[str]()
    for seats in scopes:
        rows = seats.order_by().annotate(month=ExtractMonth("finished_at", tzinfo=UTC)).values("month", "result")
        for row in rows.annotate(n=Count("*")):
            months[row["month"]] += row["n"]
            results[row["result"]] += row["n"]
    games: Q = reduce(or_, (Q(game__in=seats.values("game")) for seats in scopes))
    return YearReview(
        number=year,
        months=tuple(months[month] for month in range(1, MONTHS + 1)),
        won=results[SeatResult.WON],
        lost=results[SeatResult.LOST] + results[SeatResult.BOTH_LOST],
        drawn=results[SeatResult.DRAWN],
        opponents=_frequent_opponents(person, games),
        longest=_longest_game(scopes),
        ratings=_first_last_highest_rating(person, begin, end),
    )


def _frequent_opponents(person: Player, games: Q) -> list[tuple[Player, int]]:
    met = Seat.objects.filter(games).exclude(player=person).order_by()
    most = met.values("player").annotate(n=Count("*")).order_by("-n", "player")[:MOST_OPPONENTS]
    counts = {row["player"]: row["n"] for row in most}
    people = Player.objects.in_bulk(counts)
    return [(people[pk], count) for pk, count in counts.items()]


def _longest_game(seat_sets: list[SeatQuerySet]) -> Game | None:
    games: Q = reduce(or_, (Q(pk__in=seats.values("game")) for seats in seat_sets))
    return Game.objects.filter(games).with_people().order_by("-move_number", "-pk").first()


def _first_last_highest_rating(person: Player, begin: datetime, end: datetime) -> tuple[float, float, float] | None:
    rows = RatingEvent.objects.filter(player=person, at__gte=begin, at__lt=end)
    highest = rows.aggregate(highest=Max("rating"))["highest"]
    if highest is None:
        return None
    return rows.earliest("number").rating_before, rows.latest("number").rating, highest
