"""Leagues: groups in divisions, with promotion and relegation (E70 to E73)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from .types import Criterion, EntryId

Group = tuple[EntryId, ...]
Divisions = tuple[tuple[Group, ...], ...]
"""The divisions from the top down, each a tuple of groups; at the end of a season each group is in the order of its
table."""

TIEBREAKS = (Criterion.DIRECT, Criterion.SODOS, Criterion.SEED)
"""The tie-breaks of leagues (E71): those of a round robin, then the place at the start, which is stored as the seed of
an entry."""
FREE_WIN, FREE_DRAW, FREE_LOSS = 8, 5, 2
"""Points of free pairing in quarters: win 2, loss 0.5, draw half of their sum (E73, as in the Advanced Study Room)."""
FREE_GAMES_A_PAIR = 2


@dataclass(frozen=True, slots=True)
class LeagueStructure:
    """The structure of a league. The top division has one group, and each lower division has `factor` times as many
    groups."""

    size: int = 6
    up: int = 2
    """The number of players promoted from each group."""
    factor: int = 1


@dataclass(frozen=True, slots=True)
class SeasonChanges:
    """The players who left and joined since the season began."""

    leaving: frozenset[EntryId] = frozenset()
    """Players who did not answer, or lost half of their games on time (E72)."""
    newcomers: tuple[EntryId, ...] = ()
    """New players by rank, strongest first."""


def first_season(league: LeagueStructure, players: Iterable[EntryId]) -> Divisions:
    """Return the divisions from the top, filled in the order of `players`, strongest first."""
    return _with_newcomers(league, [], list(players))


def next_season(league: LeagueStructure, divisions: Divisions, season: SeasonChanges) -> Divisions:
    """Return the groups of the next season. The best of each group are promoted and the same number relegated, so that
    sizes do not change. Gaps are filled by the next best players from below, and newcomers join at the bottom (E70,
    E71)."""
    rising = [[_staying_players(group, season)[: league.up] for group in groups] for groups in divisions[1:]]
    stay = [[_staying_players(group, season) for group in groups] for groups in divisions]
    for upper, risers in enumerate(rising):
        for number, group in enumerate(divisions[upper]):
            children = range(number * league.factor, min((number + 1) * league.factor, len(risers)))
            _exchange_players(stay, (upper, number), (group, [(child, risers[child]) for child in children]))
    order = _places_by_player(divisions)
    for division in range(len(stay)):
        for number in range(len(stay[division])):
            _fill_group(league, stay, (division, number), order)
    return _without_single_groups(_with_newcomers(league, stay, list(season.newcomers)))


def is_removed_for_time_losses(lost_on_time: int, games: int) -> bool:
    """Return whether the player is removed because they lost at least half of their games on time (E72)."""
    return games > 0 and 2 * lost_on_time >= games


def _without_single_groups(divisions: Divisions) -> Divisions:
    """Return the divisions without a group of one player in the lowest division. That player joins another group of the
    division, or the division above if there is no other group."""
    found = [[list(group) for group in division] for division in divisions]
    while found and (alone := [group for group in found[-1] if len(group) == 1]):
        others = [group for group in found[-1] if group is not alone[-1]] or (found[-2] if len(found) > 1 else [])
        if not others:
            break
        min(reversed(others), key=len).extend(alone[-1])
        found[-1] = [group for group in found[-1] if group is not alone[-1]]
        found = [division for division in found if division]
    return tuple(tuple(tuple(group) for group in division) for division in found)


_Groups = list[list[list[EntryId]]]


def _staying_players(group: Group, season: SeasonChanges) -> list[EntryId]:
    return [id_ for id_ in group if id_ not in season.leaving]


def _exchange_players(
    stay: _Groups, upper: tuple[int, int], moves: tuple[Group, list[tuple[int, list[EntryId]]]]
) -> None:
    """Promote players into the group `upper` (division and number), and relegate the same number from the end of the
    group's table. `stay`, the players of each group by division, is changed. `moves` has the table, and for each group
    below its number and the players promoted from it. Players who left count as relegated."""
    division, number = upper
    group, children = moves
    risers = [id_ for _, ids in children for id_ in ids]
    tail = group[len(group) - len(risers) :] if risers else ()
    fallers = [id_ for id_ in tail if id_ in stay[division][number]]
    stay[division][number] = [id_ for id_ in stay[division][number] if id_ not in fallers] + risers
    for child, ids in children:
        stay[division + 1][child] = [id_ for id_ in stay[division + 1][child] if id_ not in ids]
    for turn, id_ in enumerate(fallers):
        child, _ = children[turn % len(children)]
        stay[division + 1][child].insert(0, id_)


def _places_by_player(divisions: Divisions) -> Mapping[EntryId, tuple[int, int]]:
    """Return the division (0 is the top one) and the place in the group of each player at the end of the season."""
    return {
        id_: (division, place)
        for division, groups in enumerate(divisions)
        for group in groups
        for place, id_ in enumerate(group)
    }


def _fill_group(
    league: LeagueStructure, stay: _Groups, at: tuple[int, int], order: Mapping[EntryId, tuple[int, int]]
) -> None:
    """Fill the group `at` (division and number) up to the league's size with players of the division below. `stay`, the
    players of each group by division, is changed.

    The best players by `order` move up, first from the groups below this group, then from the whole division below.
    Relegated players move up only if there are no others. A later call fills the gaps of the division below.
    """
    division, number = at
    if division + 1 == len(stay):
        return
    below = stay[division + 1]
    own = below[number * league.factor : (number + 1) * league.factor]
    while len(stay[division][number]) < league.size:
        candidates = _not_relegated_players(own, division, order) or _not_relegated_players(below, division, order)
        candidates = candidates or [id_ for group in below for id_ in group]
        if not candidates:
            return
        best = min(candidates, key=lambda id_: (order[id_], id_))
        for group in below:
            if best in group:
                group.remove(best)
        stay[division][number].append(best)


def _not_relegated_players(
    groups: list[list[EntryId]], division: int, order: Mapping[EntryId, tuple[int, int]]
) -> list[EntryId]:
    return [id_ for group in groups for id_ in group if order[id_][0] > division]


def _with_newcomers(league: LeagueStructure, groups: _Groups, newcomers: list[EntryId]) -> Divisions:
    """Return the divisions with newcomers, who fill gaps in the lowest groups and then new groups at the bottom. A
    player who would be alone joins the last group."""
    for group in groups[-1] if groups else []:
        newcomers[:0] = group[league.size :]
        del group[league.size :]
    for division in groups:
        for group in division:
            while newcomers and len(group) < league.size:
                group.append(newcomers.pop(0))
    while newcomers:
        full = not groups or len(groups[-1]) == league.factor ** (len(groups) - 1)
        if len(newcomers) == 1 and groups:
            groups[-1][-1].append(newcomers.pop())
        else:
            if full:
                groups.append([])
            groups[-1].append(newcomers[: league.size])
            del newcomers[: league.size]
    kept = [[tuple(group) for group in division if group] for division in groups]
    return tuple(tuple(division) for division in kept if division)
