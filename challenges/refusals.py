"""Find why a player cannot accept offers because of their limits. The number of queries does not depend on the number
of offers.

Blocks, restrictions, guests and bots are not checked here, because they have their own errors.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime

from django.db.models import Count, Max, Q
from django.utils.translation import gettext_lazy as _

from accounts.core.hidden_ranks import is_rank_shown
from accounts.models import Player
from challenges.errors import AlreadyJoined, EstablishedRankRequired, RankOutsideLimits, SameOpponentAgain
from challenges.limits import REST, SameOpponent
from challenges.models import Challenge
from foundation.iso_times import iso_time
from foundation.refusals import Refusal
from games.models import Seat
from ratings.standing import find_overall_rating, find_rank, load_ratings

Met = dict[int, tuple[bool, datetime | None]]
"""For each opponent, by player id, whether a game with them is in progress, and when the last game with them ended."""


def set_refusals(offers: Iterable[Challenge], viewer: Player | None, now: datetime) -> None:
    """Set `refusal` of each open offer by another player to the error that the viewer would get for accepting it, or to
    None."""
    if viewer is None:
        return
    others = [one for one in offers if one.is_open and one.creator_id != viewer.pk]
    load_ratings(viewer, *(one.creator for one in others if one.limits.requires_rank))
    joined = _joined_games([one.pk for one in others if one.games > 1 or one.simul_places], viewer)
    asking = {one.creator_id for one in others if one.same_opponent != SameOpponent.ALWAYS}
    met = _games_together(viewer, asking)
    for one in others:
        one.refusal = _refusal_if_joined(one.pk, joined) or _rank_refusal(one, viewer) or _refusal_if_met(one, met, now)


def check_within_limits(offer: Challenge, player: Player, now: datetime) -> None:
    """Raise AlreadyJoined, RankOutsideLimits, EstablishedRankRequired or SameOpponentAgain if the player may not accept
    the offer. Both players must be locked."""
    set_refusals([offer], player, now)
    if offer.refusal is not None:
        raise offer.refusal


def _joined_games(offers: Collection[int], player: Player) -> dict[int, int]:
    """Return the ids of this player's games from these offers, by offer id."""
    if not offers:
        return {}
    parts = Challenge.objects.filter(part_of__in=offers, opponent=player, game__isnull=False)
    return dict(parts.order_by("-pk").values_list("part_of_id", "game_id"))


def _refusal_if_joined(offer: int, joined: dict[int, int]) -> Refusal | None:
    return AlreadyJoined(game=joined[offer]) if offer in joined else None


def _rank_refusal(offer: Challenge, player: Player) -> Refusal | None:
    limits = offer.limits
    if not limits.requires_rank:
        return None
    rating = find_overall_rating(player)
    if limits.established and (rating is None or rating.is_provisional):
        return EstablishedRankRequired()
    lowest, highest = limits.range_around(find_rank(offer.creator))
    rank = None if rating is None else rating.rank
    if rank is None or (lowest is not None and rank < lowest) or (highest is not None and rank > highest):
        if limits.span is not None and not is_rank_shown(offer.creator):
            lowest = highest = None
        return RankOutsideLimits(
            lowest=lowest and str(lowest), highest=highest and str(highest), rank=rank and str(rank)
        )
    return None


def _games_together(player: Player, others: set[int]) -> Met:
    if not others:
        return {}
    seats = Seat.objects.filter(player__in=others, game__seats__player=player).order_by()
    found = seats.values("player").annotate(
        running=Count("pk", filter=Q(finished_at__isnull=True)), ended=Max("finished_at")
    )
    return {row["player"]: (bool(row["running"]), row["ended"]) for row in found}


def _refusal_if_met(offer: Challenge, met: Met, now: datetime) -> Refusal | None:
    rest = REST.get(SameOpponent(offer.same_opponent))
    if rest is None or offer.creator_id not in met:
        return None
    running, ended = met[offer.creator_id]
    if running:
        return SameOpponentAgain(
            until=None, sentence=_("This game is only for new opponents. You are already playing this player.")
        )
    if ended is None or now >= ended + rest:
        return None
    never = offer.same_opponent == SameOpponent.NEVER
    return SameOpponentAgain(
        until=None if never else iso_time(ended + rest),
        sentence=_("This game is only for new opponents. You have played this player before."),
    )
