"""End the offers of a suspended or deleted account."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from django.db import transaction
from django.db.models import Q

from accounts.models import Player
from challenges.announcing import OfferEvent, send_offer_event
from challenges.models import Challenge, ChallengeQuerySet, ChallengeStatus, Place

from .rows import close_challenge, withdraw_locked


def withdraw_offers(*, player: Player, now: datetime) -> int:
    """Withdraw all open offers that the player has made, and end the komi biddings in which the player takes part.
    Return the number of ended offers and biddings."""
    with transaction.atomic():
        bidding = _end_offers(Challenge.objects.bidding().of_player(player), {player.pk}, now)
        return bidding + _end_offers(Challenge.objects.open().filter(creator=player), {player.pk}, now)


def end_offers_of_deleted(player: Player, now: datetime, **_: object) -> None:
    """End the player's offers in the transaction that deletes the account (F38)."""
    end_offers_of_players({player.pk}, now)


def end_offers_of_players(player_ids: Collection[int], now: datetime) -> None:
    """Withdraw these players' offers, decline offers to them, and free their places in others. Needs a transaction. The
    number of queries depends only on the number of the offers."""
    own = Q(creator__in=player_ids) | Q(opponent__in=player_ids)
    taken = Place.offers_with_place_of(*player_ids)
    rows = Challenge.objects.filter(
        Q(status=ChallengeStatus.OPEN) & (own | taken) | Q(status=ChallengeStatus.BIDDING) & own
    )
    _end_offers(rows, player_ids, now)


def _end_offers(rows: ChallengeQuerySet, player_ids: Collection[int], now: datetime) -> int:
    offers = list(rows.order_by("pk").select_for_update(no_key=True, of=("self",)))
    for offer in offers:
        if offer.creator_id in player_ids:
            withdraw_locked(offer, now)
        elif offer.opponent_id in player_ids:
            close_challenge(offer, ChallengeStatus.DECLINED, now)
            send_offer_event(OfferEvent.DECLINED, offer)
        else:
            offer.places.filter(player__in=player_ids).update(player=None, confirmed_at=None)
            send_offer_event(OfferEvent.CHANGED, offer)
    return len(offers)


def has_open_offer(player: Player, **_: object) -> bool:
    """Return whether the player has made an offer that is still open (games.signals.looking_for_games)."""
    return Challenge.objects.open().filter(creator=player).exists()
