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


def search_json(one: Search) -> shapes.Search:
    """Return the JSON of the requester's search."""
    made = {
        "id": one.pk,
        **values_of(one, SearchOptions),
        "found": one.found,
        "places": one.places if one.is_open else 0,
        "state": one.state,
        "created_at": iso_time(one.created_at),
        "ends_at": iso_time(one.ends_at),
        "can_widen": [what.value for what in widenable_preferences(one)],
    }
    return cast("shapes.Search", made)


def search_now_json(one: Search, why: WaitingReasons) -> shapes.SearchNow:
    """Return the JSON of a search, with the reasons why it has not found anyone yet."""
    return {
        **search_json(one),
        "asleep": cast(Any, why.asleep or None),
        "waiting": why.waiting,
        "kept_away": {reason.value: count for reason, count in why.alone.items()},
    }


def match_json(one: Match, player: Player) -> shapes.Match:
    """Return the JSON of a match as this player, one of its two, sees it. Both players must be loaded."""
    seen = match_as_seen(one, player)
    return {
        "number": one.pk,
        "at": iso_time(one.at),
        "game": one.game_id,
        "player": seen.opponent.username,
        "size": one.size,
        "clock": one.clock,
        "rule_set": one.rule_set,
        "handicap": one.handicap,
        "my_rank": str(Rank(seen.my_rank)),
        "their_rank": str(Rank(seen.their_rank)) if is_rank_shown(seen.opponent) else None,
        "waited_longer": seen.waited_longer,
        "cancelled": one.cancelled,
    }
