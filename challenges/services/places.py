"""The seating before games with more than two seats (V32). The creator arranges the players and their order, others
take free seats, and the game starts when all have agreed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from accounts.core.guests import check_not_guest
from accounts.core.restrictions import check_allowed
from accounts.models import Player
from accounts.models.restriction import RestrictionKind as Restricted
from accounts.privacy.blocking import is_blocked_between
from challenges.announcing import OfferEvent, notify_about_offer, send_offer_event
from challenges.errors import BotCannotPlayVariant, CannotChallenge, SeatNotAvailable
from challenges.models import Challenge, Place
from foundation.statements import LARGEST_NUMBER
from games import events
from games.errors import BadTerms, NotTheOwner
from games.services import idempotency
from games.services.idempotency import PlayerRequest
from ratings.models import Rating
from ratings.ranks import Rank
from ratings.standing import find_overall_rating
from ratings.suggestions import HandicapSuggestion, suggest_handicap

from .rows import (
    check_no_block,
    check_offer_open,
    close_with_last_game,
    find_creator_id,
    lock_challenge,
    lock_players,
    player_ids_in_places,
)
from .starting import start_game_of_places

Seating = Sequence[Player | None]
"""The player of each seat in the order of play, None for a free seat."""
TRIES = 5
"""How often the places are read again if they changed before they were locked."""


def check_seating(seating: Seating, creator: Player, seats: int) -> None:
    """Raise BadTerms unless there is one place per seat, the creator has one of them, and no player has two.

    Raise BotCannotPlayVariant for a bot (V61), and CannotChallenge if a child would meet people outside the class (T5).
    """
    named = Counter(player.pk for player in seating if player is not None)
    if seats == 2 or len(seating) != seats or named[creator.pk] != 1 or named.most_common(1)[0][1] > 1:
        raise BadTerms(field="seats")
    if any(player is not None and player.is_bot for player in seating):
        raise BotCannotPlayVariant
    if any(player is not None and player.is_child for player in seating):
        raise CannotChallenge


def replace_places(offer: Challenge, seating: Seating, now: datetime) -> None:
    """Replace the places of an offer. All players except the creator have to agree to the new seating."""
    offer.places.all().delete()
    Place.objects.bulk_create(
        Place(
            offer=offer,
            index=index,
            player=player,
            confirmed_at=now if player is not None and player.pk == offer.creator_id else None,
        )
        for index, player in enumerate(seating)
    )


def take_place(request: PlayerRequest, offer_id: int, *, token: str = "", index: int | None = None) -> Challenge:
    """Agree to the terms and the seating of the player's own place. A player without a place takes the place with this
    index, or the first free one. When all have agreed, the game starts (`Challenge.game`).

    Raises NoSuchChallenge, ChallengeAlreadyClosed, SeatNotAvailable, CannotChallenge, BotCannotPlayVariant,
    NotForGuests, NewGamesBlocked, Suspended.
    """
    player = request.player
    check_allowed(player, request.now, Restricted.BARRED)
    check_not_guest(player)
    if player.is_bot:
        raise BotCannotPlayVariant
    wanted = idempotency.body_hash(verb="take_place", challenge=offer_id, index=index)
    for _ in range(TRIES):
        with transaction.atomic():
            offer = lock_with_players(offer_id, player, token)
            if offer is None:
                continue
            first = idempotency.find_stored_answer(request, wanted)
            if first is None:
                _take_place(request, offer, index)
                idempotency.store_answer(request, wanted, {"challenge": offer.pk})
            return offer
    raise SeatNotAvailable


def leave_place(request: PlayerRequest, offer: Challenge) -> Challenge:
    """Free the player's place, notify the creator, and return the offer, which must be locked. Raises NotTheOwner for a
    player without a place, and for the creator, who can withdraw the offer instead."""
    place = offer.place_of(request.player)
    if place is None or offer.creator_id == request.player.pk:
        raise NotTheOwner
    check_offer_open(offer)
    if offer.starts_games_together:
        place.delete()
    else:
        place.player, place.confirmed_at = None, None
        place.save(update_fields=["player", "confirmed_at"])
    send_offer_event(OfferEvent.CHANGED, offer, request.player.pk)
    notify_about_offer(
        request, offer, offer.creator_id, "simul_left" if offer.starts_games_together else "challenge_declined"
    )
    return offer


def change_seating(request: PlayerRequest, offer_id: int, seating: Seating, *, by_lot: bool = False) -> Challenge:
    """Change the seating of the player's own offer, or let colours be drawn by lot if each player has their own colour
    (V50). All others have to agree again.

    Raises NoSuchChallenge, NotTheOwner, ChallengeAlreadyClosed, BadTerms (`seats`), CannotChallenge,
    BotCannotPlayVariant.
    """
    creator = request.player
    check_allowed(creator, request.now, Restricted.BARRED)
    named = [player for player in seating if player is not None and player.pk != creator.pk]
    with transaction.atomic():
        lock_players(creator.pk, *(player.pk for player in named))
        offer = lock_challenge(offer_id, creator, "")
        if offer.creator_id != creator.pk:
            raise NotTheOwner
        check_offer_open(offer)
        check_seating(seating, creator, len(offer.agreed_variant.order.seats))
        if named and is_blocked_between(creator.pk, *(player.pk for player in named)):
            raise CannotChallenge
        before = player_ids_in_places(offer)
        by_lot = by_lot and not offer.agreed_variant.two_sided
        same = [place.player_id for place in offer.place_list()] == [player and player.pk for player in seating]
        if same and offer.by_lot == by_lot:
            return offer
        offer.by_lot = by_lot
        offer.save(update_fields=["by_lot"])
        replace_places(offer, seating, request.now)
        send_offer_event(OfferEvent.CHANGED, offer, *before)
        for player in named:
            notify_about_offer(request, offer, player.pk, "seats_changed" if player.pk in before else "challenged")
        return offer


def lock_with_players(offer_id: int, player: Player, token: str) -> Challenge | None:
    """Return the offer, after locking its players and then the offer itself. Return None if other players have taken
    places in the meantime; the caller must then try again."""
    seated = set(
        Place.objects.filter(offer=min(offer_id, LARGEST_NUMBER), player__isnull=False).values_list("player", flat=True)
    )
    lock_players(player.pk, find_creator_id(offer_id), *sorted(seated))
    offer = lock_challenge(offer_id, player, token)
    return offer if player_ids_in_places(offer) <= seated | {player.pk, offer.creator_id} else None


def _take_place(request: PlayerRequest, offer: Challenge, index: int | None) -> None:
    player = request.player
    check_offer_open(offer)
    check_no_block(offer, player)
    places = offer.place_list()
    place = offer.place_of(player)
    if place is None:
        place = next((one for one in offer.free_places if index in (None, one.index)), None)
    if place is None or (index is not None and place.index != index):
        raise SeatNotAvailable
    if place.confirmed_at is not None:
        return
    place.player, place.confirmed_at = player, request.now
    place.save(update_fields=["player", "confirmed_at"])
    if any(one.confirmed_at is None for one in places if one.index != place.index):
        send_offer_event(OfferEvent.CHANGED, offer)
        return
    game = start_game_of_places(offer, request.now)
    close_with_last_game(offer, game, request.now)
    for other in sorted(player_ids_in_places(offer) - {player.pk}):
        notify_about_offer(request, offer, other, "game_started")
    send_offer_event(OfferEvent.ACCEPTED, offer)
    events.send_game_started(game)


def suggest_team_handicap(offer: Challenge) -> HandicapSuggestion | None:
    """Return the handicap that the teams' average ratings suggest (V30). Return None if a seat is free, a player has no
    rating, or the colours do not form two teams."""
    people = [place.player for place in offer.place_list() if place.player is not None]
    order = offer.agreed_variant.order
    if not offer.agreed_variant.plays_out_disputes or len(people) < len(order.seats):
        return None
    ratings = [find_overall_rating(player) for player in people]
    teams = [[ratings[seat] for seat in order.seats_for(color)] for color in order.colors]
    black, white = (_average_rank(team) for team in teams)
    if black is None or white is None:
        return None
    return suggest_handicap(black, white, lines=min(offer.width, offer.height))


def _average_rank(ratings: Sequence[Rating | None]) -> Rank | None:
    known = [rating.rating for rating in ratings if rating is not None]
    return Rank.of_rating(sum(known) / len(known)) if known and len(known) == len(ratings) else None
