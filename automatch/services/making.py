"""Making a search, widening it, cancelling it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from django.db import transaction

from accounts.core.guests import check_kept
from accounts.core.restrictions import check_allowed
from accounts.models import Player
from accounts.models.restriction import RestrictionKind as Restricted
from automatch.errors import BadSearch, NoSuchSearch, SearchOver, TooManySearches
from automatch.fitting import MOST_GAMES, MOST_UP_OR_DOWN
from automatch.models import LASTS, Handicap, Search, State
from challenges.errors import NotForBots
from games.services.idempotency import PlayerRequest
from games.terms import OFFERED_SIZES, PRESETS
from rules import DEFAULT_RULE_SET, RULE_SETS

from .places import TASK

MOST_SEARCHES = 5
"""Of one player at the same time."""
CLOCKS = tuple(key for key in PRESETS if key != "none")
"""Clocks to choose from: with a stranger there is one."""
WIDER_RANKS = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Wishes:
    """What somebody looks for; the columns of Search of the same names."""

    sizes: tuple[int, ...]
    clocks: tuple[str, ...] = ("days_3",)
    rule_set: str = DEFAULT_RULE_SET
    insists: bool = False
    up: int | None = None
    down: int | None = None
    handicap: str = Handicap.NO
    games: int = 1
    standing: bool = False

    def check(self) -> None:
        """Raise BadSearch naming the first wish that does not fit."""
        fits = {
            "sizes": _some_of(self.sizes, OFFERED_SIZES),
            "clocks": _some_of(self.clocks, CLOCKS),
            "rule_set": self.rule_set in RULE_SETS,
            "up": self.up is None or 0 <= self.up <= MOST_UP_OR_DOWN,
            "down": self.down is None or 0 <= self.down <= MOST_UP_OR_DOWN,
            "handicap": self.handicap in Handicap.values,
            "games": 1 <= self.games <= MOST_GAMES,
        }
        for field, holds in fits.items():
            if not holds:
                raise BadSearch(field=field)


def _some_of(wanted: tuple[object, ...], offered: tuple[object, ...]) -> bool:
    return bool(wanted) and set(wanted) <= set(offered) and len(set(wanted)) == len(wanted)


class Wider(StrEnum):
    """What is widened. The names are part of the API."""

    RANKS = "ranks"
    SIZES = "sizes"
    CLOCKS = "clocks"
    RULES = "rules"
    HANDICAP = "handicap"


def create(request: PlayerRequest, wishes: Wishes) -> Search:
    """Look for games. The same wishes as those of an open search of the player's are that search.

    Raises BadSearch, TooManySearches, NotForBots, NotForGuests, NewGamesBlocked, Suspended.
    """
    player, now = request.player, request.now
    check_allowed(player, now, Restricted.BARRED)
    check_kept(player)
    if player.is_bot:
        raise NotForBots
    wishes.check()
    with transaction.atomic():
        Player.objects.select_for_update(no_key=True).get(pk=player.pk)
        there = list(Search.objects.open().filter(player=player).order_by("pk"))
        same = next((one for one in there if _wishes_of(one) == wishes), None)
        if same is not None:
            return same
        if len(there) >= MOST_SEARCHES:
            raise TooManySearches(most=MOST_SEARCHES)
        made = Search.objects.create(
            player=player, standing=wishes.standing, sizes=list(wishes.sizes), clocks=list(wishes.clocks),
            rule_set=wishes.rule_set, insists=wishes.insists, up=wishes.up, down=wishes.down,
            handicap=wishes.handicap, games=wishes.games, places=wishes.games, created_at=now, since=now, look_at=now,
            ends_at=None if wishes.standing else now + LASTS,
        )  # fmt: skip
        transaction.on_commit(TASK.wake)
        return made


def _wishes_of(search: Search) -> Wishes:
    return Wishes(
        sizes=tuple(search.sizes), clocks=tuple(search.clocks), rule_set=search.rule_set, insists=search.insists,
        up=search.up, down=search.down, handicap=search.handicap, games=search.games, standing=search.standing,
    )  # fmt: skip


def cancel(request: PlayerRequest, search_id: int) -> Search:
    """End a search; the games that it found go on. Raises NoSuchSearch, SearchOver."""
    with transaction.atomic():
        search = _open_one(request, search_id)
        search.state, search.ends_at = State.CANCELLED, request.now
        search.save(update_fields=["state", "ends_at"])
        return search


def widen(request: PlayerRequest, search_id: int, what: Wider) -> Search:
    """Look for more players (E81): three ranks further either way, on all boards, with all clocks, by any rules, with
    and without handicap. Raises NoSuchSearch, SearchOver."""
    with transaction.atomic():
        search = _open_one(request, search_id)
        _WIDER[what](search)
        search.look_at = request.now
        search.save(update_fields=["up", "down", "sizes", "clocks", "insists", "handicap", "look_at"])
        transaction.on_commit(TASK.wake)
        return search


def _open_one(request: PlayerRequest, search_id: int) -> Search:
    rows = Search.objects.select_for_update(no_key=True, of=("self",))
    search = rows.filter(player=request.player, pk=search_id).first()
    if search is None:
        raise NoSuchSearch
    if not search.is_open:
        raise SearchOver(state=search.state)
    return search


def _ranks(search: Search) -> None:
    search.up, search.down = _further(search.up), _further(search.down)


def _further(ranks: int | None) -> int | None:
    return None if ranks is None or ranks + WIDER_RANKS > MOST_UP_OR_DOWN else ranks + WIDER_RANKS


def _sizes(search: Search) -> None:
    search.sizes = [*search.sizes, *(size for size in OFFERED_SIZES if size not in search.sizes)]


def _clocks(search: Search) -> None:
    search.clocks = [*search.clocks, *(clock for clock in CLOCKS if clock not in search.clocks)]


def _rules(search: Search) -> None:
    search.insists = False


def _handicap(search: Search) -> None:
    search.handicap = Handicap.EITHER


_WIDER: dict[Wider, Callable[[Search], None]] = {
    Wider.RANKS: _ranks,
    Wider.SIZES: _sizes,
    Wider.CLOCKS: _clocks,
    Wider.RULES: _rules,
    Wider.HANDICAP: _handicap,
}


def can_widen(search: Search) -> list[Wider]:
    """What of this search could be wider, in the order in which it is offered."""
    could = {
        Wider.RANKS: (search.up, search.down) != (None, None),
        Wider.CLOCKS: len(search.clocks) < len(CLOCKS),
        Wider.SIZES: len(search.sizes) < len(OFFERED_SIZES),
        Wider.RULES: search.insists,
        Wider.HANDICAP: search.handicap != Handicap.EITHER,
    }
    return [what for what, so in could.items() if so and search.is_open]
