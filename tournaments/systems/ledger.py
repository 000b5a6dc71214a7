"""The sums of all entrants' results, from which standings and pairings are computed."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass

from .types import (
    DEFAULTS,
    HALF,
    NONE,
    WIN,
    Entrant,
    EntryId,
    EventResult,
    PairingValue,
    StageData,
    StageSystem,
    SystemKind,
)

HALVES = {
    EventResult.UNDECIDED: (NONE, NONE),
    EventResult.BLACK_WINS: (WIN, NONE),
    EventResult.WHITE_WINS: (NONE, WIN),
    EventResult.DRAW: (HALF, HALF),
    EventResult.BLACK_BY_DEFAULT: (WIN, NONE),
    EventResult.WHITE_BY_DEFAULT: (NONE, WIN),
    EventResult.BOTH_LOSE: (NONE, NONE),
    EventResult.BOTH_WIN: (WIN, WIN),
    EventResult.VOID: (HALF, HALF),
    EventResult.STRUCK: (NONE, NONE),
}
"""The points of each result for Black and White, in halves."""
_NO_OPPONENT = frozenset({EventResult.VOID, EventResult.STRUCK})


@dataclass(frozen=True, slots=True)
class EntrantResult:
    """A pairing from the view of one of its two players."""

    round: int
    opponent: EntryId
    result: EventResult
    halves: int
    stones: int
    """The number of handicap stones given; negative if taken."""

    @property
    def was_decided_on_board(self) -> bool:
        """Return whether the game was decided on the board."""
        return self.result not in DEFAULTS and self.result is not EventResult.UNDECIDED


@dataclass(frozen=True, slots=True)
class Ledger:
    """The results of all entrants after a round, by entry id. Points are in halves."""

    entries: dict[EntryId, Entrant]
    meetings: dict[EntryId, tuple[EntrantResult, ...]]
    """The results of each entrant, without void and struck pairings."""
    start: dict[EntryId, int]
    points: dict[EntryId, int]
    slots: dict[EntryId, int]
    """The number of games that an entrant has who is paired in all rounds."""

    def score(self, entry: EntryId) -> int:
        """Return the score for pairing and standings: MMS in McMahon and groups, points in other systems."""
        return self.start[entry] + self.points[entry]

    def rounds_without_opponent(self, entry: EntryId) -> int:
        """Return the number of byes, absences and other rounds without an opponent."""
        return max(self.slots[entry] - len(self.meetings[entry]), 0)


def starting_score(system: StageSystem, entry: Entrant) -> int:
    """Return the starting score (SMMS) in halves: the rank limited to floor and bar, plus the director's correction
    (E33). Return 0 for systems without starting scores."""
    if not system.starts_by_rank:
        return NONE
    return WIN * (min(max(entry.rank, system.floor), system.bar) + entry.correction)


def make_ledger(system: StageSystem, field: StageData, through_round: int | None = None) -> Ledger:
    """Return the ledger, the sums of all entrants' results, after round `through_round`. None means the last round with
    a pairing."""
    last = max((one.round for one in field.pairings), default=0) if through_round is None else through_round
    entries = {entry.id: entry for entry in field.entries}
    shown = [one for one in field.pairings if one.round <= last and one.entrants <= entries.keys()]
    counted = [one for one in shown if one.result is not EventResult.STRUCK]
    games = {round_: _most_games_of_a_player(system, counted, round_) for round_ in range(1, last + 1)}
    return Ledger(
        entries=entries,
        meetings=_results_by_entrant(entries, counted),
        start={entry.id: starting_score(system, entry) for entry in field.entries},
        points=_sum_points(system, field, (counted, games)),
        slots=_count_game_slots(system, entries, (counted, games)),
    )


_Rounds = tuple[list[PairingValue], dict[int, int]]
"""The pairings that count, and by round the number of games that an entrant has who is paired in all of them."""

_Seats = tuple[Counter[tuple[int, EntryId]], dict[int, int]]
"""The number of games of each entrant, by round and entry id, and by round the number of games of an entrant who is
paired in all of them."""


def _most_games_of_a_player(system: StageSystem, pairings: list[PairingValue], round_: int) -> int:
    if system.kind is not SystemKind.GROUPS:
        return 1
    return max(Counter(id_ for one in pairings if one.round == round_ for id_ in one.entrants).values(), default=0)


def _results_by_entrant(
    entries: dict[EntryId, Entrant], pairings: list[PairingValue]
) -> dict[EntryId, tuple[EntrantResult, ...]]:
    found: dict[EntryId, list[EntrantResult]] = {id_: [] for id_ in entries}
    for one in pairings:
        if one.white is not None and one.result not in _NO_OPPONENT:
            black, white = HALVES[one.result]
            found[one.black].append(EntrantResult(one.round, one.white, one.result, black, -one.handicap))
            found[one.white].append(EntrantResult(one.round, one.black, one.result, white, one.handicap))
    return {id_: tuple(sorted(rows, key=lambda row: (row.round, row.opponent))) for id_, rows in found.items()}


def _sum_points(system: StageSystem, field: StageData, rounds: _Rounds) -> dict[EntryId, int]:
    pairings, games = rounds
    points = dict.fromkeys((entry.id for entry in field.entries), NONE)
    for one in pairings:
        if one.white is not None:
            black, white = HALVES[one.result]
            points[one.black] += black
            points[one.white] += white
    seats = Counter((one.round, id_) for one in pairings for id_ in one.entrants)
    for id_, halves in _points_without_opponent(system, field, (seats, games)).items():
        points[id_] += halves // WIN * WIN if system.starts_by_rank else halves
    if system.kind is SystemKind.GROUPS:
        for (round_, id_), had in seats.items():
            points[id_] += HALF * (games[round_] - had)
    for adjustment in field.adjustments:
        if adjustment.entry in points and adjustment.round <= max(games, default=0):
            points[adjustment.entry] += adjustment.halves
    return points


def _points_without_opponent(system: StageSystem, field: StageData, rounds: _Seats) -> dict[EntryId, int]:
    """Return the points for byes and absences by entry id, before their sum is rounded down for an MMS."""
    seats, games = rounds
    halves: dict[EntryId, int] = defaultdict(int)
    for one in field.pairings:
        if one.is_bye and (one.round, one.black) in seats:
            halves[one.black] += system.bye
    if system.absence_points:
        for entry in field.entries:
            for round_, most in games.items():
                if (round_, entry.id) not in seats and not entry.plays(round_):
                    halves[entry.id] += system.absence_points * most
    return halves


def _count_game_slots(system: StageSystem, entries: dict[EntryId, Entrant], rounds: _Rounds) -> dict[EntryId, int]:
    """Return how many games each entrant has had or could have had, by entry id. In systems that pair by score, missed
    rounds also count."""
    pairings, games = rounds
    if system.kind in (SystemKind.SWISS, SystemKind.MCMAHON, SystemKind.GROUPS):
        return dict.fromkeys(entries, sum(games.values()))
    had = Counter(id_ for one in pairings for id_ in one.entrants)
    return {id_: had[id_] for id_ in entries}
