"""The JSON representation of searches."""

from __future__ import annotations

from typing import Any, cast

import api_types as shapes
from accounts.core.hidden_ranks import is_rank_shown
from accounts.models import Player
from api.options import values_of
from automatch.models import Match, Search, SearchOptions
from automatch.services.making import widenable_preferences
from automatch.shown import WaitingReasons, match_as_seen
from foundation.iso_times import iso_time
from ratings.ranks import Rank


def search_json(search: Search) -> shapes.Search:
    """Return the JSON of the requester's search."""
    made = {
        "id": search.pk,
        **values_of(search, SearchOptions),
        "found": search.found,
        "places": search.places if search.is_open else 0,
        "state": search.state,
        "created_at": iso_time(search.created_at),
        "ends_at": iso_time(search.ends_at),
        "can_widen": [what.value for what in widenable_preferences(search)],
    }
    return cast("shapes.Search", made)


def search_now_json(search: Search, reasons: WaitingReasons) -> shapes.SearchNow:
    """Return the JSON of a search, with the reasons why it has not found anyone yet."""
    return {
        **search_json(search),
        "asleep": cast(Any, reasons.asleep or None),
        "waiting": reasons.waiting,
        "kept_away": {reason.value: count for reason, count in reasons.alone.items()},
    }


def match_json(match: Match, player: Player) -> shapes.Match:
    """Return the JSON of a match as this player, one of its two, sees it. Both players must be loaded."""
    seen = match_as_seen(match, player)
    return {
        "number": match.pk,
        "at": iso_time(match.at),
        "game": match.game_id,
        "player": seen.opponent.username,
        "size": match.size,
        "clock": match.clock,
        "rule_set": match.rule_set,
        "handicap": match.handicap,
        "my_rank": str(Rank(seen.my_rank)),
        "their_rank": str(Rank(seen.their_rank)) if is_rank_shown(seen.opponent) else None,
        "waited_longer": seen.waited_longer,
        "cancelled": match.cancelled,
    }
