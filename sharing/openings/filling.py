"""Add games to the openings soon after they end.

After the commit that ends a game, the worker or a thread of this process is notified, and adds missing games that ended
in the last hour (`LATELY`). The same happens once a minute without notification. When the sweeper deletes expired rows,
missing games of the last two days are added (`LOOKED_BACK`). `manage.py fill_openings` adds older games. A game that is
annulled or resumed is removed in the same transaction.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterable
from dataclasses import asdict
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet

from foundation import background, timesource
from foundation.dispatch import SECONDS_BETWEEN_LOOKS, BackgroundTask
from games.events import GameEvent
from games.game_view import GameView
from games.models import Game, Seat
from games.models.action import rules_actions
from games.services.clock_check import CheckedTime
from rules import Action as RulesAction
from rules import Annul, GameState, Pass, Play, Reason, RefuseWin, Undo, replay_states
from sharing.models import GamePattern, Opening
from sharing.patterns.rows import SEEN, pattern_rows_of
from sharing.positions import NOBODY
from sharing.symmetry import CanonicalPosition, canonical_position

logger = logging.getLogger(__name__)
MOVES = 24
"""The number of moves in an opening, including passes."""
COUNTED = tuple(
    reason.value
    for reason in (
        Reason.SCORE, Reason.RESIGNATION, Reason.TIME, Reason.FORFEIT, Reason.CAPTURE, Reason.AGREEMENT,
    )
)  # fmt: skip
"""The ends of games that are in the openings: wins and draws."""
TASK = BackgroundTask("sharing.tasks.fill_openings")
LATELY = timedelta(hours=1)
"""The period that is checked whenever a game ends: checking all of LOOKED_BACK would be expensive."""
LOOKED_BACK = timedelta(days=2)
AT_ONCE = 500
_ENDS_NO_MORE = frozenset({Annul.kind, RefuseWin.kind})


def update_openings_on_game_event(kind: str, **about: Any) -> None:
    """Signal receiver: after a game has ended, wake the task that adds it to the openings. When a game is resumed or
    annulled, remove it from them."""
    if kind == GameEvent.GAME_FINISHED:
        transaction.on_commit(TASK.wake, robust=True)
    elif kind == GameEvent.GAME_ACTION and about["action"].kind in _ENDS_NO_MORE:
        _remove_game(about["game"])


def games_for_openings() -> QuerySet[Game]:
    """Return the games that belong in the openings: public finished games of standard Go that ended for a reason in
    COUNTED."""
    ordinary = Exists(Seat.objects.filter(game=OuterRef("pk"), variant="", index=0))
    return Game.objects.finished().filter(ordinary, private=False, end_reason__in=COUNTED)


def start() -> threading.Thread:
    """Start a thread that adds ended games to the openings, until the process ends, and return it."""
    return background.start("openings", add_missing_games, SECONDS_BETWEEN_LOOKS, woken_by=TASK.wanted)


def add_missing_games() -> bool:
    """Add recently ended games that are missing. Return whether there may be more."""
    return fill_ended_since(timesource.now() - LATELY) >= AT_ONCE


def fill_recently_ended(*, now: CheckedTime, **_: object) -> int:
    """Add missing games that ended in the last days to the openings, and return how many were added. Called when the
    sweeper deletes expired rows."""
    return fill_ended_since(now - LOOKED_BACK)


def fill_ended_since(begin: datetime) -> int:
    """Add missing games that have ended since `begin` to the openings, at most AT_ONCE. Return how many were added. A
    failure is logged and does not stop the other games."""
    late = missing_games().filter(finished_at__gt=begin).values_list("pk", flat=True)[:AT_ONCE]
    return sum(_add_game_or_log_error(pk) for pk in list(late))


def _add_game_or_log_error(game_id: int) -> bool:
    try:
        return add_game(game_id) > 0
    except Exception:
        logger.exception("game %s is not in the openings", game_id)
        return False


def add_game(game_id: int) -> int:
    """Add the game to the openings, replacing existing rows. Return the number of positions, or 0 for a game that does
    not belong in the openings. The game is locked, so that it is not annulled at the same time."""
    with transaction.atomic():
        game = games_for_openings().select_for_update(no_key=True).filter(pk=game_id).first()
        if game is None:
            return 0
        _remove_game(game)
        show, states = GameView(game, NOBODY), first_states(game, SEEN)
        bots = game.seats.filter(player__is_bot=True).exists()
        if not bots:
            GamePattern.objects.bulk_create(_pattern_rows(show, states))
        return len(Opening.objects.bulk_create(_opening_rows(show, states[: MOVES + 2], bots=bots)))


def _remove_game(game: Game) -> None:
    Opening.objects.filter(game=game).delete()
    GamePattern.objects.filter(game=game).delete()


def missing_games() -> QuerySet[Game]:
    """Return the games that belong in the openings but have not been added."""
    return games_for_openings().exclude(Exists(Opening.objects.filter(game=OuterRef("pk"), move=0)))


def _opening_rows(show: GameView, states: list[GameState], *, bots: bool) -> Iterable[Opening]:
    game = show.game
    forms = [canonical_position(show.board(state), state.to_play) for state in states]
    nexts = [*(_next_move(form, show, after) for form, (_, after) in zip(forms, pairwise(states), strict=False)), None]
    return [
        Opening(game=game, move=number, key=form.key, next=after, winner=game.winner, bots=bots)
        for number, (form, after) in enumerate(zip(forms, nexts, strict=True))
        if number <= MOVES
    ]


def _next_move(form: CanonicalPosition, show: GameView, after: GameState) -> int:
    """Return the move that led to the state `after`, as an index in the canonical image of the position before it, or
    PASS."""
    move = show.last_move(after)
    assert move is not None
    return Opening.PASS if move.point is None else form.to_canonical(move.point)


def _pattern_rows(show: GameView, states: list[GameState]) -> Iterable[GamePattern]:
    line = [(show.board(state), show.last_move(state)) for state in states]
    for row in pattern_rows_of(line):
        yield GamePattern(game=show.game, winner=show.game.winner, **asdict(row))


def first_states(game: Game, moves: int = MOVES) -> list[GameState]:
    """Return the states of a game after 0, 1 and so on up to `moves` + 1 moves, or fewer if the game ends earlier. The
    state after 0 moves includes the handicap stones. Undone moves are left out."""
    actions = rules_actions(game)
    if not any(isinstance(action, Undo | RefuseWin) for action in actions):
        actions = _actions_up_to(actions, moves)
    found: dict[int, GameState] = {}
    for state in replay_states(game.agreed_setup, actions):
        if state.move_number == 0 or state.move_number not in found:
            found[state.move_number] = state
    return [found[number] for number in sorted(found) if number <= moves + 1]


def _actions_up_to(actions: list[RulesAction], number: int) -> list[RulesAction]:
    """Return the actions up to and including move `number` + 1, or all actions if there are fewer moves."""
    moves = [index for index, action in enumerate(actions) if isinstance(action, Play | Pass)]
    return actions[: moves[number] + 1] if len(moves) > number else actions
