"""Who is matched with whom of those who look for a game (E80 to E82)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from .types import EntryId, Pair

MOST_UP_OR_DOWN = 9
OFFER_WIDER_AFTER_HOURS = 24
REMATCH_DAYS = 7
UNSEEN_DAYS = 14


class Obstacle(StrEnum):
    """Why two searches do not fit, in the order in which it is said."""

    SAME_PLAYER = "same_player"
    BARRED = "barred"
    """Blocked, playing already, or a game within 7 days: the caller says which pairs are."""
    SIZE = "size"
    CLOCK = "clock"
    RULES = "rules"
    HANDICAP = "handicap"
    RANK = "rank"


@dataclass(frozen=True, slots=True)
class Search:
    """A wish for games. Times are whole numbers of whatever unit; the smaller waits longer."""

    id: int
    player: EntryId
    since: int
    sizes: tuple[int, ...]
    """Board sizes, the dearest first."""
    clocks: tuple[str, ...]
    """Clock presets, the dearest first."""
    ranks: Mapping[int, int]
    """The player's rank on each size, 30k = 0; a size without one is not looked for."""
    rules: str = "japanese"
    insists_on_rules: bool = False
    up: int | None = None
    """How many ranks stronger the other may be; None: any."""
    down: int | None = None
    handicap: frozenset[bool] = frozenset({False})
    """Whether games without (False) and with handicap (True, unrated) are wanted."""
    games: int = 1
    """How many more games are wanted now."""


@dataclass(frozen=True, slots=True)
class Matched:
    """Two searches that meet, on what. `one` has waited longer."""

    one: Search
    other: Search
    size: int
    clock: str
    rules: str
    handicap: bool

    @property
    def distance(self) -> int:
        """Ranks between the two on this size."""
        return abs(self.one.ranks[self.size] - self.other.ranks[self.size])


def match_searches(searches: Iterable[Search], barred: frozenset[Pair] = frozenset()) -> tuple[Matched, ...]:
    """Who meets now: the oldest search first, with the nearest rank on the size, then with who has waited longest.

    A pair is matched once, whatever each of the two looks for. The order of the searches changes nothing.
    """
    waiting = sorted(searches, key=_age)
    left = {search.id: search.games for search in waiting}
    taken, found = set(barred), list[Matched]()
    for search in waiting:
        while left[search.id] > 0:
            open_ = [other for other in waiting if left[other.id] > 0]
            best = _best(search, open_, taken)
            if best is None:
                break
            found.append(best)
            taken.add(_pair(best.one, best.other))
            left[best.one.id] -= 1
            left[best.other.id] -= 1
    return tuple(found)


def obstacles(one: Search, other: Search, barred: Iterable[Pair] = ()) -> tuple[Obstacle, ...]:
    """What keeps these two apart; () where nothing does."""
    sizes = _sizes(one, other)
    holds = {
        Obstacle.SAME_PLAYER: one.player == other.player,
        Obstacle.BARRED: _pair(one, other) in barred,
        Obstacle.SIZE: not sizes,
        Obstacle.CLOCK: not set(one.clocks) & set(other.clocks),
        Obstacle.RULES: one.insists_on_rules and other.insists_on_rules and one.rules != other.rules,
        Obstacle.HANDICAP: not one.handicap & other.handicap,
        Obstacle.RANK: bool(sizes) and not [size for size in sizes if _near(one, other, size)],
    }
    return tuple(obstacle for obstacle, keeps in holds.items() if keeps)


def why_not(search: Search, searches: Iterable[Search], barred: frozenset[Pair] = frozenset()) -> Counter[Obstacle]:
    """How many of the others each thing alone keeps away: what to widen (E81)."""
    alone = (obstacles(search, other, barred) for other in searches if other.player != search.player)
    return Counter(found[0] for found in alone if len(found) == 1)


def open_places(wanted: int, running: int, *, asleep: bool) -> int:
    """How many games a standing offer of n offers now (E82). `asleep`: on vacation, at the limit of games, or unseen
    for 14 days. `running` leaves out what was cancelled before move 2."""
    return 0 if asleep else max(wanted - running, 0)


def _age(search: Search) -> tuple[int, int]:
    return search.since, search.id


def _pair(one: Search, other: Search) -> Pair:
    return frozenset({one.player, other.player})


def _sizes(one: Search, other: Search) -> list[int]:
    return [size for size in one.sizes if size in other.sizes and size in one.ranks and size in other.ranks]


def _near(one: Search, other: Search, size: int) -> bool:
    above = other.ranks[size] - one.ranks[size]
    return _within(one, above) and _within(other, -above)


def _within(search: Search, above: int) -> bool:
    limit = search.up if above > 0 else search.down
    return limit is None or abs(above) <= limit


def _best(search: Search, others: list[Search], barred: set[Pair]) -> Matched | None:
    fits = [other for other in others if not obstacles(search, other, barred)]
    found = [_matched(search, other) for other in fits]
    return min(found, key=lambda one: (one.distance, _age(one.other)), default=None)


def _matched(one: Search, other: Search) -> Matched:
    """On the common size where they are nearest; of the rest the longer waiting search has its way."""
    sizes = [size for size in _sizes(one, other) if _near(one, other, size)]
    size = min(sizes, key=lambda size: abs(one.ranks[size] - other.ranks[size]))
    first, second = sorted((one, other), key=_age)
    return Matched(
        one,
        other,
        size=size,
        clock=next(clock for clock in first.clocks if clock in second.clocks),
        rules=second.rules if second.insists_on_rules and not first.insists_on_rules else first.rules,
        handicap=min(one.handicap & other.handicap),
    )
