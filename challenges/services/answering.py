"""Accept and decline offers."""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass, replace
from decimal import Decimal

from django.db import transaction

from accounts.core.children import is_taught_child
from accounts.core.guests import check_not_guest
from accounts.core.restrictions import check_allowed
from accounts.models import Player
from accounts.models.restriction import RestrictionKind as Restricted
from challenges.announcing import OfferEvent, notify_about_offer, send_offer_event
from challenges.errors import (
    BidRequired,
    BotIsBusy,
    BotsCannotSeekGames,
    CannotAcceptOwnChallenge,
    SeatRequired,
    TermsChanged,
)
from challenges.models import Challenge, ChallengeStatus, Place
from challenges.refusals import check_within_limits
from games import events
from games.errors import NotTheOwner
from games.models import Game
from games.services import idempotency
from games.services.idempotency import PlayerRequest
from games.terms import ColorPreference

from .places import leave_place
from .rows import (
    check_no_block,
    check_offer_open,
    close_challenge,
    close_with_last_game,
    find_creator_id,
    lock_challenge,
    lock_players,
    store_accepted_copy,
)
from .starting import start_game

MOST_GAMES_OF_A_BOT = 100


@dataclass(frozen=True, slots=True)
class ShownTerms:
    """The terms that an offer with a handicap by rank showed to the player: the handicap, the creator's colour, and the
    komi if it replaces handicap stones."""

    handicap: int
    color: str
    komi: Decimal | None = None


def accept_challenge(
    request: PlayerRequest, challenge_id: int, *, token: str = "", shown: ShownTerms | None = None
) -> Game:
    """Start the game on exactly the offered terms and return it. If two games start (colour `both`), return the one in
    which the player moves first. A private link needs its token. If the handicap follows from ranks, `shown` is
    required.

    Raises NoSuchChallenge, CannotAcceptOwnChallenge, ChallengeAlreadyClosed, TermsChanged, SeatRequired, BidRequired,
    CannotChallenge, NewGamesBlocked and Suspended. Guests get NotForGuests unless a bot made the offer or it is a
    private link. Bots get BotsCannotSeekGames in the waiting room, and BotIsBusy. Players outside the offer's limits
    get RankOutsideLimits, EstablishedRankRequired, SameOpponentAgain or AlreadyJoined.
    """
    player, now = request.player, request.now
    check_allowed(player, now, Restricted.BARRED)
    wanted = idempotency.body_hash(verb="accept_challenge", challenge=challenge_id)
    with transaction.atomic():
        lock_players(player.pk, find_creator_id(challenge_id))
        challenge = lock_challenge(challenge_id, player, token)
        first = idempotency.find_stored_answer(request, wanted)
        if first is not None:
            return Game.objects.get(pk=first["game"])
        if challenge.creator_id == player.pk:
            raise CannotAcceptOwnChallenge
        check_offer_open(challenge)
        if challenge.has_more_than_two_seats or challenge.starts_games_together:
            raise SeatRequired
        if challenge.komi_by:
            raise BidRequired
        check_no_block(challenge, player)
        if must_sign_up(challenge, player):
            check_not_guest(player)
        _check_bot_may_play(challenge, player)
        check_within_limits(challenge, player, now)
        game = start_accepted_games(request, challenge, _offer_for_joiner_as_shown(challenge, player, shown))
        idempotency.store_answer(request, wanted, {"game": game.pk})
        return game


def must_sign_up(offer: Challenge, guest: Player) -> bool:
    """Return whether this guest must sign up before accepting this offer. Guests can only accept offers made by bots
    and private links, and no simuls. A child can also accept offers made to the child (T5), and private simuls of the
    child's teacher (T19)."""
    if guest.is_child:
        return offer.opponent_id != guest.pk and not is_simul_of_teacher(offer, guest)
    return offer.simul_places is not None or not (offer.creator.is_bot or offer.token)


def is_simul_of_teacher(offer: Challenge, player: Player) -> bool:
    """Return whether the player is a child and the offer is a private simul by the child's teacher (T19). The page and
    games of such a simul are hidden from strangers."""
    return offer.simul_places is not None and offer.private and is_taught_child(player, offer.creator)


