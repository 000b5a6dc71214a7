"""Explain searches: why no opponent was found yet, and why two players were matched."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from accounts.models import Player
from automatch import matching_rules
from automatch.matching_rules import MismatchReason
from automatch.models import Match, Search
from automatch.services import pausing
from automatch.services.matching import barred_pairs, rank_on_size
from ratings.standing import load_ratings

MOST_LOOKED_AT = 300
"""The largest number of waiting searches, newest first, that are compared: enough to explain what prevents matches."""


@dataclass(frozen=True, slots=True)
class WaitingReasons:
    """Why a search has not found an opponent. `asleep` is the reason why the search is paused, "" if it is not.
    `waiting` is the number of waiting searches of other players. `alone` counts, by reason, those of them that do not
    match for this reason only."""

    asleep: str = ""
    waiting: int = 0
    alone: Counter[MismatchReason] = field(default_factory=Counter)


def waiting_reasons_of(searches: Sequence[Search], player: Player, now: datetime) -> dict[int, WaitingReasons]:
    """Return, by search id, why the player's open searches have not found all their games yet. The number of queries
    does not depend on the number of waiting searches."""
    mine = [search for search in searches if search.is_open and search.places]
    if not mine:
        return {}
    load_ratings(player)
    for search in mine:
        search.player = player
        search.ranks = {str(size): rank_on_size(player, size) for size in search.sizes}
    asleep = pausing.pause_reasons(mine, now)
    rows = Search.objects.waiting().exclude(player=player).order_by("-pk")[:MOST_LOOKED_AT]
    others = [search.as_value() for search in rows]
    barred = barred_pairs([player.pk], now)
    return {
        search.pk: WaitingReasons(
            asleep[search.pk], len(others), matching_rules.count_mismatch_reasons(search.as_value(), others, barred)
        )
        for search in mine
    }


@dataclass(frozen=True, slots=True)
class MatchForPlayer:
    """A match as one of its two players sees it."""

    match: Match
    opponent: Player
    my_rank: int
    their_rank: int
    waited_longer: bool


def match_as_seen(match: Match, player: Player) -> MatchForPlayer:
    """Return the match as this player, one of its two, sees it. Both players must be loaded."""
    if match.one.player_id == player.pk:
        return MatchForPlayer(match, match.other.player, match.one_rank, match.other_rank, waited_longer=True)
    return MatchForPlayer(match, match.one.player, match.other_rank, match.one_rank, waited_longer=False)
