"""Run the bots of the lower levels of the built-in player, in the same process as the bot of the highest level. Each
has its own account."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Sequence

from igo_client import Client

from .runner import BotRunner
from .table import BuiltInPlayer, EngineBoard
from .terms import OfferRules

logger = logging.getLogger(__name__)

SECONDS_UNTIL_AGAIN = 30.0


def play_lower_levels(clients: Sequence[Client], rules: OfferRules) -> None:
    """Start a thread for each client that plays the offers that `rules` accept. The first client plays at level 1, the
    next at level 2, and so on."""
    for level, client in enumerate(clients, 1):
        threading.Thread(target=_play_at_level, args=(level, client, rules), name=f"level {level}", daemon=True).start()


def _play_at_level(level: int, client: Client, rules: OfferRules) -> None:
    """Play the account's games at this level until the process ends."""
    while True:
        runner = BotRunner(client, (), rules)
        runner.table = EngineBoard(lambda: BuiltInPlayer(level))
        try:
            runner.run()
        except Exception as error:
            logger.warning("level %s stopped, again in %d s: %s", level, SECONDS_UNTIL_AGAIN, error)
        time.sleep(SECONDS_UNTIL_AGAIN)
