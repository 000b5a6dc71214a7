"""Mass time-outs: a player falls ill or stops playing, and many of their games end on time within days.

The rule is public and shown on the game. Of the games that a player loses on time within a PERIOD, the first RATED
count for the ratings. Later losses count only if the position was clearly lost. In the server's own count the opponent
must be ahead by at least a tenth of the board's points. At least a quarter as many moves as the board has points must
have been played.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from datetime import datetime, timedelta

from games.errors import NotScoredYet
from games.models import Game, Seat
from games.models.results import SeatResult
from rules import GameState, Reason, score_of
from rules.estimate import suggest_dead

PERIOD = timedelta(days=7)
RATED = 3


class MassTimeouts:
    """Decides whether losses on time in these games are rated, by counting earlier rated losses on time. The recent
    losses of all players who have to act in these games are read in one query."""

    def __init__(self, games: Iterable[Game]) -> None:
        late = [game for game in games if game.rated and game.deadline is not None]
        self._losses: dict[int, list[datetime]] = defaultdict(list)
        self._late = Counter(game.seat_on_turn().player_id for game in late)
        if not late:
            return
        since = min(game.deadline for game in late if game.deadline is not None) - PERIOD
        lost = Seat.objects.filter(
            player__in={game.seat_on_turn().player_id for game in late},
            rated=True,
            result=SeatResult.LOST,
            finished_at__gt=since,
            game__end_reason=Reason.TIME.value,
        )
        for player, at in lost.values_list("player", "finished_at"):
            if at is not None:
                self._losses[player].append(at)

    def makes_unrated(self, game: Game, state: GameState, at: datetime) -> bool:
        """Return whether this loss on time at `at` is unrated. A rated loss is counted for later calls. Raises
        NotScoredYet if the position decides and score_positions() has not scored it yet."""
        if not game.rated or state.to_play is None:
            return False
        losses = self._losses[game.seat_of_color(state.to_play).player_id]
        if sum(at - PERIOD < earlier <= at for earlier in losses) >= RATED and not _cached_is_clearly_lost(game):
            return True
        losses.append(at)
        return False

    def may_need_scoring(self, game: Game) -> bool:
        """Return whether makes_unrated() may need the server's count of this game's position, assuming that all of the
        given games are lost."""
        if game.turn is None:
            return False
        player = game.seat_on_turn().player_id
        return len(self._losses[player]) + self._late[player] > RATED


_Position = tuple[int, int, bytes]
"""A game, the number of its last action, and the key of its position."""
_lost: dict[_Position, bool] = {}
"""Whether the game is clearly lost for the side to act, for scored positions."""
MOST_KEPT = 1000


def score_positions(games: Iterable[Game]) -> None:
    """Score the positions of these games for which MassTimeouts may need the score, and cache the results. Do not call
    this function while games are locked, because each game takes a tenth of a second."""
    late = list(games)
    losses = MassTimeouts(late)
    for game in late:
        if losses.may_need_scoring(game) and _position_key(game) not in _lost:
            _lost[_position_key(game)] = is_clearly_lost(game.full_state())
    for key in list(_lost)[:-MOST_KEPT]:
        _lost.pop(key, None)


def _position_key(game: Game) -> _Position:
    return game.pk, game.number, bytes(game.position_keys)[-8:]


def _cached_is_clearly_lost(game: Game) -> bool:
    known = _lost.get(_position_key(game))
    if known is None:
        raise NotScoredYet(retry_after=1)
    return known


def is_clearly_lost(state: GameState) -> bool:
    """Return whether the position is clearly lost for the side to act. In the server's own count the opponent must be
    well ahead, and enough moves must have been played."""
    points = state.board.width * state.board.height
    if state.to_play is None or state.move_number * 4 < points:
        return False
    dead = suggest_dead(state.board, ruleset=state.setup.ruleset)
    count = score_of(state, dead)
    return count.winner not in (None, state.to_play) and abs(count.margin) * 10 >= points
