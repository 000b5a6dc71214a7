"""Announce changes of offers: events to programs in the same transaction, change signals to open pages after the
commit, and notifications to players."""

from __future__ import annotations

from collections.abc import Collection
from enum import StrEnum

from challenges.models import Challenge
from foundation.hints import OFFERS_CHANGED, ChangeSignal, send_after_commit
from games import events
from games.services.idempotency import PlayerRequest
from notifications.models import Notice
from notifications.services.asking import StillOpen


class OfferEvent(StrEnum):
    """Kinds of events about offers. The values are part of the API."""

    CREATED = "challenge.created"
    ACCEPTED = "challenge.accepted"
    DECLINED = "challenge.declined"
    WITHDRAWN = "challenge.withdrawn"
    COUNTERED = "challenge.countered"
    CHANGED = "challenge.changed"


def send_offer_event(kind: OfferEvent, challenge: Challenge, *other_player_ids: int) -> None:
    """Send the event of a new, changed, accepted or declined offer to the programs of its creator, of the invited
    players and of `other_player_ids`. For an offer that anyone may see, also tell open pages with the list of offers to
    reload it."""
    places = challenge.place_list() if challenge.has_more_than_two_seats else []
    named = (challenge.creator_id, challenge.opponent_id, *(place.player_id for place in places))
    players = sorted({pk for pk in (*named, *other_player_ids) if pk is not None})
    events.send_game_event(kind, players, challenge=challenge)
    events.signal_player_lists_changed(*players)
    if not challenge.token and (kind is not OfferEvent.CREATED or challenge.opponent_id is None):
        send_after_commit(ChangeSignal(OFFERS_CHANGED))


def notify_about_offer(request: PlayerRequest, challenge: Challenge, player_id: int, kind: str) -> None:
    """Create a notification for a player about the acting player's action on an offer. It links to the offer's game if
    the game has started."""
    Notice.objects.create(
        player_id=player_id,
        kind=kind,
        challenge=challenge,
        game=challenge.game,
        by=request.player,
        created_at=request.now,
    )
    events.signal_player_lists_changed(player_id)


def notice_checks(**_: object) -> dict[str, StillOpen]:
    """Return, for each kind of notice that asks for an answer to an offer, the function `notices_of_open_offers`.
    Receiver of notifications.signals.notice_checks."""
    return dict.fromkeys(("challenged", "challenge_countered", "seats_changed", "komi_bid"), notices_of_open_offers)


def notices_of_open_offers(notices: Collection[Notice]) -> list[Notice]:
    """Return the notices whose offer has not been accepted, declined or withdrawn. The notices' `challenge` must be
    loaded."""
    return [notice for notice in notices if _is_open(notice.kind, notice.challenge)]


def _is_open(kind: str, offer: Challenge | None) -> bool:
    return offer is not None and (offer.is_bidding if kind == "komi_bid" else offer.is_open)
