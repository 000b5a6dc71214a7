"""A move and what its player says to it: both in one transaction."""

from __future__ import annotations

import hashlib
from collections.abc import Callable

from django.db import transaction

from games import services
from games.services.idempotency import PlayerRequest

from .moves import Pass, Play
from .transaction import ActionRequest, Receipt

WITH_MESSAGE = frozenset({Play, Pass})
"""The verbs that a message may come along with."""


def perform_saying(request: ActionRequest, text: str, act: Callable[[], Receipt]) -> Receipt:
    """Do what `act` does, which performs a verb for this request, and then say this in the game's chat; "" says
    nothing. Nothing is stored when one of the two is refused: raises what either raises, first what speaks against the
    message: where stones are hidden, a legal move that is taken back would have told that it is one (V28). A retry with
    the same key says it once."""
    if not text:
        return act()
    key = None if request.key is None else hashlib.sha256(f"{request.key} says".encode()).hexdigest()
    speaker = PlayerRequest(request.player, request.now, key)
    with transaction.atomic():
        services.check_may_say(speaker, request.game_id, text)
        receipt = act()
        if not receipt.is_try:
            services.say(speaker, request.game_id, text)
    return receipt
