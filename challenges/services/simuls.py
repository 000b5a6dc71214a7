"""Simultaneous games: one player against many from one offer (C210 to C212).

Players take places until the host starts the games or all places are taken, and each game has the handicap of its pair.
Simuls that start at once need nothing of this: players accept the offer as any other.
"""

from __future__ import annotations

from django.db import transaction

from accounts.core.guests import check_not_guest
from accounts.core.restrictions import check_allowed, is_under
from accounts.models import Player
from accounts.models.restriction import RestrictionKind as Restricted
from accounts.privacy.blocking import blocked_between
from challenges.announcing import OfferEvent, announce, notify_about_offer
from challenges.errors import NoSeatForYou, NotForBots, NothingToStart
from challenges.limits import SimulStart
from challenges.models import Challenge, Place, Status
from challenges.refusals import check_fits
from games.errors import NotTheOwner
from games.models import Game
from games.models.game import GameQuerySet
from games.services import idempotency
from games.services.idempotency import PlayerRequest
from ratings.standing import know_ranks

from . import places
from .answering import assign_simul_place, begin
from .rows import check_not_apart, check_open, close, creator_of, lock_challenge, lock_players


def games_of(taken: list[Place]) -> GameQuerySet:
    """Return the games of these places of a simul, also those that not everyone may see."""
    return Game.objects.filter(pk__in=[place.game_id for place in taken if place.game_id is not None])


def take_place(request: PlayerRequest, offer_id: int, *, token: str = "", index: int | None = None) -> Challenge:
    """Take a place in a simul, or a seat of a game with more than two (`places.take_place`).

    Raises what that raises, NotForBots, and the refusals of the offer's limits (`check_fits`).
    """
    gathering = Challenge.objects.filter(pk=offer_id, simul_places__isnull=False)
    if not gathering.exclude(simul_starts=SimulStart.AT_ONCE).exists():
        return places.take_place(request, offer_id, token=token, index=index)
    check_allowed(request.player, request.now, Restricted.BARRED)
    check_not_guest(request.player)
    if request.player.is_bot:
        raise NotForBots
    wanted = idempotency.body_hash(verb="take_place", challenge=offer_id, index=index)
    with transaction.atomic():
        lock_players(request.player.pk, creator_of(offer_id))
        offer = lock_challenge(offer_id, request.player, token)
        if idempotency.recall(request, wanted) is None:
            _take_seat(request, offer)
            idempotency.remember(request, wanted, {"challenge": offer.pk})
    return _start_if_full(request, offer)


def _take_seat(request: PlayerRequest, offer: Challenge) -> None:
    check_open(offer)
    if offer.creator_id == request.player.pk or not offer.free_games:
        raise NoSeatForYou
    check_not_apart(offer, request.player)
    if offer.place_of(request.player) is not None:
        return
    check_fits(offer, request.player, request.now)
    assign_simul_place(offer, request)
    announce(OfferEvent.CHANGED, offer, request.player.pk)
    notify_about_offer(request, offer, offer.creator_id, "simul_joined")


def _is_full(offer: Challenge) -> bool:
    return offer.simul_starts == SimulStart.FULL and offer.is_open and not offer.free_games


def _start_if_full(request: PlayerRequest, offer: Challenge) -> Challenge:
    """Start the games if the last place has just been taken, in a transaction that locks all players. If that fails,
    the host can still start them."""
    for _ in range(places.TRIES if _is_full(offer) else 0):
        with transaction.atomic():
            found = places.locked_with_people(offer.pk, request.player, offer.token)
            if found is not None and _is_full(found):
                _start(request, found)
            if found is not None:
                return found
    return offer


def start_simul(request: PlayerRequest, offer_id: int) -> Challenge:
    """Start the games of the player's own simul with all who have a place, and close it.

    Raises NoSuchChallenge, NotYours, ChallengeGone, NothingToStart, NewGamesBlocked, Suspended.
    """
    check_allowed(request.player, request.now, Restricted.BARRED)
    for _ in range(places.TRIES):
        with transaction.atomic():
            offer = places.locked_with_people(offer_id, request.player, "")
            if offer is None:
                continue
            if offer.creator_id != request.player.pk:
                raise NotTheOwner
            check_open(offer)
            if not offer.gathers:
                raise NothingToStart
            _start(request, offer)
            return offer
    raise NothingToStart


def _start(request: PlayerRequest, offer: Challenge) -> None:
    """Start a game with each player who has a place and may still play; the others lose their places."""
    people = [place.player for place in offer.simul_places_taken]
    players = [player for player in people if player is not None and _may_play(offer, player, request)]
    if not players:
        raise NothingToStart
    know_ranks(offer.creator, *players)
    for player in players:
        begin(PlayerRequest(player, request.now), offer, offer.for_joiner(player))
    offer.places.filter(game__isnull=True).delete()
    offer.games_left = 0
    offer.save(update_fields=["games_left"])
    if offer.is_open:
        close(offer, Status.ACCEPTED, request.now)
    announce(OfferEvent.CHANGED, offer)
    if request.player.pk != offer.creator_id:
        notify_about_offer(request, offer, offer.creator_id, "simul_started")


def _may_play(offer: Challenge, player: Player, request: PlayerRequest) -> bool:
    restricted = any(is_under(player, kind, request.now) for kind in (Restricted.SUSPENDED, Restricted.BARRED))
    return not restricted and not blocked_between(offer.creator_id, player.pk)
