"""What games say about a person."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db.models import F, Q

from accounts.models import Player
from games.models import Game, Seat


@dataclass(frozen=True, slots=True)
class Tally:
    """Finished games with a winner."""

    won: int
    lost: int


@dataclass(frozen=True, slots=True)
class Standing:
    """A person's games as far as the viewer may see them. `between`: the viewer's games against them, from the
    viewer's side; None for oneself and for those who are not signed in."""

    tally: Tally
    running: int
    between: Tally | None


def standing_of(person: Player, viewer: Any) -> Standing:
    """Count the person's games."""
    seen = Game.objects.visible_to(viewer).filter(seats__player=person)
    counted = seen.finished().exclude(winner=None)
    won = counted.filter(seats__player=person, seats__color=F("winner")).count()
    between = None
    if viewer.is_authenticated and viewer.pk != person.pk:
        mine = counted.filter(pk__in=Seat.objects.filter(player=viewer).values("game_id"))
        mine_won = mine.filter(~Q(seats__color=F("winner")), seats__player=person).count()
        between = Tally(mine_won, mine.count() - mine_won)
    return Standing(Tally(won, counted.count() - won), seen.in_progress().count(), between)
