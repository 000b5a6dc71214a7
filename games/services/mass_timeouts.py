"""Mass time-outs: somebody falls ill or gives up, and twenty games end on time within days.

The rule is public and stands on the game: of the games that a player loses on time within a PERIOD, the first RATED
count for the ratings; a later one does only where the position says the same as the clock: the server's own count has
the other side ahead by at least a tenth of the board, after at least as many moves as a quarter of the board has
points.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db.models import F

from games.models import Game, Seat
from rules import GameState, Reason, score_of
from rules.estimate import suggest_dead

PERIOD = timedelta(days=7)
RATED = 3


class MassTimeouts:
    """The rated losses on time of those who have to act in these games, read at once."""

    def __init__(self, games: Iterable[Game]) -> None:
        late = [game for game in games if game.rated and game.turn is not None and game.deadline is not None]
        self._losses: dict[int, list[datetime]] = defaultdict(list)
        if not late:
            return
        since = min(game.deadline for game in late if game.deadline is not None) - PERIOD
        lost = Seat.objects.filter(
            player__in={game.seat_on_turn().player_id for game in late},
            game__end_reason=Reason.TIME.value,
            game__rated=True,
            game__finished_at__gt=since,
        ).exclude(color=F("game__winner"))
        for player, at in lost.values_list("player", "game__finished_at"):
            if at is not None:
                self._losses[player].append(at)

    def makes_unrated(self, game: Game, state: GameState, at: datetime) -> bool:
        """Whether this loss on time does not count for the ratings; if it does, it is one more of them."""
        if not game.rated or state.to_play is None:
            return False
        losses = self._losses[game.seat_of_color(state.to_play).player_id]
        if sum(at - PERIOD < earlier <= at for earlier in losses) >= RATED and not is_clearly_lost(state):
            return True
        losses.append(at)
        return False


def is_clearly_lost(state: GameState) -> bool:
    """Whether the server's own count has the side that is not to act well ahead, late enough in the game."""
    points = state.board.width * state.board.height
    if state.to_play is None or state.move_number * 4 < points:
        return False
    dead = suggest_dead(state.board, ruleset=state.setup.ruleset)
    count = score_of(state, dead)
    return count.winner not in (None, state.to_play) and abs(count.margin) * 10 >= points
