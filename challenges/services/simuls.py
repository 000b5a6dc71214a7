"""Simultaneous games: one player against many from one offer (C210 to C212).

Players take places until the host starts the games or all places are taken. Each game has the handicap for its two
players. Simuls whose games start at once do not use this module, because players accept them like any other offer.
"""

from __future__ import annotations

from django.db import transaction

from accounts.core.guests import check_not_guest
from accounts.core.restrictions import check_allowed, is_restricted
from accounts.models import Player
from accounts.models.restriction import RestrictionKind as Restricted
from accounts.privacy.blocking import is_blocked_between
from challenges.announcing import OfferEvent, notify_about_offer, send_offer_event
from challenges.errors import BotsCannotSeekGames, NothingToStart, SeatNotAvailable
from challenges.limits import SimulStart
from challenges.models import Challenge, ChallengeStatus, Place
from challenges.refusals import check_within_limits
from games.errors import NotTheOwner
from games.models import Game
from games.models.game import GameQuerySet
from games.services import idempotency
from games.services.idempotency import PlayerRequest
from ratings.standing import load_ratings

from . import places
from .answering import assign_simul_place, is_simul_of_teacher, start_accepted_games
from .rows import check_no_block, check_offer_open, close_challenge, find_creator_id, lock_challenge, lock_players


def games_of_places(taken: list[Place]) -> GameQuerySet:
    """Return the games played at these places of a simul, including private games."""
    return Game.objects.filter(pk__in=[place.game_id for place in taken if place.game_id is not None])


def take_place(request: PlayerRequest, offer_id: int, *, token: str = "", index: int | None = None) -> Challenge:
    """Take a place in a simul, or a seat of a game with more than two seats (`places.take_place`).

    Raises the errors of `places.take_place`, BotsCannotSeekGames, and the errors for the offer's limits
    (`check_within_limits`).
    """
    gathering = Challenge.objects.filter(pk=offer_id, simul_places__isnull=False)
    if not gathering.exclude(simul_starts=SimulStart.AT_ONCE).exists():
        return places.take_place(request, offer_id, token=token, index=index)
    check_allowed(request.player, request.now, Restricted.BARRED)
    if not request.player.is_child:
        check_not_guest(request.player)
    if request.player.is_bot:
        raise BotsCannotSeekGames
    wanted = idempotency.body_hash(verb="take_place", challenge=offer_id, index=index)
    with transaction.atomic():
        lock_players(request.player.pk, find_creator_id(offer_id))
        offer = lock_challenge(offer_id, request.player, token)
        if not is_simul_of_teacher(offer, request.player):
            check_not_guest(request.player)
        if idempotency.find_stored_answer(request, wanted) is None:
            _take_simul_place(request, offer)
            idempotency.store_answer(request, wanted, {"challenge": offer.pk})
    return _start_if_full(request, offer)


def _take_simul_place(request: PlayerRequest, offer: Challenge) -> None:
    check_offer_open(offer)
    if offer.creator_id == request.player.pk or not offer.places_left:
        raise SeatNotAvailable
    check_no_block(offer, request.player)
    if offer.place_of(request.player) is not None:
        return
    check_within_limits(offer, request.player, request.now)
    assign_simul_place(offer, request)
    send_offer_event(OfferEvent.CHANGED, offer, request.player.pk)
    notify_about_offer(request, offer, offer.creator_id, "simul_joined")


def _starts_now_because_full(offer: Challenge) -> bool:
    return offer.simul_starts == SimulStart.FULL and offer.is_open and not offer.places_left


def _start_if_full(request: PlayerRequest, offer: Challenge) -> Challenge:
    """Start the games if all places are taken, in a transaction that locks all players. Return the offer. If the start
    fails, the host can still start the games."""
    for _ in range(places.TRIES if _starts_now_because_full(offer) else 0):
        with transaction.atomic():
            found = places.lock_with_players(offer.pk, request.player, offer.token)
            if found is not None and _starts_now_because_full(found):
                _start_games(request, found)
            if found is not None:
                return found
    return offer


def start_simul(request: PlayerRequest, offer_id: int) -> Challenge:
    """Start the games of the player's own simul with everyone who has a place, and close the simul.

    Raises NoSuchChallenge, NotTheOwner, ChallengeAlreadyClosed, NothingToStart, NewGamesBlocked, Suspended.
    """
    check_allowed(request.player, request.now, Restricted.BARRED)
    for _ in range(places.TRIES):
        with transaction.atomic():
            offer = places.lock_with_players(offer_id, request.player, "")
            if offer is None:
                continue
            if offer.creator_id != request.player.pk:
                raise NotTheOwner
            check_offer_open(offer)
            if not offer.starts_games_together:
                raise NothingToStart
            _start_games(request, offer)
            return offer
    raise NothingToStart


def _start_games(request: PlayerRequest, offer: Challenge) -> None:
    """Start a game with each player who has a place and may still play. The others lose their places."""
    people = [place.player for place in offer.simul_places_taken]
    players = [player for player in people if player is not None and _may_play(offer, player, request)]
    if not players:
        raise NothingToStart
    load_ratings(offer.creator, *players)
    for player in players:
        start_accepted_games(PlayerRequest(player, request.now), offer, offer.for_joiner(player))
    offer.places.filter(game__isnull=True).delete()
    offer.games_left = 0
    offer.save(update_fields=["games_left"])
    if offer.is_open:
        close_challenge(offer, ChallengeStatus.ACCEPTED, request.now)
    send_offer_event(OfferEvent.CHANGED, offer)
    if request.player.pk != offer.creator_id:
        notify_about_offer(request, offer, offer.creator_id, "simul_started")


def _may_play(offer: Challenge, player: Player, request: PlayerRequest) -> bool:
    restricted = any(is_restricted(player, kind, request.now) for kind in (Restricted.SUSPENDED, Restricted.BARRED))
    return not restricted and not is_blocked_between(offer.creator_id, player.pk)
