"""When the clock of a seat does not run: what `rules.off_time` calls its schedule."""

from __future__ import annotations

from games.models import Game, Seat
from rules.off_time import Schedule


def schedule_of(game: Game, seat: Seat) -> Schedule | None:
    """The off time of this seat in this game; None when its clock always runs."""
    return None
