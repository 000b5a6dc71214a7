"""The move of a finished game after which the count changed most and stayed changed."""

from __future__ import annotations

from dataclasses import dataclass

from foundation.caches import LRUCache
from foundation.cpu_slots import TooBusy, cpu_slot
from games.models import Game
from games.models.action import rules_actions
from rules import Board, Color, replay_states
from rules.playouts import shares

STAYS = 10
"""The count has to stay changed for this many moves."""
LEAST = 8
"""Points: random games tell no smaller change from chance."""
WORK = 150_000
"""Points of all random games, which bounds the time to about a second. Longer games have no turning point."""
FEWEST = 8
"""Random games from a position, at least."""


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """The number of a move, how many points it changed, and for whom."""

    move: int
    points: int
    color: Color


def turning_point(game: Game) -> TurningPoint | None:
    """Return the turning point of a finished game of two colours; None if there is none, the game is too long, or the
    process is busy."""
    try:
        found = _found.get_or_make((game.pk, game.number), lambda: _find(game))
    except TooBusy:
        return None  # the page does not need it, and the next visit tries again
    return found[0] if found else None


def known_turning_point(game: Game) -> tuple[TurningPoint, ...] | None:
    """Return the turning point, or (), as this process has computed it; None if it has not, or not for this end."""
    return _found.get((game.pk, game.number))


_found: LRUCache[tuple[int, int], tuple[TurningPoint, ...]] = LRUCache(1000)
"""One turning point or none, by the game and the number of its last action: a game can be resumed after its end."""


def _find(game: Game) -> tuple[TurningPoint, ...]:
    if not game.agreed_variant.plain:
        return ()
    boards: dict[int, Board] = {}
    for state in replay_states(game.agreed_setup, rules_actions(game)):
        boards.setdefault(state.move_number, state.board)
    games = WORK // (len(boards) * game.width * game.height)
    if games < FEWEST or len(boards) <= STAYS:
        return ()
    with cpu_slot():
        leads = [sum(shares(board, games)) for board in boards.values()]
    found = turn_of(leads)
    return () if found is None else (found,)


def turn_of(leads: list[float]) -> TurningPoint | None:
    """Return the turning point of a game in which Black led by these points after each move, 0 first."""
    best = None
    for move in range(1, len(leads) - STAYS):
        changes = [lead - leads[move - 1] for lead in leads[move : move + STAYS + 1]]
        for color, kept in ((Color.BLACK, min(changes)), (Color.WHITE, -max(changes))):
            if kept >= LEAST and (best is None or kept > best.points):
                best = TurningPoint(move, round(kept), color)
    return best
