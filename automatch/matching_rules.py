"""Match players who are looking for a game (E80 to E82)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

Pair = frozenset[int]
"""The ids of two players."""

MOST_UP_OR_DOWN = 9
MOST_GAMES = 10
MOST_RANKS_APART = 38
"""The number of ranks between 30k and 9d."""


class MismatchReason(StrEnum):
    """Why two searches do not match, in the order in which texts list the reasons."""

    SAME_PLAYER = "same_player"
    BARRED = "barred"
    """A block, a game in progress, or a game within 7 days between the two players; the caller provides these
    pairs."""
    SIZE = "size"
    CLOCK = "clock"
    RULES = "rules"
    HANDICAP = "handicap"
    RANK = "rank"


@dataclass(frozen=True, slots=True)
class SearchValue:
    """A search for games as plain values, independent of the database. `since` is a time in any unit; the search with
    the smaller time has waited longer."""

    id: int
    player: int
    since: int
    sizes: tuple[int, ...]
    """Board sizes, in order of preference."""
    clocks: tuple[str, ...]
    """Keys of clock presets, in order of preference."""
    ranks: Mapping[int, int]
    """The player's rank on each size, in steps above 30k; sizes without a rank are not matched."""
    rules: str = "japanese"
    insists_on_rules: bool = False
    up: int | None = None
    """How many ranks stronger the opponent may be; None: any."""
    down: int | None = None
    handicap: frozenset[bool] = frozenset({False})
    """Whether games without (False) and with handicap (True, unrated) are wanted."""
    games: int = 1
    """How many more games are wanted now."""


@dataclass(frozen=True, slots=True)
class MatchedPair:
    """Two matching searches with the agreed board size, clock, rules and handicap. `one` has waited longer."""

    one: SearchValue
    other: SearchValue
    size: int
    clock: str
    rules: str
    handicap: bool

    @property
    def distance(self) -> int:
        """Return the number of ranks between the two players on this size."""
        return abs(self.one.ranks[self.size] - self.other.ranks[self.size])


def match_searches(
    searches: Iterable[SearchValue], barred: Collection[Pair] = (), seekers: Collection[int] | None = None
) -> tuple[MatchedPair, ...]:
    """Return the pairs of searches that match now. The oldest search chooses first. It gets the opponent whose rank is
    nearest; among several, the one who has waited longest.

    Two players are matched at most once per call, even if both look for several games. The order of `searches` does not
    matter. Pairs in `barred` are not matched. Only pairs with a search whose id is in `seekers` are compared; None
    means all. Other pairs were compared before.
    """
    waiting = sorted(searches, key=_waiting_sort_key)
    left = {search.id: search.games for search in waiting}
    sought = left.keys() if seekers is None else seekers
    everybody = _WaitingSearches(waiting, left)
    seeking = everybody if seekers is None else _WaitingSearches([one for one in waiting if one.id in sought], left)
    taken, found = set(barred), list[MatchedPair]()
    for search in waiting:
        others = everybody if search.id in sought else seeking
        while left[search.id] > 0:
            best = others.best_match(search, taken)
            if best is None:
                break
            found.append(best)
            taken.add(_player_pair(best.one, best.other))
            left[best.one.id] -= 1
            left[best.other.id] -= 1
    return tuple(found)


class _WaitingSearches:
    """An index of waiting searches by board size and rank, the oldest first. It finds the best match of a search
    without comparing all pairs."""

    def __init__(self, searches: Iterable[SearchValue], left: Mapping[int, int]) -> None:
        self._left = left
        self._at: dict[tuple[int, int], list[SearchValue]] = {}
        for search in searches:
            for size in search.sizes:
                if size in search.ranks:
                    self._at.setdefault((size, search.ranks[size]), []).append(search)

    def best_match(self, search: SearchValue, barred: Collection[Pair]) -> MatchedPair | None:
        """Return the best match of this search, None if there is none."""
        nearest, found = MOST_RANKS_APART, list[SearchValue]()
        for size in search.sizes:
            for distance in range(nearest + 1) if size in search.ranks else ():
                here = self._oldest_at_distance(search, size, distance, barred)
                if here:
                    found = [*here, *(found if distance == nearest else ())]
                    nearest = distance
                    break
        return _best_match(search, min(found, key=_waiting_sort_key)) if found else None

    def _oldest_at_distance(
        self, search: SearchValue, size: int, distance: int, barred: Collection[Pair]
    ) -> list[SearchValue]:
        """Return up to two matching searches whose players are `distance` ranks away on this board size: the oldest of
        a stronger player, and the oldest of a weaker one. For distance 0, return at most one."""
        own, found = search.ranks[size], list[SearchValue]()
        for above in {distance, -distance}:
            rows = self._at.get((size, own + above))
            if rows and _is_within_rank_limits(search, above):
                rows[:] = [one for one in rows if self._left[one.id] > 0]
                fits = (one for one in rows if _is_within_rank_limits(one, -above) and _is_match(search, one, barred))
                found.extend(first for first in [next(fits, None)] if first is not None)
        return found


