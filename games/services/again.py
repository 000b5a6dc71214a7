"""A rematch against the same opponent. Offers are made in an app above, which sets the hook."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from accounts.models import Player
from foundation.hook import Hook
from games.models import Game


def _nobody_offers(*, game_id: int, player: Player, now: datetime) -> Game | Any:
    raise NotImplementedError


rematch = Hook(_nobody_offers)
"""Offer the opponent of a finished game the same terms with the colours exchanged; accept such an offer if there is
one. The answer is the offer, or the game that began. Raises what making or accepting an offer raises, NotYours and
NotFinished."""
