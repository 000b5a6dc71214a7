"""Mass time-outs: somebody falls ill or gives up, and twenty games end on time within days.

The rule is public and stands on the game: of the games that a player loses on time within WAVE, the first RATED count
for the ratings; a later one does only where the position says the same as the clock: the server's own count has the
other side ahead by at least a tenth of the board, after at least as many moves as a quarter of the board has points.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import F

from games.models import Game, Seat
from rules import GameState, Reason, score_of
from rules.estimate import suggest_dead

WAVE = timedelta(days=7)
RATED = 3


def makes_unrated(game: Game, state: GameState, at: datetime) -> bool:
    """Whether this loss on time does not count for the ratings."""
    if not game.rated or state.to_play is None or state.proposal is not None:
        return False
    loser = game.seat_of_color(state.to_play)
    on_time = Game.objects.filter(end_reason=Reason.TIME.value, rated=True)
    ended = on_time.filter(finished_at__gt=at - WAVE, finished_at__lte=at)
    lost = Seat.objects.filter(player=loser.player_id, game__in=ended).exclude(color=F("game__winner"))
    return lost.count() >= RATED and not is_clearly_lost(state)


def is_clearly_lost(state: GameState) -> bool:
    """Whether the server's own count has the side that is not to act well ahead, late enough in the game."""
    points = state.board.width * state.board.height
    if state.to_play is None or state.move_number * 4 < points:
        return False
    dead = suggest_dead(state.board, ruleset=state.setup.ruleset)
    count = score_of(state, dead)
    return count.winner is state.to_play.opponent and abs(count.margin) * 10 >= points
