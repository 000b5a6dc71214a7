"""Create searches, widen and cancel them."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import Any

from django.db import transaction

from accounts.core.guests import check_not_guest
from accounts.core.restrictions import check_allowed
from accounts.models import Player
from accounts.models.restriction import RestrictionKind as Restricted
from automatch.errors import BadSearch, NoSuchSearch, SearchOver, TooManySearches
from automatch.matching_rules import MOST_UP_OR_DOWN
from automatch.models import LASTS, Handicap, Search, SearchOptions, SearchState
from challenges.errors import BotsCannotSeekGames
from foundation.options import field_errors, option_values_of
from games.services.idempotency import PlayerRequest
from games.terms import OFFERED_SIZES, PRESETS
from rules import DEFAULT_RULE_SET, RULE_SETS

from .places import TASK

MOST_SEARCHES = 5
"""The largest number of open searches per player."""
CLOCKS = tuple(key for key in PRESETS if key != "none")
"""The clocks to choose from: games with strangers always have a clock."""
WIDER_RANKS = 3


class SearchPreferences:
    """The preferences of a search, named like SearchOptions. Only board sizes are required."""

    def __init__(self, **asked: Any) -> None:
        wanted = {"clocks": ("days_3",), "rule_set": DEFAULT_RULE_SET, **asked}
        wanted |= {"sizes": list(wanted["sizes"]), "clocks": list(wanted["clocks"])}
        self.options = option_values_of(Search(**wanted), SearchOptions)

    def check(self) -> None:
        """Raise BadSearch with the first preference that is not valid."""
        fits = {
            "sizes": _is_valid_choice(self.options["sizes"], OFFERED_SIZES),
            "clocks": _is_valid_choice(self.options["clocks"], CLOCKS),
            "rule_set": self.options["rule_set"] in RULE_SETS,
        }
        wrong = [name for name, holds in fits.items() if not holds]
        for name in (*wrong, *(name for name, _why in field_errors(Search(**self.options), self.options))):
            raise BadSearch(field=name)


def _is_valid_choice(wanted: list[object], offered: tuple[object, ...]) -> bool:
    return bool(wanted) and set(wanted) <= set(offered) and len(set(wanted)) == len(wanted)


class WidenablePreference(StrEnum):
    """A preference that `widen_search` can widen. The values are part of the API."""

    RANKS = "ranks"
    SIZES = "sizes"
    CLOCKS = "clocks"
    RULES = "rules"
    HANDICAP = "handicap"


def create_search(request: PlayerRequest, preferences: SearchPreferences) -> Search:
    """Create a search. If the player has an open search with the same preferences, return that search instead.

    Raises BadSearch, TooManySearches, BotsCannotSeekGames, NotForGuests, NewGamesBlocked, Suspended.
    """
    player, now = request.player, request.now
    check_allowed(player, now, Restricted.BARRED)
    check_not_guest(player)
    if player.is_bot:
        raise BotsCannotSeekGames
    preferences.check()
    with transaction.atomic():
        Player.objects.select_for_update(no_key=True).get(pk=player.pk)
        there = list(Search.objects.open().filter(player=player).order_by("pk"))
        same = next((one for one in there if option_values_of(one, SearchOptions) == preferences.options), None)
        if same is not None:
            return same
        if len(there) >= MOST_SEARCHES:
            raise TooManySearches(most=MOST_SEARCHES)
        ends_at = None if preferences.options["standing"] else now + LASTS
        made = Search.objects.create(
            player=player, places=preferences.options["games"], created_at=now, since=now, look_at=now, ends_at=ends_at,
            **preferences.options,
        )  # fmt: skip
        transaction.on_commit(TASK.wake)
        return made


def cancel_search(request: PlayerRequest, search_id: int) -> Search:
    """Cancel a search. Games that the search has found continue. Raises NoSuchSearch, SearchOver."""
    with transaction.atomic():
        search = _lock_open_search(request, search_id)
        search.state, search.ends_at = SearchState.CANCELLED, request.now
        search.save(update_fields=["state", "ends_at"])
        return search


def widen_search(request: PlayerRequest, search_id: int, what: WidenablePreference) -> Search:
    """Widen one preference of a search (E81): by three ranks in both directions, or to all boards, all clocks, any
    rules, or games with and without handicap. Raises NoSuchSearch, SearchOver."""
    with transaction.atomic():
        search = _lock_open_search(request, search_id)
        _WIDER[what](search)
        search.look_at = request.now
        search.save(update_fields=["up", "down", "sizes", "clocks", "insists", "handicap", "look_at"])
        transaction.on_commit(TASK.wake)
        return search


def _lock_open_search(request: PlayerRequest, search_id: int) -> Search:
    rows = Search.objects.select_for_update(no_key=True, of=("self",))
    search = rows.filter(player=request.player, pk=search_id).first()
    if search is None:
        raise NoSuchSearch
    if not search.is_open:
        raise SearchOver(state=search.state)
    return search


def _widen_ranks(search: Search) -> None:
    search.up, search.down = _widened_limit(search.up), _widened_limit(search.down)


def _widened_limit(ranks: int | None) -> int | None:
    return None if ranks is None or ranks + WIDER_RANKS > MOST_UP_OR_DOWN else ranks + WIDER_RANKS


def _widen_sizes(search: Search) -> None:
    search.sizes = [*search.sizes, *(size for size in OFFERED_SIZES if size not in search.sizes)]


def _widen_clocks(search: Search) -> None:
    search.clocks = [*search.clocks, *(clock for clock in CLOCKS if clock not in search.clocks)]


def _widen_rules(search: Search) -> None:
    search.insists = False


def _widen_handicap(search: Search) -> None:
    search.handicap = Handicap.EITHER


_WIDER: dict[WidenablePreference, Callable[[Search], None]] = {
    WidenablePreference.RANKS: _widen_ranks,
    WidenablePreference.SIZES: _widen_sizes,
    WidenablePreference.CLOCKS: _widen_clocks,
    WidenablePreference.RULES: _widen_rules,
    WidenablePreference.HANDICAP: _widen_handicap,
}


def widenable_preferences(search: Search) -> list[WidenablePreference]:
    """Return the preferences of this search that can still be widened, in the order in which pages suggest them."""
    could = {
        WidenablePreference.RANKS: (search.up, search.down) != (None, None),
        WidenablePreference.CLOCKS: len(search.clocks) < len(CLOCKS),
        WidenablePreference.SIZES: len(search.sizes) < len(OFFERED_SIZES),
        WidenablePreference.RULES: search.insists,
        WidenablePreference.HANDICAP: search.handicap != Handicap.EITHER,
    }
    return [what for what, so in could.items() if so and search.is_open]
