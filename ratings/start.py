"""Starting ratings from ranks on other servers (E152), which players state before their first rated game.

A statement proves nothing, so a starting rating is as uncertain as any new player's rating. It is stored in Rating like
other ratings, with no games, until the first game is rated.
"""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.core.guests import check_not_guest
from accounts.models import Player
from foundation.refusals import Refusal
from ratings.equivalents import RankSystem, equivalent_ranks
from ratings.models import Category, Rating, RatingEvent, StartRating
from ratings.ranks import Rank
from ratings.rating_update import prior_from_start
from ratings.services import lock_ledger

STRONGEST_START = Rank.parse("3d")
"""Stronger players win their way up in a few games; a false statement gains no more than this."""


class AlreadyHasRatedGame(Refusal, code="already_rated"):
    """Raised if the player has already finished a rated game."""

    sentence = _("You already have a rating. You can only declare a rank before your first rated game.")


class NoEquivalentRank(Refusal, code="no_equivalent", http_status=400):
    """Raised if no source compares this rank with ranks on this server."""

    sentence = _("This rank has no equivalent on this server. Choose another rank.")


class BotsCannotStateRank(Refusal, code="no_start_for_bots", http_status=403, sentence=_("Bots can't declare a rank.")):
    """Raised if a bot states a rank, because games of bots are unrated."""


def starting_rank(system: RankSystem, rank: Rank) -> Rank | None:
    """Return the rank on this server that corresponds to a rank in another system: the middle of the range in the table
    of ranks, but at most STRONGEST_START. Return None if no source has it."""
    found = equivalent_ranks(system, rank)[RankSystem.OGS]
    assert STRONGEST_START is not None
    return None if found is None else min(Rank((found.weakest.steps + found.strongest.steps) // 2), STRONGEST_START)


def may_state_rank(player: Player) -> bool:
    """Return whether the player can state a rank: a person with an account of their own and no rated games."""
    return not (player.is_bot or player.is_guest or RatingEvent.objects.filter(player=player).exists())


def store_stated_rank(player: Player, system: RankSystem, rank: Rank, now: datetime) -> StartRating:
    """Store the rank that the player has in another system, and their starting rating. Raises NotForGuests,
    BotsCannotStateRank, NoEquivalentRank, AlreadyHasRatedGame."""
    check_not_guest(player)
    if player.is_bot:
        raise BotsCannotStateRank
    here = starting_rank(system, rank)
    if here is None:
        raise NoEquivalentRank
    with transaction.atomic():
        _check_never_rated(player)
        values = {"system": system.value, "rank": rank.steps, "rating": here.middle_rating, "at": now}
        row, _created = StartRating.objects.update_or_create(player=player, defaults=values)
        prior = prior_from_start(row, Category.OVERALL)
        Rating.objects.filter(player=player).delete()
        Rating.objects.create(
            player=player,
            category=Category.OVERALL,
            rating=prior.strength.rating,
            deviation=prior.strength.deviation,
            volatility=prior.strength.volatility,
            games=0,
            at=now,
        )
        return row


def withdraw_stated_rank(player: Player) -> None:
    """Delete the player's stated rank and starting rating. Raises AlreadyHasRatedGame."""
    with transaction.atomic():
        _check_never_rated(player)
        StartRating.objects.filter(player=player).delete()
        Rating.objects.filter(player=player).delete()


def _check_never_rated(player: Player) -> None:
    """Raise AlreadyHasRatedGame if the player has a rated game. Takes the lock that writers of rating events hold."""
    lock_ledger()
    if RatingEvent.objects.filter(player=player).exists():
        raise AlreadyHasRatedGame
