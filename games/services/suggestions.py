"""The server's suggestion of dead stones (R10). Marking begins without the suggestion. It is computed after the commit,
while no game is locked.

Any process can claim a game that is in marking without a suggestion. This is the worker, which is notified after the
commit, or, without Redis, a thread of the process that recorded the start of marking. Periodic checks find games whose
notification was lost or whose process crashed. Only `accept`, and code that ends a game on time with an open proposal,
wait for the suggestion: they compute it first, before they lock the game. The same board gives the same suggestion in
every process.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from functools import lru_cache

from django.db import transaction
from django.db.models import Q, QuerySet

from foundation import background, timesource
from foundation.dispatch import SECONDS_BETWEEN_LOOKS, BackgroundTask, is_worker_configured
from games import events
from games.errors import NotScoredYet
from games.models import Game
from rules import Board, Phase, Point, RuleSet, parse_vertex, vertex
from rules.estimate import DeadStoneSuggestion, suggest_dead_and_unsure

logger = logging.getLogger(__name__)

TASK = BackgroundTask("games.tasks.suggest_dead_stones")
SECONDS_BETWEEN = 2.0
CLAIM = timedelta(seconds=30)
"""How long a suggestion is reserved for the process that claimed it; computing it takes a tenth of a second."""


def start_thread() -> threading.Thread:
    """Start the thread that computes suggestions until the process ends."""
    seconds = SECONDS_BETWEEN_LOOKS if is_worker_configured() else SECONDS_BETWEEN
    return background.start("suggestions", compute_next_dead_stone_suggestion, seconds, woken_by=TASK.wanted)


def restart_dead_stone_suggestion(game: Game) -> None:
    """Delete the suggestion of dead stones, because marking begins again with the action that is being recorded. Start
    computing the new one after the commit. The game must be locked."""
    game.end_phase = game.number + 1
    game.suggested_dead = game.unsure_stones = game.suggestion_claimed_at = None
    transaction.on_commit(TASK.wake, robust=True)


def compute_next_dead_stone_suggestion() -> bool:
    """Compute the suggestion of dead stones for one game that has none. Return False if there is no such game. Do not
    call this function while a game is locked."""
    game = _claim_next_game(timesource.now())
    if game is None:
        return False
    try:
        ensure_dead_stone_suggestion(game)
    except Exception:
        logger.exception("no suggestion for game %s", game.pk)
    return True


def _claim_next_game(now: datetime) -> Game | None:
    """Return the newest game without a suggestion, reserved for this process, or None if there is none. Reservations
    with a time in the future are ignored, because they were made before the clock was set back."""
    is_free = (
        Q(suggestion_claimed_at__isnull=True)
        | Q(suggestion_claimed_at__lt=now - CLAIM)
        | Q(suggestion_claimed_at__gt=now + CLAIM)
    )
    for game in _games_without_suggestion().filter(is_free).order_by("-last_action_at")[:_AT_ONCE]:
        if (
            _games_without_suggestion()
            .filter(is_free, pk=game.pk, end_phase=game.end_phase)
            .update(suggestion_claimed_at=now)
        ):
            return game
    return None


_AT_ONCE = 8
"""The number of games to try, because other processes may claim the first ones at the same time."""


def _games_without_suggestion() -> QuerySet[Game]:
    return Game.objects.filter(phase=Phase.STONE_REMOVAL.value, suggested_dead__isnull=True)


def is_suggestion_pending(game: Game) -> bool:
    """Return whether the game is in marking and its suggestion of dead stones is not computed yet."""
    return game.phase == Phase.STONE_REMOVAL.value and game.suggested_dead is None


def ensure_dead_stone_suggestion(game: Game) -> None:
    """Compute and store the suggestion of dead stones if the game has none yet, and signal this to the players. Do not
    call this function while the game is locked.

    The suggestion is stored only if marking has not begun again since and no other process was faster. `game` is
    updated.
    """
    if not is_suggestion_pending(game):
        return
    state = game.state()
    two_sided = state.setup.variant.two_sided
    found = (
        _cached_suggestion(suggest_dead_and_unsure, state.board, state.setup.ruleset)
        if two_sided
        else DeadStoneSuggestion(frozenset())
    )
    game.suggested_dead = _sorted_vertices(found.dead, game.height)
    game.unsure_stones = [_sorted_vertices(group, game.height) for group in found.unsure]
    same = _games_without_suggestion().filter(pk=game.pk, end_phase=game.end_phase)
    if same.update(suggested_dead=game.suggested_dead, unsure_stones=game.unsure_stones):
        events.signal_suggestion_ready(game.pk, [seat.player_id for seat in game.seat_list()])


@lru_cache(maxsize=64)
def _cached_suggestion(
    suggest: Callable[..., DeadStoneSuggestion], board: Board, ruleset: RuleSet
) -> DeadStoneSuggestion:
    """Return the suggestion that the function `suggest` makes for this board. It is cached, because the board is often
    the same after a rejection."""
    return suggest(board, ruleset=ruleset)


def ensure_dead_stone_suggestions(game_ids: Iterable[int]) -> None:
    """Compute the missing suggestions of the games with these ids; unknown ids are ignored."""
    for game in _games_without_suggestion().filter(pk__in=game_ids):
        ensure_dead_stone_suggestion(game)


def dead_stone_suggestion_of(game: Game) -> DeadStoneSuggestion:
    """Return the suggestion of dead stones made when marking last began. It includes the stones whose status the server
    could not determine.

    Raises NotScoredYet if the suggestion is not computed yet. The suggestion is empty in games from before suggestions
    existed.
    """
    if is_suggestion_pending(game):
        raise NotScoredYet(retry_after=1)
    unsure = (_parse_points(group, game) for group in game.unsure_stones or [])
    return DeadStoneSuggestion(_parse_points(game.suggested_dead or [], game), tuple(unsure))


def _sorted_vertices(points: frozenset[Point], height: int) -> list[str]:
    return sorted(vertex(point, height) for point in points)


def _parse_points(texts: list[str], game: Game) -> frozenset[Point]:
    return frozenset(parse_vertex(text, game.width, game.height) for text in texts)
