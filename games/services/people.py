"""What games say about a person."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Exists, F, OuterRef

from accounts.models import Player
from games.models import Game, Seat
from games.models.game import GameQuerySet
from ratings.models import SIZES, RatingEventQuerySet
from rules import Color, Reason
from rules.outcome import DRAWS


@dataclass(frozen=True, slots=True)
class Tally:
    """Finished games with a winner."""

    won: int
    lost: int


@dataclass(frozen=True, slots=True)
class GamesSummary:
    """A person's games as far as the viewer may see them. `between`: the viewer's games against them, from the
    viewer's side; None for oneself and for those who are not signed in."""

    tally: Tally
    running: int
    between: Tally | None


@dataclass(frozen=True, slots=True)
class Results:
    """How a person did with one colour on one size of board (0: any other)."""

    size: int
    color: Color
    won: int = 0
    lost: int = 0
    drawn: int = 0


def games_summary(person: Player, viewer: Any) -> GamesSummary:
    """Count the person's games."""
    seen = Game.objects.visible_to(viewer).filter(seats__player=person)
    counted = seen.finished().exclude(winner=None)
    won = _won_by(person, counted)
    between = None
    if viewer.is_authenticated and viewer.pk != person.pk:
        mine = counted.filter(pk__in=Seat.objects.filter(player=viewer).values("game_id"))
        mine_won = _won_by(viewer, mine)
        between = Tally(mine_won, mine.count() - mine_won)
    return GamesSummary(Tally(won, counted.count() - won), seen.in_progress().count(), between)


def _won_by(player: Player, games: GameQuerySet) -> int:
    return Seat.objects.filter(player=player, game__in=games, color=F("game__winner")).count()


def results_of(person: Player, viewer: Any) -> list[Results]:
    """The person's finished games as far as the viewer may see them, by size and colour; one query."""
    seen = Game.objects.visible_to(viewer).finished().filter(seats__player=person)
    groups = seen.values_list("width", "height", "seats__color", "winner", "end_reason").annotate(n=Count("pk"))
    found: dict[tuple[int, Color], Counter[str]] = defaultdict(Counter)
    for width, height, color, winner, reason, count in groups.order_by():
        how = _how(color, winner, reason)
        if how is not None:
            found[width if width == height and width in SIZES else 0, Color(color)][how] += count
    return [Results(size, color, **counted) for (size, color), counted in sorted(found.items(), key=_order)]


def _how(color: int, winner: int | None, reason: str) -> str | None:
    if reason == Reason.BOTH_LOSE.value:
        return "lost"
    if winner is None:
        return "drawn" if reason in DRAWS else None
    return "won" if winner == color else "lost"


def _order(found: tuple[tuple[int, Color], Any]) -> tuple[bool, int, int]:
    """By size, other sizes last, Black first."""
    size, color = found[0]
    return size == 0, size, int(color)


def shared_games(person: Player, viewer: Any) -> GameQuerySet:
    """The finished games of these two, the latest first."""
    both = Game.objects.of(person).filter(pk__in=Seat.objects.filter(player_id=viewer.pk).values("game_id"))
    return both.finished().order_by("-finished_at", "-pk")


def with_seen(events: RatingEventQuerySet, viewer: Any) -> RatingEventQuerySet:
    """The events, each with `is_seen`: whether the viewer may see its game, and with whom it was."""
    seen = Game.objects.visible_to(viewer).filter(pk=OuterRef("game_id"))
    return events.annotate(is_seen=Exists(seen)).select_related("opponent")
