"""Lock offers in the order of docs/locking.md: players first, then the offer."""

from __future__ import annotations

import secrets
from datetime import datetime

from accounts.core.lookup import NoSuchPlayer
from accounts.models import Player
from accounts.privacy.blocking import is_blocked_between
from challenges.announcing import OfferEvent, notify_about_offer, send_offer_event
from challenges.errors import CannotChallenge, ChallengeAlreadyClosed, NoSuchChallenge
from challenges.models import Challenge, ChallengeStatus
from games.models import Game
from games.services.idempotency import PlayerRequest


def lock_players(*player_ids: int | None) -> None:
    """Lock the players of a new offer or game, before any other row (docs/locking.md).

    Waits while an account is being deleted. Raises NoSuchPlayer for a deleted account.
    """
    rows = Player.objects.select_for_update(no_key=True).filter(pk__in=[pk for pk in player_ids if pk is not None])
    if any(player.deleted_at is not None for player in rows.order_by("pk")):
        raise NoSuchPlayer


def find_creator_id(challenge_id: int) -> int | None:
    return Challenge.objects.filter(pk=challenge_id).values_list("creator_id", flat=True).first()


def lock_challenge(challenge_id: int, player: Player, token: str) -> Challenge:
    """Return the challenge, locked. Raises NoSuchChallenge if it does not exist or the player may not see it."""
    rows = Challenge.objects.select_for_update(no_key=True, of=("self",))
    challenge = rows.filter(pk=challenge_id).first()
    if challenge is None:
        raise NoSuchChallenge
    if player.pk in (challenge.creator_id, challenge.opponent_id) or challenge.place_of(player) is not None:
        return challenge
    if challenge.opponent_id is not None:
        raise NoSuchChallenge
    if not secrets.compare_digest(challenge.token.encode(), token.encode()):
        raise NoSuchChallenge
    return challenge


def player_ids_in_places(challenge: Challenge) -> set[int]:
    """Return the ids of the players with a place in the offer."""
    return {place.player_id for place in challenge.place_list() if place.player_id is not None}


def check_offer_open(challenge: Challenge) -> None:
    if challenge.status != ChallengeStatus.OPEN:
        raise ChallengeAlreadyClosed


def check_no_block(challenge: Challenge, player: Player) -> None:
    """Raise CannotChallenge if there is a block between the player and the offer's creator or a player with a place. In
    a simul, only the creator is checked."""
    others = set() if challenge.simul_places is not None else player_ids_in_places(challenge) - {player.pk}
    if is_blocked_between(player.pk, challenge.creator_id, *others):
        raise CannotChallenge


def close_challenge(challenge: Challenge, status: ChallengeStatus, now: datetime) -> None:
    if not challenge.is_bidding:
        check_offer_open(challenge)
    challenge.status, challenge.answered_at = status, now
    challenge.save(update_fields=["status", "answered_at"])


def withdraw_locked(offer: Challenge, now: datetime) -> None:
    """Withdraw an offer, which must be locked. A simul with games is closed instead, and its page remains. Players with
    a place in a simul that has not started are notified."""
    places = offer.simul_places_taken
    has_games = any(place.game_id for place in places)
    close_challenge(offer, ChallengeStatus.ACCEPTED if has_games else ChallengeStatus.WITHDRAWN, now)
    waiting = [place.player_id for place in places if place.player_id is not None and place.game_id is None]
    for player_id in waiting:
        notify_about_offer(PlayerRequest(offer.creator, now), offer, player_id, "simul_cancelled")
    send_offer_event(OfferEvent.CHANGED if has_games else OfferEvent.WITHDRAWN, offer, *waiting)


def close_with_last_game(offer: Challenge, game: Game, now: datetime) -> Challenge:
    """Close the offer with this game, which is its last one, and return the offer."""
    offer.status, offer.game, offer.answered_at, offer.games_left = ChallengeStatus.ACCEPTED, game, now, 0
    offer.save(update_fields=["status", "game", "answered_at", "games_left"])
    return offer


def store_accepted_copy(offer: Challenge, game: Game, request: PlayerRequest) -> Challenge:
    """Store and return an accepted copy of an offer for one of its games. The offer itself may stay open for more
    games."""
    columns = [field.attname for field in Challenge._meta.concrete_fields if not field.primary_key]
    part = Challenge(**{name: getattr(offer, name) for name in columns})
    part.part_of, part.opponent, part.token = offer, request.player, ""
    part.games, part.games_left, part.simul_places = 1, 0, None
    part.status, part.game, part.answered_at = ChallengeStatus.ACCEPTED, game, request.now
    part.save(force_insert=True)
    return part
