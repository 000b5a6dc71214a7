"""A second opinion on dead stones from a GTP engine that the administrator configured (IGO_GTP_ENGINE).

The worker queries the engine; without Redis, a thread of the server does so. They process one game at a time, never
inside a request. If no worker has processed a game within a minute, any process that finds it does. Nothing depends on
the engine: its opinion is an additional marking shown to the players.
"""

from __future__ import annotations

import logging
import shlex
import threading
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Q

from foundation import background
from foundation.dispatch import SECONDS_BETWEEN_LOOKS, is_worker_configured
from games.models import Game
from games.services import clock_check
from gtp import EngineError, second_opinion
from rules import Phase, vertex

logger = logging.getLogger(__name__)

TASK = "games.tasks.ask_for_second_opinions"
SECONDS_BETWEEN = 5.0
ASK_AGAIN = timedelta(minutes=10)
"""The time after which another process may query the engine again."""
FAILED: dict[str, object] = {"engine": "", "dead": [], "failed": True}
"""The value stored if the engine failed. The players see this, and the engine is queried again."""


def is_configured() -> bool:
    """Return whether an engine is configured."""
    return bool(settings.IGO_GTP_ENGINE)


def start_thread() -> threading.Thread | None:
    """Start the thread that queries the engine; return None if no engine is configured."""
    if not is_configured():
        return None
    return background.start(
        "second opinion", ask_engine_if_configured, SECONDS_BETWEEN_LOOKS if is_worker_configured() else SECONDS_BETWEEN
    )


def ask_engine_if_configured() -> bool:
    """Query the engine about one game that waits for a second opinion. Return False if no game is waiting or no engine
    is configured. Raises UncheckedTime if the current time cannot be verified."""
    return is_configured() and ask_engine_about_next_game(now=clock_check.checked_now())


def ask_engine_about_next_game(*, now: datetime) -> bool:
    """Query the engine about one game that waits for a second opinion, and store its answer or that it failed. Return
    False if no game is waiting."""
    game = _claim_next_game(now)
    if game is None:
        return False
    state = game.state()
    try:
        name, dead = second_opinion(state, shlex.split(settings.IGO_GTP_ENGINE), settings.IGO_GTP_SECONDS)
    except EngineError as error:
        logger.warning("no second opinion on game %s: %s", game.pk, error)
        _store_opinion(game, FAILED)
        return True
    _store_opinion(game, {"engine": name, "dead": sorted(vertex(point, game.height) for point in dead)})
    return True


def _claim_next_game(now: datetime) -> Game | None:
    """Return a game that waits for a second opinion, reserved for this process, or None if there is none. Such a game
    is in scoring, and the engine was not asked about it recently."""
    unasked = Q(opinion_asked_at__isnull=True) | Q(opinion_asked_at__lt=now - ASK_AGAIN)
    unanswered = Q(second_opinion__isnull=True) | Q(second_opinion__failed=True)
    waiting = Game.objects.filter(unanswered, phase=Phase.STONE_REMOVAL.value)
    found = waiting.filter(unasked).order_by("-last_action_at").first()
    if found is None or not Game.objects.filter(unasked, pk=found.pk).update(opinion_asked_at=now):
        return None
    return found


def _store_opinion(asked_game: Game, answer: dict[str, object]) -> None:
    """Store the engine's opinion if the game is still in the same position."""
    with transaction.atomic():
        game = Game.objects.select_for_update(no_key=True).get(pk=asked_game.pk)
        if game.phase == Phase.STONE_REMOVAL.value and game.state().board == asked_game.state().board:
            Game.objects.filter(pk=game.pk).update(second_opinion=answer)
