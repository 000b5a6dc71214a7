"""What games say about a person."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Exists, OuterRef

from accounts.models import Player
from foundation.keyset import Key
from foundation.questions import Question
from games.models import Game, Seat
from games.models.game import SeatQuerySet
from games.models.results import SeatResult
from ratings.models import SIZES, RatingEventQuerySet
from rules import Color

from .listing import seats_seen

MOST_SHARED = 10
MOST_ENDED = 5


@dataclass(frozen=True, slots=True)
class Tally:
    """Finished games with a winner."""

    won: int
    lost: int


@dataclass(frozen=True, slots=True)
class GamesSummary:
    """A person's games as far as the viewer may see them. `between`: the viewer's games against them, from the
    viewer's side; None for oneself and for those who are not signed in. `shared`: the latest of these, MOST_SHARED."""

    tally: Tally
    running: int
    between: Tally | None
    shared: tuple[Key, ...] = ()


@dataclass(frozen=True, slots=True)
class Results:
    """How a person did with one colour on one size of board (0: any other)."""

    size: int
    color: Color
    won: int = 0
    lost: int = 0
    drawn: int = 0


def games_summary(person: Player, viewer: Any) -> GamesSummary:
    """Count the person's games, in the index of their seats alone."""
    seen = seats_seen(viewer, person)
    counted: Counter[str] = Counter()
    for seats in seen:
        counted.update(dict(_counts(seats, "result")))
    between: Tally | None = None
    shared: tuple[Key, ...] = ()
    if viewer.is_authenticated and viewer.pk != person.pk:
        met = Seat.objects.filter(game=OuterRef("game"), player=person)
        mine = Seat.objects.filter(Exists(met), player_id=viewer.pk).ended()
        rows = list(mine.order_by("-finished_at", "-game_id").values_list("finished_at", "game_id", "result"))
        between = _tally(Counter(result for _at, _number, result in rows))
        shared = tuple((at, number) for at, number, _result in rows[:MOST_SHARED])
    return GamesSummary(_tally(counted), sum(seats.running().count() for seats in seen), between, shared)


def _tally(counted: Counter[str]) -> Tally:
    return Tally(counted[SeatResult.WON], counted[SeatResult.LOST])


def _counts(seats: SeatQuerySet, *columns: str) -> Any:
    """Of those whose games have ended: each combination of these columns with how many have it."""
    return seats.ended().order_by().values_list(*columns).annotate(n=Count("*"))


def results_of(person: Player, viewer: Any) -> list[Results]:
    """The person's finished games as far as the viewer may see them, by size and colour."""
    found: dict[tuple[int, Color], Counter[str]] = defaultdict(Counter)
    for seats in seats_seen(viewer, person):
        for size, color, result, count in _counts(seats, "size", "color", "result"):
            if result in _HOW:
                found[size if size in SIZES else 0, Color(color)][_HOW[result]] += count
    return [Results(size, color, **counted) for (size, color), counted in sorted(found.items(), key=_order)]


_HOW = {
    SeatResult.WON: "won",
    SeatResult.LOST: "lost",
    SeatResult.BOTH_LOST: "lost",
    SeatResult.DRAWN: "drawn",
}


def _order(found: tuple[tuple[int, Color], Any]) -> tuple[bool, int, int]:
    """By size, other sizes last, Black first."""
    size, color = found[0]
    return size == 0, size, int(color)


def ended_games(player: Player) -> list[Key]:
    """The player's games that ended last, at most MOST_ENDED, the latest first."""
    return [(at, number) for at, number in _ENDED.rows(player.pk)]


def _ended(player: Any) -> Any:
    seats = Seat.objects.filter(player=player).ended()
    return seats.order_by("-finished_at", "-game_id").values_list("finished_at", "game_id")[:MOST_ENDED]


_ENDED = Question(_ended)


def with_seen(events: RatingEventQuerySet, viewer: Any) -> RatingEventQuerySet:
    """The events, each with `is_seen`: whether the viewer may see its game, and who the opponent was."""
    seen = Game.objects.visible_to(viewer).filter(pk=OuterRef("game_id"))
    return events.annotate(is_seen=Exists(seen)).select_related("opponent")
