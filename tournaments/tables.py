"""Standings, pairings and the log for pages and the API. The number of queries does not depend on the number of
rows."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import timedelta

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.models import Player
from rules.clock import TimeControl, TimeSystem
from tournaments.access import first_stage
from tournaments.models import Entry, Pairing, Round, Stage, Tournament
from tournaments.models.play import PairingQuerySet
from tournaments.result_words import MARKS, cross_table_cell_words, result_name
from tournaments.stage_data import (
    BLACK,
    WHITE,
    PairingWithResult,
    data_of_section,
    data_of_stage,
    entries_that_took_part,
    load_knockout,
    pairing_result_from_row,
    pairing_results_of,
    pairing_rows_of,
    pairing_system,
    published_round_ids,
    standings_after_pairings,
    standings_after_round,
    standings_input,
)
from tournaments.systems import types as systems
from tournaments.systems.files.columns import games_by_column
from tournaments.systems.knockout import knockout_places
from tournaments.systems.standings import criteria_of_table
from tournaments.systems.types import DEFAULTS, KNOCKOUTS, UNITS, Criterion, EventResult, StandingsRow, SystemKind

CRITERION_NAMES = {
    Criterion.POINTS: pgettext_lazy("column", "Points"),
    Criterion.MMS: pgettext_lazy("McMahon score", "MMS"),
    Criterion.SOS: pgettext_lazy("sum of opponents' scores", "SOS"),
    Criterion.SOS_1: pgettext_lazy("sum of opponents' scores without the lowest", "SOS-1"),
    Criterion.SOS_2: pgettext_lazy("sum of opponents' scores without the two lowest", "SOS-2"),
    Criterion.SODOS: pgettext_lazy("sum of defeated opponents' scores", "SODOS"),
    Criterion.SOSOS: pgettext_lazy("sum of opponents' SOS", "SOSOS"),
    Criterion.DIRECT: pgettext_lazy("column", "Direct comparison"),
    Criterion.RANK: pgettext_lazy("text", "Rank"),
    Criterion.RATING: pgettext_lazy("column", "Rating"),
    Criterion.SEED: pgettext_lazy("column", "Seed"),
    Criterion.FREE: pgettext_lazy("column", "Points"),
    Criterion.LOT: pgettext_lazy("drawn", "Lot"),
}
WINS = pgettext_lazy("column", "Wins")
USUAL_MOVES = {9: 60, 13: 120, 19: 260}
"""The number of moves of both sides in a long game on these board sizes, for the longest duration of a round."""
SIGNS = {"won": "+", "lost": "-", "drawn": "=", "open": "?", "void": "=", "struck": "x"}


@dataclass(frozen=True, slots=True)
class CrossTableCell:
    """An entrant's result in one round. `how` is won, lost, drawn, open, void, struck, bye or absent. `opponent` is the
    number of the opponent's line in the table, and `komi` is in halves."""

    round: int
    how: str
    opponent: int | None = None
    color: str = ""
    handicap: int = 0
    komi: int = 0
    game: int | None = None
    by_default: bool = False

    @property
    def text(self) -> str:
        """Return the result in the notation of the European Go Federation: 3+/w2, 0+ for a bye, 0- for a missed
        round."""
        if self.opponent is None:
            return "0+" if self.how == "bye" else "0-"
        played = f"{self.opponent}{SIGNS[self.how]}/{self.color}{self.handicap}"
        return f"{played}!" if self.by_default else played

    @property
    def sign(self) -> str:
        """Return the symbol for the result."""
        return MARKS[self.how][0]

    @property
    def words(self) -> str:
        """Return the result, the opponent's line, the colour and the handicap as text."""
        result = result_name(self.how, by_default=self.by_default)
        return cross_table_cell_words(result, self.opponent or 0, self.color, (self.handicap, self.komi))


def column_names(criteria: Collection[Criterion]) -> list[str]:
    """Return the names of a table's criteria. In leagues with freely arranged games, the points from games are named
    wins, because the table also has league points (E73)."""
    is_free = Criterion.FREE in criteria
    return [str(WINS if is_free and one is Criterion.POINTS else CRITERION_NAMES[one]) for one in criteria]


