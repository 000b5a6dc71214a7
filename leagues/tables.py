"""The tables of a league's groups: standings and cross tables (E30, E71, E96)."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from leagues.models import League, LeagueGroup, Season
from leagues.standings import GroupStanding, standings_of_groups
from tournaments.models import Entry
from tournaments.result_words import MARKS
from tournaments.stage_data import PairingWithResult
from tournaments.systems.types import UNITS, Criterion
from tournaments.tables import column_names, points_text, result_for_color


@dataclass(frozen=True, slots=True)
class GroupTableGame:
    """A player's game against another player of the group. `how` is won, lost, drawn, open, void or struck."""

    how: str
    color: str
    game: int | None
    number: int

    @property
    def result_mark(self) -> str:
        """Return the symbol for the result."""
        return MARKS[self.how][0]

    @property
    def result_text(self) -> str:
        """Return the result as text."""
        return str(MARKS[self.how][1])


@dataclass(frozen=True, slots=True)
class GroupTableLine:
    """A player's line in a group's table. `values` are the criteria of the standings as text.
    `cells` are the games against each player in the order of the lines, None for the player's own cell."""

    place: int
    entry: Entry
    values: list[str]
    cells: list[list[GroupTableGame] | None] = field(default_factory=list)
    moves: str = ""
    """Where the place leads: "up", "down" or ""."""

    @property
    def rank(self) -> str:
        """Return the player's rank in the season, set by a director or frozen at the start. Return "" if the reader may
        not see the rank."""
        return self.entry.shown_rank


@dataclass(frozen=True, slots=True)
class GroupTable:
    """A group with its standings, best first."""

    group: LeagueGroup
    label: str
    columns: list[str]
    lines: list[GroupTableLine]


def group_tables(groups: Iterable[LeagueGroup]) -> list[GroupTable]:
    """Return the tables of these groups of a season, from the top division down."""
    return [_group_table(one) for one in standings_of_groups(groups)]


def with_promotion_marks(tables: list[GroupTable], season: Season, league: League) -> list[GroupTable]:
    """Return the tables with `moves` set in each line, which marks promotion and relegation (E70). Each group promotes
    as many players as the league's options say, and relegates as many as the groups below promote into it."""
    group_counts = Counter(season.groups.values_list("division", flat=True))
    return [replace(table, lines=_lines_with_promotion_marks(table, league, group_counts)) for table in tables]


def _lines_with_promotion_marks(table: GroupTable, league: League, group_counts: Counter[int]) -> list[GroupTableLine]:
    division, number = table.group.division, table.group.number
    below = max(0, min(league.factor, group_counts[division + 1] - (number - 1) * league.factor))
    up = league.up if division > 1 else 0
    last = len(table.lines) - below * league.up
    return [
        replace(line, moves="up" if place < up else "down" if place >= last else "")
        for place, line in enumerate(table.lines)
    ]


def _group_table(group: GroupStanding) -> GroupTable:
    games = _games_by_pair(group.meetings)
    order = [row.entry for row in group.standing]
    shown = [name for name in (group.standing[0].values if group.standing else {}) if name is not Criterion.SEED]
    columns = column_names(shown)
    lines = [
        GroupTableLine(
            place=row.place,
            entry=group.entries[row.entry],
            values=[points_text(row.values[name], UNITS.get(name, 2)) for name in shown],
            cells=[None if other == row.entry else games[row.entry, other] for other in order],
        )
        for row in group.standing
    ]
    return GroupTable(group.group, group.label, columns, lines)


def _games_by_pair(meetings: list[PairingWithResult]) -> dict[tuple[int, int], list[GroupTableGame]]:
    found: dict[tuple[int, int], list[GroupTableGame]] = defaultdict(list)
    for meeting in meetings:
        one = meeting.value
        if one.white is not None:
            for entry, other, color in ((one.black, one.white, "b"), (one.white, one.black, "w")):
                found[entry, other].append(
                    GroupTableGame(result_for_color(one.result, color), color, meeting.game, one.round)
                )
    return found
