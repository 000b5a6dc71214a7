"""End the offers of a suspended or deleted account."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.models import Player
from challenges.announcing import OfferEvent, send_offer_event
from challenges.models import Challenge, ChallengeQuerySet, ChallengeStatus, Place

from .rows import close_challenge, withdraw_locked


def withdraw_offers(*, player: Player, now: datetime) -> int:
    """Withdraw all open offers that the player has made, and end the komi biddings in which the player takes part.
    Return the number of ended offers and biddings."""
    with transaction.atomic():
        bidding = _end_offers(Challenge.objects.bidding().of_player(player), player, now)
        return bidding + _end_offers(Challenge.objects.open().filter(creator=player), player, now)


def end_offers(player: Player, now: datetime, **_: object) -> None:
    """Withdraw the player's offers, decline offers to the player, and free their places in others. Called in the
    transaction that deletes the account (F38)."""
    placed = Challenge.objects.open().filter(Place.offers_with_place_of(player)).exclude(creator=player)
    for offer in placed.order_by("pk").select_for_update(no_key=True, of=("self",)):
        offer.places.filter(player=player).update(player=None, confirmed_at=None)
        send_offer_event(OfferEvent.CHANGED, offer)
    for offers in (Challenge.objects.open(), Challenge.objects.bidding()):
        _end_offers(offers.of_player(player), player, now)


def _end_offers(open_offers: ChallengeQuerySet, player: Player, now: datetime) -> int:
    offers = list(open_offers.order_by("pk").select_for_update(no_key=True, of=("self",)))
    for offer in offers:
        if offer.creator_id == player.pk:
            withdraw_locked(offer, now)
        else:
            close_challenge(offer, ChallengeStatus.DECLINED, now)
            send_offer_event(OfferEvent.DECLINED, offer)
    return len(offers)


def has_open_offer(player: Player, **_: object) -> bool:
    """Return whether the player has made an offer that is still open (games.signals.looking_for_games)."""
    return Challenge.objects.open().filter(creator=player).exists()