@dataclass(frozen=True, slots=True)
class StandingsLine:
    """A line of the table. `values` are points and tie-breaks as text. Cells refer to the line by `number`, because
    several lines may share a place."""

    place: int
    entry: Entry
    values: list[str]
    cells: list[CrossTableCell]
    number: int = 0

    @property
    def player(self) -> Player:
        """Return the entry's player."""
        return self.entry.player

    @property
    def rank(self) -> str:
        """Return the player's rank in the tournament, set by a director or frozen at the start. Return "" if the reader
        may not see the rank."""
        return self.entry.shown_rank


@dataclass(frozen=True, slots=True)
class StandingsTable:
    """Standings after a round: the criteria, the rounds, and a line for each entrant."""

    criteria: list[Criterion]
    rounds: list[int]
    lines: list[StandingsLine]
    through: int
    count: int = 0
    """The number of lines of the whole table, even if only some are included."""

    @property
    def columns(self) -> list[str]:
        """Return the names of the criteria."""
        return column_names(self.criteria)


WHOLE = slice(None)


def standings_table_of(tournament: Tournament, through: int | None = None, wanted: slice = WHOLE) -> StandingsTable:
    """Return the standings after a round (None means the latest published round), or only the `wanted` lines. Nine
    queries."""
    stage = first_stage(tournament)
    if stage.kind in KNOCKOUTS:
        return _knockout_table(tournament, stage, wanted)
    if stage.kind == SystemKind.SECTIONS:
        return overall_places(tournament, wanted)
    rounds = published_round_ids(tournament, through)
    rows = pairing_rows_of(rounds)
    found = standings_after_pairings(tournament, stage, rows)
    entries = _entries_with_players(tournament, [one.entry for one in found[wanted]])
    if stage.kind == SystemKind.FREE:
        return make_standings_table(found, entries, ([], []))
    meetings = [pairing_result_from_row(row) for row in rows if row[BLACK] in entries or row[WHITE] in entries]
    numbers = list(range(1, len(rounds) + 1))
    return make_standings_table(found, entries, (meetings, numbers))


def _entries_with_players(tournament: Tournament, wanted: Collection[int]) -> dict[int, Entry]:
    """Return the entries with these ids by id, with their players loaded."""
    return {entry.pk: entry for entry in entries_that_took_part(tournament, wanted)}


def make_standings_table(
    found: tuple[StandingsRow, ...],
    entries: Mapping[int, Entry],
    games: tuple[Iterable[PairingWithResult], Iterable[int]],
) -> StandingsTable:
    """Return a standings table with a line for each of `entries`, and one or more columns per round. `games` is a tuple
    of the pairing results and the round numbers."""
    results, round_numbers = list(games[0]), list(games[1])
    numbered = {one.entry: number for number, one in enumerate(found, start=1)}
    columns = _round_columns(results, round_numbers)
    cells = [_column_cells(column, numbered, entries) for _number, column in columns]
    lines = [
        StandingsLine(
            one.place,
            entries[one.entry],
            _value_texts(one),
            [
                here.get(one.entry) or CrossTableCell(number, "absent")
                for (number, _column), here in zip(columns, cells, strict=True)
            ],
            numbered[one.entry],
        )
        for one in found
        if one.entry in entries
    ]
    criteria_ = list(found[0].values) if found else []
    return StandingsTable(criteria_, [number for number, _ in columns], lines, len(round_numbers), len(found))


def _round_columns(
    results: list[PairingWithResult], round_numbers: list[int]
) -> list[tuple[int, list[PairingWithResult]]]:
    """Return the columns of a table, each as the number of its round and the games in it. A round has several columns
    if a player has several games in it (E37)."""
    by_value = {one.value: one for one in results}
    found: dict[int, list[list[PairingWithResult]]] = {number: [] for number in round_numbers}
    for column in games_by_column(by_value):
        found.setdefault(column[0].round, []).append([by_value[one] for one in column])
    return [(number, column) for number, rows in found.items() for column in rows or [[]]]


