"""Once more against the same opponent. Offers are made in the room above, which names its function here."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Protocol

from accounts.models import Player
from games.models import Game


class Rematch(Protocol):
    """Offer the opponent of a finished game the same terms with the colours exchanged; accept such an offer if there
    is one. The answer is the offer, or the game that began."""

    def __call__(self, *, game_id: int, player: Player, now: datetime) -> Game | Any: ...


_rematch: Rematch | None = None


def when_asked(rematch: Rematch) -> None:
    """Name who makes the offer, when the server starts."""
    global _rematch
    _rematch = rematch


def rematch(*, game_id: int, player: Player, now: datetime) -> Game | Any:
    """Play again: see Rematch. Raises what making or accepting an offer raises, NotYours and NotFinished."""
    assert _rematch is not None
    return _rematch(game_id=game_id, player=player, now=now)
