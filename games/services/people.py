"""Statistics of a player's games, shown on the player's profile."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.db.models import Count, Exists, OuterRef

from accounts.models import Player
from foundation.compiled_queries import CompiledQuery
from foundation.keyset import Key
from games.models import Game, Seat
from games.models.results import SeatResult
from games.models.seat_indexes import SeatQuerySet
from ratings.models import SIZES, RatingEventQuerySet
from rules import Color

from .listing import visible_seats_of

MOST_SHARED = 10
MOST_ENDED = 5


@dataclass(frozen=True, slots=True)
class WinTally:
    """How many finished games a player has won and lost."""

    won: int
    lost: int


@dataclass(frozen=True, slots=True)
class SizeColorResults:
    """A player's results with one colour on one board size. Size 0 stands for all other sizes."""

    size: int
    color: Color
    won: int = 0
    lost: int = 0
    drawn: int = 0


@dataclass(frozen=True, slots=True)
class GamesSummary:
    """A summary of those games of a person that the viewer may see. `results` are by size and colour, other sizes last.
    `between` is how many games the viewer has won and lost against that person; it is None on the viewer's own profile
    and for visitors. `shared` are the latest games between them, at most MOST_SHARED."""

    results: tuple[SizeColorResults, ...]
    tally: WinTally
    running: int
    between: WinTally | None
    shared: tuple[Key, ...] = ()


def games_summary(person: Player, viewer: Any) -> GamesSummary:
    """Return a summary of the person's games that the viewer may see. Only the index of the seats is read; one query
    counts finished games."""
    seen = visible_seats_of(viewer, person)
    counted: Counter[tuple[int, int, str]] = Counter()
    for seats in seen:
        for size, color, result, count in _count_by_size_color_and_result(seats):
            counted[size, color, result] += count
    by_result: Counter[str] = Counter()
    for (_size, _color, result), count in counted.items():
        by_result[result] += count
    between: WinTally | None = None
    shared: tuple[Key, ...] = ()
    if viewer.is_authenticated and viewer.pk != person.pk:
        met = Seat.objects.filter(game=OuterRef("game"), player=person)
        mine = Seat.objects.filter(Exists(met), player_id=viewer.pk).ended()
        rows = list(mine.order_by("-finished_at", "-game_id").values_list("finished_at", "game_id", "result"))
        between = _tally(Counter(result for _at, _number, result in rows))
        shared = tuple((at, number) for at, number, _result in rows[:MOST_SHARED])
    running = sum(seats.running().count() for seats in seen)
    return GamesSummary(_results_by_size_and_color(counted), _tally(by_result), running, between, shared)


def _tally(counted: Counter[str]) -> WinTally:
    return WinTally(counted[SeatResult.WON], counted[SeatResult.LOST])


def _count_by_size_color_and_result(seats: SeatQuerySet) -> Any:
    """Return the numbers of finished games by size, colour and result, as rows with these four values."""
    return seats.ended().order_by().values_list("size", "color", "result").annotate(n=Count("*"))


def _results_by_size_and_color(counted: Counter[tuple[int, int, str]]) -> tuple[SizeColorResults, ...]:
    """Return the results by size and colour, other sizes last. `counted` has the number of games by size, colour and
    value of SeatResult."""
    found: dict[tuple[int, Color], Counter[str]] = defaultdict(Counter)
    for (size, color, result), count in counted.items():
        if result in _HOW:
            found[size if size in SIZES else 0, Color(color)][_HOW[result]] += count
    return tuple(
        SizeColorResults(size, color, **how) for (size, color), how in sorted(found.items(), key=_results_sort_key)
    )


_HOW: dict[str, str] = {
    SeatResult.WON: "won",
    SeatResult.LOST: "lost",
    SeatResult.BOTH_LOST: "lost",
    SeatResult.DRAWN: "drawn",
}


def _results_sort_key(found: tuple[tuple[int, Color], Any]) -> tuple[bool, int, int]:
    """Return the sort key: by size, other sizes last, Black first."""
    size, color = found[0]
    return size == 0, size, int(color)


def latest_finished_games(player: Player, columns: tuple[str, ...]) -> list[tuple[Any, ...]]:
    """Return these columns of the player's latest finished games, at most MOST_ENDED, newest first. One query."""
    return _ended_games_query(columns).rows(player.pk)


@cache
def _ended_games_query(columns: tuple[str, ...]) -> CompiledQuery:
    def query(player: Any) -> Any:
        seats = Seat.objects.filter(player=player).ended().order_by("-finished_at", "-game_id")
        return seats.values_list(*(f"game__{name}" for name in columns))[:MOST_ENDED]

    return CompiledQuery(query)


def with_opponent_and_visibility(events: RatingEventQuerySet, viewer: Any) -> RatingEventQuerySet:
    """Return the rating events, each with its opponent loaded and with `is_seen`: whether the viewer may see the
    event's game."""
    seen = Game.objects.visible_to(viewer).filter(pk=OuterRef("game_id"))
    return events.annotate(is_seen=Exists(seen)).select_related("opponent")