def _knockout_table(tournament: Tournament, stage: Stage, wanted: slice) -> StandingsTable:
    """Return the places of a knockout without cells, because the bracket shows the games."""
    rows = [one.value for one in pairing_results_of(published_round_ids(tournament))]
    found = knockout_places(load_knockout(tournament, stage), rows)
    entries = _entries_with_players(tournament, [one.entry for one in found[wanted]])
    order = [(one.place, one.entry) for one in found]
    return StandingsTable([], [], _lines_without_cells(order, entries, wanted), 0, len(found))


def _lines_without_cells(
    found: list[tuple[int, int]], entries: Mapping[int, Entry], wanted: slice
) -> list[StandingsLine]:
    """Return table lines with only the place and the entry, without values and cells. `found` has a tuple of place and
    entry id for each line."""
    numbered = list(enumerate(found, start=1))[wanted]
    return [StandingsLine(place, entries[id_], [], [], number=number) for number, (place, id_) in numbered]


def overall_places(tournament: Tournament, wanted: slice = WHOLE) -> StandingsTable:
    """Return the places in a tournament with sections and later stages. Players of the latest stage come first, by
    their place there. Players of different sections are ordered by points (E31). Eight queries."""
    field, found, seen = standings_input(tournament), list[tuple[int, int]](), set[int]()
    for stage in tournament.stages.order_by("-number"):
        rows = [
            (key, id_)
            for key, id_ in _ordered_players_of_stage(tournament, stage, data_of_stage(field, stage))
            if id_ not in seen
        ]
        first: dict[tuple[int, ...], int] = {}
        for place, (key, _id) in enumerate(rows, start=len(found) + 1):
            first.setdefault(key, place)
        found += [(first[key], id_) for key, id_ in rows]
        seen.update(id_ for _key, id_ in rows)
    entries = _entries_with_players(tournament, [id_ for _place, id_ in found[wanted]])
    return StandingsTable([], [], _lines_without_cells(found, entries, wanted), 0, len(found))


def _ordered_players_of_stage(
    tournament: Tournament, stage: Stage, field: systems.StageData
) -> list[tuple[tuple[int, ...], int]]:
    """Return the players of a stage in order, each as a tuple of a sort key and the entry's id."""
    if stage.kind in KNOCKOUTS:
        return [
            ((line.place,), line.entry) for line in knockout_places(load_knockout(tournament, stage), field.pairings)
        ]
    system = pairing_system(tournament, stage)
    found = [
        ((line.place, -next(iter(line.values.values()))), line.entry)
        for number, ids in enumerate(stage.groups, start=1)
        for line in standings_after_round(system, data_of_section(field, number, ids), None)
    ]
    return sorted(found, key=lambda row: row[0])


@dataclass(frozen=True, slots=True)
class SectionTable:
    """A section of a stage with its table."""

    number: int
    table: StandingsTable


def section_tables(tournament: Tournament, stage: Stage, wanted: slice = slice(None)) -> list[SectionTable]:
    """Return the sections of a stage with their tables, or only the `wanted` sections. Seven queries."""
    rounds = published_round_ids(tournament, stage=stage)
    meetings = pairing_results_of(rounds)
    chosen = list(enumerate(stage.groups, start=1))[wanted]
    entries = _entries_with_players(tournament, [id_ for _number, ids in chosen for id_ in ids])
    field, system = data_of_stage(standings_input(tournament), stage), pairing_system(tournament, stage)
    numbers = range(stage.first_round, stage.first_round + len(rounds))
    here: dict[int, list[PairingWithResult]] = defaultdict(list)
    for one in meetings:
        here[one.value.group].append(one)
    return [
        SectionTable(
            number,
            make_standings_table(
                standings_after_round(system, data_of_section(field, number, ids), None),
                entries,
                (here[number], numbers),
            ),
        )
        for number, ids in list(enumerate(stage.groups, start=1))[wanted]
    ]


