"""The turning point of a finished game: the move after which the lead changed most and remained changed."""

from __future__ import annotations

from dataclasses import dataclass

from foundation.caches import LRUCache
from foundation.cpu_slots import TooBusy, cpu_slot
from games.models import Game
from games.models.action import rules_actions
from rules import Board, Color, replay_states
from rules.playouts import owner_shares

STAYS = 10
"""The number of moves for which the count must remain changed."""
LEAST = 8
"""The smallest change in points; random games cannot distinguish smaller ones from chance."""
WORK = 150_000
"""The largest number of points in all random games together, which bounds the time to about a second. Longer games
have no turning point."""
FEWEST = 8
"""The least number of random games from a position."""


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """The move after which the lead changed most: its number, the change in points, and the colour that gained them."""

    move: int
    points: int
    color: Color


def find_turning_point(game: Game) -> TurningPoint | None:
    """Return the turning point of a finished game of two colours. Return None if there is none, if the game is too
    long, or if the process is busy."""
    try:
        found = _found.get_or_make((game.pk, game.number), lambda: _compute_turning_point(game))
    except TooBusy:
        return None  # the page does not need it, and the next visit tries again
    return found[0] if found else None


def cached_turning_point(game: Game) -> tuple[TurningPoint, ...] | None:
    """Return the turning point from the cache of this process: a tuple with the turning point, or () if the game has
    none. Return None if the cache has no entry for the game's last action."""
    return _found.get((game.pk, game.number))


_found: LRUCache[tuple[int, int], tuple[TurningPoint, ...]] = LRUCache(1000)
"""The cached turning point, or none, by the game and the number of its last action, because a game can continue after
its end."""


def _compute_turning_point(game: Game) -> tuple[TurningPoint, ...]:
    if not game.agreed_variant.plain:
        return ()
    boards: dict[int, Board] = {}
    for state in replay_states(game.agreed_setup, rules_actions(game)):
        boards.setdefault(state.move_number, state.board)
    games = WORK // (len(boards) * game.width * game.height)
    if games < FEWEST or len(boards) <= STAYS:
        return ()
    with cpu_slot():
        leads = [sum(owner_shares(board, games)) for board in boards.values()]
    found = find_largest_swing(leads)
    return () if found is None else (found,)


def find_largest_swing(leads: list[float]) -> TurningPoint | None:
    """Return the turning point of a game from Black's lead in points after each move, starting with 0 moves. Return
    None if there is none."""
    best = None
    for move in range(1, len(leads) - STAYS):
        changes = [lead - leads[move - 1] for lead in leads[move : move + STAYS + 1]]
        for color, kept in ((Color.BLACK, min(changes)), (Color.WHITE, -max(changes))):
            if kept >= LEAST and (best is None or kept > best.points):
                best = TurningPoint(move, round(kept), color)
    return best
