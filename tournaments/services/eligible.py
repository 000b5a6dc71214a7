"""Count the players who could enter with certain limits (E10, E106)."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from accounts.models import Player
from accounts.security.sessions import player_ids_seen_since
from games.models import Seat
from ratings.models import Rating
from ratings.ranks import PROVISIONAL_FROM, STRONGEST, Rank

SEEN_WITHIN = timedelta(days=30)


def recently_seen_players(now: datetime) -> QuerySet[Player]:
    """Return the players who were here in the last 30 days, except bots and guests."""
    seen = player_ids_seen_since(now - SEEN_WITHIN)
    return Player.objects.filter(pk__in=seen, is_bot=False, is_guest=False, deleted_at=None)


def count_eligible_players(limits: Mapping[str, Any], now: datetime) -> int:
    """Return how many of the players seen in the last 30 days meet these limits, which are named like tournament
    options. Players without an established rank can state one, and count if none is required (E108). One query."""
    lowest, highest = limits.get("lowest_rank"), limits.get("highest_rank")
    established = Rating.objects.overall().filter(deviation__lte=PROVISIONAL_FROM, player=OuterRef("pk"))
    meets = Q()
    if lowest not in (None, ""):
        meets &= Q(rating__gte=Rank(int(lowest)).least_rating)
    if highest not in (None, "") and int(highest) < STRONGEST:
        meets &= Q(rating__lt=Rank(int(highest) + 1).least_rating)
    may_state = Q() if limits.get("established") else ~Exists(established)
    found = recently_seen_players(now).filter(Exists(established.filter(meets)) | may_state)
    if games := limits.get("least_games"):
        ended = Seat.objects.ended().values("player").annotate(count=Count("pk")).filter(count__gte=games)
        found = found.filter(pk__in=ended.values("player"))
    return found.count()


def are_ranks_mostly_established(now: datetime) -> bool:
    """Return whether at least half of the players seen in the last 30 days have an established rank. If not, new
    tournaments do not require one by default (E10)."""
    established = count_eligible_players({"established": True}, now)
    return established > 0 and 2 * established >= recently_seen_players(now).count()


__all__ = ["are_ranks_mostly_established", "count_eligible_players", "recently_seen_players"]