def start_accepted_games(request: PlayerRequest, offer: Challenge, offer_for_joiner: Challenge) -> Game:
    """Start the game or games of an accepted offer, on the terms of `offer_for_joiner`, which is the offer with the
    terms for this player. Return the game to open: one in which the player moves first, if there is one. The offer and
    its players must be locked."""
    colors = (
        [ColorPreference.BLACK, ColorPreference.WHITE]
        if offer_for_joiner.color == ColorPreference.BOTH
        else [offer_for_joiner.color]
    )
    games = []
    for index, color in enumerate(colors):
        one = copy(offer_for_joiner)
        one.color = color
        game = start_game(one, request.player, request.now)
        is_last = offer.games_left == 1 and index == len(colors) - 1 and offer.simul_places is None
        accepted = (
            close_with_last_game(offer, game, request.now) if is_last else store_accepted_copy(offer, game, request)
        )
        if offer.simul_places is not None:
            assign_simul_place(offer, request, game)
        if offer.starts_games_together:
            notify_about_offer(PlayerRequest(offer.creator, request.now), accepted, request.player.pk, "simul_started")
        else:
            notify_about_offer(request, accepted, offer.creator_id, "game_started")
        send_offer_event(OfferEvent.ACCEPTED, accepted, request.player.pk)
        events.send_game_started(game)
        games.append(game)
    if offer.is_open:
        offer.games_left -= 1
        offer.save(update_fields=["games_left"])
        if offer.games_left == 0:
            close_challenge(offer, ChallengeStatus.ACCEPTED, request.now)
    return next((game for game in games if _moves_first(game, request.player)), games[0])


def assign_simul_place(offer: Challenge, request: PlayerRequest, game: Game | None = None) -> None:
    """Give the player a place in a simul, or assign the game to the place that they already have."""
    place = offer.places.filter(player=request.player).first()
    if place is None:
        last = offer.places.order_by("index").last()
        index = 0 if last is None else last.index + 1
        place = Place(offer=offer, index=index, player=request.player, confirmed_at=request.now)
    place.game = game
    place.save()


def _moves_first(game: Game, player: Player) -> bool:
    """Return whether this player has the first move of the game."""
    return any(seat.index == game.turn and seat.player_id == player.pk for seat in game.seat_list())


def decline_challenge(request: PlayerRequest, challenge_id: int) -> Challenge:
    """Decline a challenge to this player. If the offer has several places, free only the player's place, and the offer
    stays open."""
    with transaction.atomic():
        challenge = lock_challenge(challenge_id, request.player, "")
        if challenge.has_more_than_two_seats or challenge.starts_games_together:
            return leave_place(request, challenge)
        if challenge.opponent_id != request.player.pk:
            raise NotTheOwner
        close_challenge(challenge, ChallengeStatus.DECLINED, request.now)
        send_offer_event(OfferEvent.DECLINED, challenge)
        notify_about_offer(request, challenge, challenge.creator_id, "challenge_declined")
        return challenge


def _offer_for_joiner_as_shown(challenge: Challenge, joiner: Player, shown: ShownTerms | None) -> Challenge:
    """Return a copy of the offer with the terms for the joining player. Raises TermsChanged if these differ from the
    terms `shown` to the player."""
    meant, terms = challenge.for_joiner(joiner), challenge.terms_for_viewer(joiner)
    now = ShownTerms(terms.handicap, terms.color, terms.komi if terms.by_komi else None)
    if shown is not None and not challenge.by_komi:
        shown = replace(shown, komi=None)
    if shown != now and (challenge.by_rank or shown is not None):
        raise TermsChanged(handicap=now.handicap, color=now.color)
    return meant


def _check_bot_may_play(challenge: Challenge, joiner: Player) -> None:
    """Raise BotsCannotSeekGames if a bot accepts an open offer, and BotIsBusy if a bot has its maximum number of games
    in progress."""
    if joiner.is_bot and challenge.opponent_id is None and not challenge.token:
        raise BotsCannotSeekGames
    for bot in (challenge.creator, joiner):
        if bot.is_bot and Game.objects.running_of(bot).count() >= MOST_GAMES_OF_A_BOT:
            raise BotIsBusy