def mismatch_reasons(one: SearchValue, other: SearchValue, barred: Collection[Pair] = ()) -> tuple[MismatchReason, ...]:
    """Return the reasons why these two searches do not match, () if they do."""
    return tuple(_mismatch_reasons(one, other, barred))


def _mismatch_reasons(one: SearchValue, other: SearchValue, barred: Collection[Pair]) -> Iterator[MismatchReason]:
    if one.player == other.player:
        yield MismatchReason.SAME_PLAYER
    elif barred and _player_pair(one, other) in barred:
        yield MismatchReason.BARRED
    sizes = _possible_sizes(one, other)
    if not sizes:
        yield MismatchReason.SIZE
    if not _have_common_element(one.clocks, other.clocks):
        yield MismatchReason.CLOCK
    if one.insists_on_rules and other.insists_on_rules and one.rules != other.rules:
        yield MismatchReason.RULES
    if one.handicap.isdisjoint(other.handicap):
        yield MismatchReason.HANDICAP
    if sizes and not any(_are_ranks_near(one, other, size) for size in sizes):
        yield MismatchReason.RANK


def _have_common_element(some: tuple[str, ...], others: tuple[str, ...]) -> bool:
    return any(one in others for one in some)


def _is_match(one: SearchValue, other: SearchValue, barred: Collection[Pair]) -> bool:
    return next(_mismatch_reasons(one, other, barred), None) is None


def count_mismatch_reasons(
    search: SearchValue, searches: Iterable[SearchValue], barred: Collection[Pair] = ()
) -> Counter[MismatchReason]:
    """Return the number of other searches for each reason, counting only those that do not match for this reason alone.
    They would match if the search were widened in this respect (E81)."""
    alone = (mismatch_reasons(search, other, barred) for other in searches if other.player != search.player)
    return Counter(found[0] for found in alone if len(found) == 1)


def remaining_games(wanted: int, taken: int) -> int:
    """Return how many more games the search looks for (E82). `taken` is the number of games in progress for a standing
    search. For other searches it is the number of games found, without those cancelled before move 2."""
    return max(wanted - taken, 0)


def _waiting_sort_key(search: SearchValue) -> tuple[int, int]:
    return search.since, search.id


def _player_pair(one: SearchValue, other: SearchValue) -> Pair:
    return frozenset({one.player, other.player})


def _possible_sizes(one: SearchValue, other: SearchValue) -> list[int]:
    return [size for size in one.sizes if size in other.sizes and size in one.ranks and size in other.ranks]


def _are_ranks_near(one: SearchValue, other: SearchValue, size: int) -> bool:
    above = other.ranks[size] - one.ranks[size]
    return _is_within_rank_limits(one, above) and _is_within_rank_limits(other, -above)


def _is_within_rank_limits(search: SearchValue, above: int) -> bool:
    limit = search.up if above > 0 else search.down
    return limit is None or abs(above) <= limit


def _best_match(one: SearchValue, other: SearchValue) -> MatchedPair:
    """Return the match on the common board size with the nearest ranks. Ties are decided by the preferences of the
    search that has waited longer."""
    sizes = [size for size in _possible_sizes(one, other) if _are_ranks_near(one, other, size)]
    size = min(sizes, key=lambda size: abs(one.ranks[size] - other.ranks[size]))
    first, second = sorted((one, other), key=_waiting_sort_key)
    return MatchedPair(
        one,
        other,
        size=size,
        clock=next(clock for clock in first.clocks if clock in second.clocks),
        rules=second.rules if second.insists_on_rules and not first.insists_on_rules else first.rules,
        handicap=min(one.handicap & other.handicap),
    )
