"""Ask the player who is behind, once in a game, whether they accept the result that the server predicts (C204).

The server never ends such a game. The player can accept, which means to resign, or play on. The question lapses with
the player's next move. The other player may then call a referee.
"""

from __future__ import annotations

import logging
import threading
from datetime import timedelta

from django.db import transaction

from foundation import background, timesource
from foundation.caches import LRUCache
from foundation.cpu_slots import TooBusy
from foundation.dispatch import SECONDS_BETWEEN_LOOKS
from games import storage
from games.models import Game, Seat
from rules import Color, Phase

from .predictions import MOVES_IN_A_ROW, TASK, find_steady_lead, should_estimate_result
from .record import Actor, record_non_rules_action

logger = logging.getLogger(__name__)

REQUEST = "result"
"""The name of the question among the requests of a game."""
WINDOW = timedelta(minutes=10)
"""Games with a move within this time are checked. Games that were missed are checked after their next moves."""
MOST = 50


def start_thread() -> threading.Thread:
    """Start the thread that asks players about predicted results until the process ends."""
    return background.start("predictions", ask_about_next_game, SECONDS_BETWEEN_LOOKS, woken_by=TASK.wanted)


def ask_about_next_game() -> bool:
    """Estimate the result of one game that may be decided, and ask the player who is behind if necessary. Return False
    if there is no such game."""
    rows = Game.objects.filter(
        phase=Phase.PLAY.value, turn__isnull=False, result_asked__isnull=True,
        last_action_at__gt=timesource.now() - WINDOW, move_number__gte=MOVES_IN_A_ROW,
    ).order_by("-last_action_at")  # fmt: skip
    for game in rows[:MOST]:
        if should_estimate_result(game) and _seen.get((game.pk, game.state_number)) is None:
            _seen.put((game.pk, game.state_number), True)
            _ask_about_result(game)
            return True
    return False


_seen: LRUCache[tuple[int, int], bool] = LRUCache(5000)
"""The games that this process has checked, by the game's id and the number of the last move."""


def _ask_about_result(game: Game) -> None:
    try:
        found = find_steady_lead(game)
        if found is not None:
            ask_about_lead(game, *found)
    except TooBusy:
        logger.info("too busy to estimate game %s", game.pk)  # after five more moves it is tried again
    except Exception:
        logger.exception("game %s could not be estimated", game.pk)


def ask_about_lead(game: Game, winner: Color, lead: int) -> bool:
    """Ask the player who is behind whether they accept this result, a win of `winner` by `lead` points. Do nothing if
    the game has changed, was asked about before, or the player is a bot. Return whether the player was asked."""
    with transaction.atomic():
        locked = storage.locked_game(game.pk)
        if locked is None or locked.number != game.number or locked.result_asked is not None:
            return False
        ahead, behind = _seats_ahead_and_behind(locked, winner)
        if behind.player.is_bot:
            return False
        locked.result_asked = ahead.index
        asked = {"seat": ahead.index, "lead": lead, "asks": behind.index}
        locked.requests = {**locked.requests, REQUEST: asked}
        actor = Actor(locked, None, None, timesource.now())
        actor.notify_seats("result_asked", [behind])
        record_non_rules_action(actor, f"{REQUEST}_request", {"side": winner.letter, "lead": lead})
        return True


def _seats_ahead_and_behind(game: Game, winner: Color) -> tuple[Seat, Seat]:
    ahead = next(seat for seat in game.seat_list() if seat.color == winner)
    return ahead, game.opponents(ahead)[0]
