"""Say what happened to an offer: to programs in the same transaction, to open pages after it, to people by a notice."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from accounts.models import Player
from challenges.models import Challenge
from games import events
from notifications.models import Notice


class OfferEvent(StrEnum):
    """What happened to an offer. The names are part of the API."""

    CREATED = "challenge.created"
    ACCEPTED = "challenge.accepted"
    DECLINED = "challenge.declined"
    WITHDRAWN = "challenge.withdrawn"
    COUNTERED = "challenge.countered"


def announce(kind: OfferEvent, challenge: Challenge, *others: int) -> None:
    """An offer was made or answered; its creator, the one it was made to, and these others hear of it."""
    players = sorted({pk for pk in (challenge.creator_id, challenge.opponent_id, *others) if pk is not None})
    events.tell(kind, players, challenge=challenge)
    events.player_changed(*players)


def tell(
    challenge: Challenge,
    player_id: int,
    kind: str,
    *,
    by: Player,
    now: datetime,
) -> None:
    """Leave a notice about an offer, with the game that it has become."""
    Notice.objects.create(
        player_id=player_id, kind=kind, challenge=challenge, game=challenge.game, by=by, created_at=now
    )
    events.player_changed(player_id)
