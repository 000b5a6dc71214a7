"""The hook to offer a rematch to the same opponent, or to accept the opponent's offer. The app of challenges sets
it."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from accounts.models import Player
from foundation.hook import Hook
from games.models import Game


def _default_offer_or_accept_rematch(*, game_id: int, player: Player, now: datetime) -> Game | Any:
    raise NotImplementedError


offer_or_accept_rematch = Hook(_default_offer_or_accept_rematch)
"""Hook: offer the opponent of a finished game the same terms with the colours exchanged, or accept such an offer if
there is one. Return the offer, or the game that began. Raises the errors of making or accepting an offer, NotTheOwner
and NotFinished."""
