"""Standings of leagues' groups, with few queries for many groups (E30, E71)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from leagues.models import LeagueGroup, Season
from tournaments.models import Adjustment, Entry, Stage
from tournaments.stage_data import (
    PairingWithResult,
    pairing_results_by_tournament,
    pairing_system,
    stage_data_from_rows,
    standings_after_round,
)
from tournaments.systems.types import StandingsRow


@dataclass(frozen=True, slots=True)
class GroupStanding:
    """A group with its name, its entries by id, its games, and its standings, best first."""

    group: LeagueGroup
    label: str
    entries: dict[int, Entry]
    meetings: list[PairingWithResult]
    standing: tuple[StandingsRow, ...]

    @property
    def order(self) -> list[Entry]:
        """Return the entries, best first."""
        return [self.entries[one.entry] for one in self.standing]

    def games_of(self, entry: Entry) -> int:
        """Return the number of games that a player has in the group."""
        return sum(entry.pk in one.value.entrants for one in self.meetings)


def division_label(division: int, number: int | None = None) -> str:
    """Return the name of a division, such as A, Z or AA. With `number`, return the name of a group of this division,
    such as B2."""
    letters = ""
    while division:
        division, rest = divmod(division - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters if number is None else f"{letters}{number}"


def standings_of_groups(groups: Iterable[LeagueGroup]) -> list[GroupStanding]:
    """Return the standings of these groups, from the top division down. Seven queries for any number of groups."""
    numbers = [one.pk for one in groups]
    rows = {one.tournament_id: one for one in LeagueGroup.objects.filter(pk__in=numbers).order_by("division", "number")}
    stages = {one.tournament_id: one for one in Stage.objects.filter(tournament__in=rows).select_related("tournament")}
    entries: dict[int, dict[int, Entry]] = defaultdict(dict)
    people = Entry.objects.filter(tournament__in=rows).ever_took_part().order_by("number").select_related("player")
    for entry in people.prefetch_related("player__ratings"):
        entries[entry.tournament_id][entry.pk] = entry
    adjustments: dict[int, list[tuple[int, int, int]]] = defaultdict(list)
    for given in Adjustment.objects.filter(tournament__in=rows).order_by("pk"):
        adjustments[given.tournament_id].append((given.entry_id, given.halves, given.round))
    meetings = pairing_results_by_tournament(rows)
    several = _divisions_with_several_groups(rows.values())
    found = []
    for pk, row in rows.items():
        system = pairing_system(stages[pk].tournament, stages[pk])
        standing = standings_after_round(
            system, stage_data_from_rows(entries[pk].values(), meetings[pk], adjustments[pk]), None
        )
        label = _group_label(row, several)
        found.append(GroupStanding(row, label, entries[pk], meetings[pk], standing))
    return found


def named_groups(season: Season) -> list[tuple[LeagueGroup, str]]:
    """Return the groups of a season, each with its name, such as A or B2."""
    groups = list(season.groups.order_by("division", "number"))
    several = _divisions_with_several_groups(groups)
    return [(one, _group_label(one, several)) for one in groups]


def _group_label(group: LeagueGroup, several: set[int]) -> str:
    return division_label(group.division, group.number if group.division in several else None)


def _divisions_with_several_groups(groups: Iterable[LeagueGroup]) -> set[int]:
    """Return the numbers of the divisions that have more than one group in the season of these groups."""
    seasons = {one.season_id for one in groups}
    return set(LeagueGroup.objects.filter(season__in=seasons, number=2).values_list("division", flat=True))
