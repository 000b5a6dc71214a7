"""Accepting and declining an offer."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from accounts.core.restrictions import check_allowed
from accounts.models import Player
from accounts.models.restriction import RestrictionKind as Restricted
from challenges.announcing import OfferEvent, announce, tell
from challenges.errors import BotIsBusy, NotForBots, OwnChallenge, TermsChanged
from challenges.models import Challenge, Status
from games import events
from games.errors import NotYours
from games.models import Game
from games.services import idempotency

from .rows import check_not_apart, check_open, close, creator_of, lock_players, locked
from .starting import start

MOST_GAMES_OF_A_BOT = 100


@dataclass(frozen=True, slots=True)
class Shown:
    """What an offer by ranks meant when it was looked at: the handicap, and its creator's colour."""

    handicap: int
    color: str


def accept_challenge(
    *,
    challenge_id: int,
    player: Player,
    now: datetime,
    token: str = "",
    key: str | None = None,
    shown: Shown | None = None,
) -> Game:
    """Start the game on exactly the terms offered. A link's token must be the right one. An offer by ranks is accepted
    as it was `shown`.

    Raises NoSuchChallenge, OwnChallenge, ChallengeGone, TermsChanged, CannotChallenge, NewGamesBlocked, Suspended; for
    a bot NotForBots in the waiting room, and BotIsBusy.
    """
    check_allowed(player, now, Restricted.BARRED)
    wanted = idempotency.body_hash(verb="accept_challenge", challenge=challenge_id)
    with transaction.atomic():
        lock_players(player.pk, creator_of(challenge_id))
        challenge = locked(challenge_id, player, token)
        first = idempotency.recall(player, key, wanted)
        if first is not None:
            return Game.objects.get(pk=first["game"])
        if challenge.creator_id == player.pk:
            raise OwnChallenge
        check_open(challenge)
        check_not_apart(challenge, player)
        _check_bots(challenge, player)
        game = start(_as_shown(challenge, player, shown), player, now)
        challenge.status, challenge.game, challenge.answered_at = Status.ACCEPTED, game, now
        challenge.save(update_fields=["status", "game", "answered_at"])
        idempotency.remember(player, key, wanted, {"game": game.pk}, now)
        tell(challenge, challenge.creator_id, "game_started", by=player, now=now)
        announce(OfferEvent.ACCEPTED, challenge, player.pk)
        events.game_started(game)
        return game


def decline_challenge(*, challenge_id: int, player: Player, now: datetime) -> Challenge:
    """Say no to a challenge that one was sent."""
    with transaction.atomic():
        challenge = locked(challenge_id, player, "")
        if challenge.opponent_id != player.pk:
            raise NotYours
        close(challenge, Status.DECLINED, now)
        announce(OfferEvent.DECLINED, challenge)
        tell(challenge, challenge.creator_id, "challenge_declined", by=player, now=now)
        return challenge


def _as_shown(challenge: Challenge, joiner: Player, shown: Shown | None) -> Challenge:
    """What the offer means for the one who joins; raises TermsChanged unless that is what was shown."""
    meant = challenge.for_joiner(joiner)
    now = Shown(meant.handicap, meant.color)
    if shown != now and (challenge.by_rank or shown is not None):
        raise TermsChanged(handicap=now.handicap, color=now.color)
    return meant


def _check_bots(challenge: Challenge, joiner: Player) -> None:
    """A bot plays only with those who ask for it, and no more games at once than it may."""
    if joiner.is_bot and challenge.opponent_id is None and not challenge.token:
        raise NotForBots
    for bot in (challenge.creator, joiner):
        if bot.is_bot and Game.objects.of(bot).in_progress().count() >= MOST_GAMES_OF_A_BOT:
            raise BotIsBusy