def criterion_names(tournament: Tournament) -> list[str]:
    """Return the names of the table's criteria."""
    stage = first_stage(tournament)
    if stage.kind in KNOCKOUTS:
        return [str(_("furthest round reached"))]
    system = pairing_system(tournament, stage)
    return column_names(criteria_of_table(system))


def _value_texts(standing: StandingsRow) -> list[str]:
    return [points_text(value, UNITS.get(criterion, 2)) for criterion, value in standing.values.items()]


def points_text(value: int, unit: int) -> str:
    """Return a number of points as text. The value is in 1/`unit` points, so 5 halves are 2.5."""
    return f"{value / unit:g}"


def _column_cells(
    meetings: Iterable[PairingWithResult], numbered: dict[int, int], wanted: Collection[int]
) -> dict[int, CrossTableCell]:
    """Return the cells of the entrants with these ids in one column."""
    found = {}
    for meeting in meetings:
        one = meeting.value
        if one.black not in wanted and one.white not in wanted:
            continue
        if one.white is None:
            found[one.black] = CrossTableCell(one.round, "bye")
            continue
        for entry, other, color in ((one.black, one.white, "b"), (one.white, one.black, "w")):
            found[entry] = CrossTableCell(
                round=one.round,
                how=result_for_color(one.result, color),
                opponent=numbered.get(other),
                color=color,
                handicap=one.handicap,
                komi=one.komi,
                game=meeting.game,
                by_default=one.result in DEFAULTS,
            )
    return found


_WON = {
    "b": (EventResult.BLACK_WINS, EventResult.BLACK_BY_DEFAULT, EventResult.BOTH_WIN),
    "w": (EventResult.WHITE_WINS, EventResult.WHITE_BY_DEFAULT, EventResult.BOTH_WIN),
}
_OTHERS = {
    EventResult.UNDECIDED: "open",
    EventResult.DRAW: "drawn",
    EventResult.VOID: "void",
    EventResult.STRUCK: "struck",
}


def result_for_color(result: EventResult, color: str) -> str:
    """Return an event result from the view of the player of this colour, "b" or "w"."""
    return _OTHERS.get(result) or ("won" if result in _WON[color] else "lost")


def pairings_of_round(round_: Round, wanted: slice = WHOLE) -> list[Pairing]:
    """Return a round's pairings, or only the `wanted` ones, with players and games loaded. Three queries."""
    rows = with_players_and_games(Pairing.objects.filter(round=round_)).order_by("board", "match_game", "pk")
    return list(rows[wanted])


def pairings_with_names_of(round_: Round) -> list[Pairing]:
    """Return a round's pairings with only the players' names and the games' results loaded. One query."""
    rows = Pairing.objects.filter(round=round_).select_related("black__player", "white__player", "game")
    needed = [
        f"{side}__{name}" for side in ("black", "white") for name in ("rank", "player__username", "player__hides_rank")
    ]
    needed += [f"game__{name}" for name in ("phase", "winner", "end_reason", "turn", "deadline")]
    own = ("board", "match_game", "group", "handicap", "komi", "result", "reasons", "round_id")
    return list(rows.only(*own, *needed).order_by("board", "match_game", "pk"))


def with_players_and_games(rows: PairingQuerySet) -> PairingQuerySet:
    """Load players, rounds and games with these pairings, without the games' largest columns. Return the query."""
    rows = rows.select_related("black__player", "white__player", "round").select_related("game")
    return rows.defer("game__snapshot", "game__position_keys", "game__clock")


def longest_game_duration(control: TimeControl, size: int) -> timedelta:
    """Return how long a long game on a board of this size can last on the clock, without vacations and pauses (E11)."""
    moves = USUAL_MOVES[min(USUAL_MOVES, key=lambda usual: abs(usual - size))]
    added = {
        TimeSystem.DAYS: control.per_move * moves,
        TimeSystem.FISCHER: control.increment * moves,
        TimeSystem.BYO_YOMI: control.period_time * moves + 2 * control.period_time * max((control.periods or 1) - 1, 0),
        TimeSystem.CANADIAN: control.period_time * (moves / max(control.stones, 1)),
    }
    return 2 * control.main_time + added.get(control.system, timedelta(0))
