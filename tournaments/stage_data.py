"""Convert database rows of a tournament to the input of the pairing systems. Standings and pairings depend on this
input alone (E3)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, NamedTuple

from django.db.models import Case, F, Value, When

from foundation.caches import LRUCache
from ratings.suggestions import points_of_rank_difference
from rules import Color, Phase, Reason
from rules.outcome import DRAWS
from tournaments.models import Entry, KnockoutSeeding, Pairing, Round, RoundState, Stage, Tournament
from tournaments.models.tournament_options import MissedRoundWorth
from tournaments.systems import types as systems
from tournaments.systems.groups import sections_schedule
from tournaments.systems.knockout import Knockout
from tournaments.systems.round_robin import round_robin_schedule
from tournaments.systems.standings import standings_table
from tournaments.systems.types import EventResult, SystemKind

PAIRING_COLUMNS = (
    "pk", "round__number", "board", "black_id", "white_id", "handicap", "komi", "result", "game_id", "game__phase",
    "game__winner", "game__end_reason", "match_game", "group",
)  # fmt: skip
ABSENCES: dict[str, int] = {
    MissedRoundWorth.NONE: systems.NONE,
    MissedRoundWorth.HALF: systems.HALF,
    MissedRoundWorth.POINT: systems.WIN,
}
"""How many half points a missed round is worth, by the organiser's choice."""
NO_FAMILIES: Mapping[int, str] = MappingProxyType({})
PLAYED = (RoundState.PUBLISHED, RoundState.PLAYING, RoundState.DONE)


@dataclass(frozen=True, slots=True)
class PairingWithResult:
    """A stored pairing with its result."""

    pairing: int
    value: systems.PairingValue
    game: int | None
    own: EventResult | None
    """The result set by the tournament; None if the game's own result counts."""

    @property
    def result(self) -> EventResult:
        """Return the result that counts in the event: the one set in the event, otherwise the game's own."""
        return self.value.result


def event_result(phase: str | None, winner: int | None, reason: str) -> EventResult:
    """Return the event result of a game, given by its phase, winner and reason (E4). A finished game without a result
    is void (E92)."""
    if phase != Phase.FINISHED.value:
        return EventResult.UNDECIDED
    if winner is not None:
        return EventResult.BLACK_WINS if winner == Color.BLACK else EventResult.WHITE_WINS
    if reason == Reason.BOTH_LOSE.value:
        return EventResult.BOTH_LOSE
    return EventResult.DRAW if reason in DRAWS else EventResult.VOID


Row = tuple[Any, ...]
"""A stored pairing as a tuple of the columns PAIRING_COLUMNS."""
BLACK, WHITE = PAIRING_COLUMNS.index("black_id"), PAIRING_COLUMNS.index("white_id")


def pairing_rows_of(rounds: Iterable[int]) -> tuple[Row, ...]:
    """Return the stored pairings of the rounds with these ids, as tuples of PAIRING_COLUMNS. One query."""
    rows = Pairing.objects.filter(round__in=list(rounds)).order_by("round__number", "board", "match_game")
    return tuple(rows.values_list(*PAIRING_COLUMNS))


def pairing_results_of(rounds: Iterable[int]) -> list[PairingWithResult]:
    """Return the pairings of the rounds with these ids, together with their results. One query."""
    return [pairing_result_from_row(row) for row in pairing_rows_of(rounds)]


def pairing_results_by_tournament(tournaments: Iterable[int]) -> dict[int, list[PairingWithResult]]:
    """Return the pairings of published rounds with their results, by tournament id. One query."""
    found: dict[int, list[PairingWithResult]] = {pk: [] for pk in tournaments}
    rows = Pairing.objects.filter(round__tournament__in=list(found), round__state__in=PLAYED)
    order = ("round__number", "board", "match_game")
    for tournament, *row in rows.order_by(*order).values_list("round__tournament_id", *PAIRING_COLUMNS):
        found[tournament].append(pairing_result_from_row(tuple(row)))
    return found


def stage_data_from_rows(
    entries: Iterable[Entry],
    meetings: Iterable[PairingWithResult],
    adjustments: Iterable[tuple[int, int, int]],
    families: Mapping[int, str] = NO_FAMILIES,
) -> systems.StageData:
    """Return the input of standings and pairings, made from loaded rows. An adjustment is a tuple of entry id, half
    points and round number. `families` has the family of each entry id; only pairing needs them."""
    return systems.StageData(
        tuple(
            systems.Entrant(
                one.pk, one.rank or 0, one.rating or 0, name=f"{one.number:05}", correction=one.correction,
                last_round=one.last_round, skips=frozenset(one.skips), club=_club_id_text(one.home_id),
                club_group=one.club_group, family=families.get(one.pk, ""),
            )
            for one in sorted(entries, key=lambda one: one.pk)
        ),
        tuple(one.value for one in meetings),
        tuple(systems.AdjustmentValue(*row) for row in adjustments),
    )  # fmt: skip


def families_by_entry(tournament: Tournament) -> dict[int, str]:
    """Return the families by entry id, if the tournament keeps families apart. A family is the label given by a
    director, otherwise the family name of a player who shares their real name in this tournament (E141). At most one
    query."""
    if not tournament.families_apart:
        return {}
    name = Case(When(shares_name=True, then="player__federation_profile__family_name"), default=Value(""))
    rows = Entry.objects.filter(tournament=tournament).values_list("pk", "family", name)
    return {pk: (label or surname).casefold() for pk, label, surname in rows if label or surname}


def _club_id_text(home: int | None) -> str:
    return "" if home is None else str(home)


def pairing_result_from_row(row: Row) -> PairingWithResult:
    """Convert a tuple of PAIRING_COLUMNS to the pairing with its result."""
    pk, round_, board, black, white, handicap, komi, own, game, phase, winner, reason, turn, group = row
    result = EventResult(own) if own else event_result(phase, winner, reason)
    value = systems.PairingValue(round_, black, white, board, result, handicap, komi, group, turn)
    return PairingWithResult(pk, value, game, EventResult(own) if own else None)


def published_round_ids(tournament: Tournament, through: int | None = None, stage: Stage | None = None) -> list[int]:
    """Return the ids of a tournament's published rounds, in order. With `through`, return only rounds up to this
    number. With `stage`, return only its rounds."""
    rows = Round.objects.filter(tournament=tournament, state__in=PLAYED)
    if stage is not None:
        rows = rows.filter(stage=stage)
    if through is not None:
        rows = rows.filter(number__lte=through)
    return list(rows.order_by("number").values_list("pk", flat=True))


def pairing_system(tournament: Tournament, stage: Stage) -> systems.StageSystem:
    """Return the settings with which a stage is paired and scored."""
    return systems.StageSystem(
        kind=SystemKind.ROUND_ROBIN if stage.kind == SystemKind.SECTIONS else SystemKind(stage.kind),
        rounds=stage.rounds,
        tiebreaks=tuple(systems.Criterion(name) for name in stage.tiebreaks),
        bar=stage.bar,
        floor=stage.floor,
        unplayed_as_half=stage.half_for_missed,
        handicaps=_handicap_rules(tournament),
        absent=ABSENCES.get(stage.absence, systems.HALF),
        absent_in_swiss=ABSENCES.get(stage.absence, systems.NONE),
        drawn_down=systems.FloatersFrom(stage.drawn_down),
        drawn_up=systems.FloatersFrom(stage.drawn_up),
        club_weight=systems.CLUB_WEIGHT if stage.clubs_apart else 0,
        groups_apart=stage.club_groups_apart,
        family_weight=systems.CLUB_WEIGHT if tournament.families_apart else 0,
        komi=int(tournament.agreed_komi * 2),
        games_each=stage.games_each,
        group_size=stage.group_size,
        lot=tournament.seed,
    )


def _handicap_rules(tournament: Tournament) -> systems.HandicapRules | None:
    """Return the rules for handicaps, None without handicaps. Handicaps by komi use the same points as in challenges
    (E139)."""
    if not tournament.handicaps:
        return None
    rule = systems.HandicapRules()
    if not tournament.komi_handicap:
        return rule
    lines = max(tournament.width, tournament.height)
    return replace(rule, points=tuple(points_of_rank_difference(size, lines) for size in range(rule.most + 1)))


def entries_that_took_part(tournament: Tournament, wanted: Collection[int] | None = None) -> list[Entry]:
    """Return the entries of all players who ever took part, in the order of their numbers, with players and ratings
    loaded. With `wanted`, return only the entries with these ids, without ratings."""
    rows = Entry.objects.filter(tournament=tournament).ever_took_part().order_by("number")
    if wanted is not None:
        rows = rows.filter(pk__in=wanted)
        return list(rows.select_related("player"))
    return list(rows.select_related("player").prefetch_related("player__ratings"))


def standings_input(tournament: Tournament, through: int | None = None) -> systems.StageData:
    """Return the input of standings and pairings after round `through`, or after the latest published round. Four
    queries."""
    return _standings_input_from_stored(
        _load_stored_standings_input(tournament, pairing_rows_of(published_round_ids(tournament, through)))
    )


def seeded_standings_input(tournament: Tournament) -> systems.StageData:
    """Return the input of standings and pairings, including the seeds set by a director."""
    field = standings_input(tournament)
    seeds = dict(Entry.objects.filter(tournament=tournament, seed__isnull=False).values_list("pk", "seed"))
    return replace(field, entries=tuple(replace(one, seed=seeds.get(one.id)) for one in field.entries))


class _StoredStandingsInput(NamedTuple):
    """The stored input of standings as tuples, which are fast to compare and hash."""

    entries: tuple[Row, ...]
    pairings: tuple[Row, ...]
    adjustments: tuple[Row, ...]
    families: tuple[tuple[int, str], ...]


def _load_stored_standings_input(tournament: Tournament, pairings: tuple[Row, ...]) -> _StoredStandingsInput:
    columns = ("pk", "rank", "rating", "correction", "last_round", "number", "home", "club_group", "skips")
    entries = Entry.objects.filter(tournament=tournament).ever_took_part().values_list(*columns)
    adjustments = tournament.adjustments.order_by("pk").values_list("entry_id", "halves", "round")
    return _StoredStandingsInput(
        tuple((*row[:-1], tuple(row[-1])) for row in entries.order_by("pk")),
        pairings,
        tuple(adjustments),
        tuple(families_by_entry(tournament).items()),
    )


def _standings_input_from_stored(stored: _StoredStandingsInput) -> systems.StageData:
    families = dict(stored.families)
    return systems.StageData(
        tuple(
            systems.Entrant(
                pk,
                rank,
                rating,
                name=f"{number:05}",
                correction=correction,
                last_round=last,
                skips=frozenset(skips),
                club=_club_id_text(home),
                club_group=group,
                family=families.get(pk, ""),
            )
            for pk, rank, rating, correction, last, number, home, group, skips in stored.entries
        ),
        tuple(pairing_result_from_row(row).value for row in stored.pairings),
        tuple(systems.AdjustmentValue(*row) for row in stored.adjustments),
    )


def data_of_stage(field: systems.StageData, stage: Stage) -> systems.StageData:
    """Return the part of the input that belongs to this stage. Return all input for a stage without sections or
    seeds."""
    if not stage.groups:
        return field
    members = {entry for ids in stage.groups for entry in ids}
    numbers = range(stage.first_round, stage.first_round + stage.rounds)
    return systems.StageData(
        tuple(one for one in field.entries if one.id in members),
        tuple(one for one in field.pairings if one.round in numbers),
        tuple(one for one in field.adjustments if max(one.round, 1) in numbers),
    )


def data_of_section(field: systems.StageData, number: int, ids: Collection[int]) -> systems.StageData:
    """Return the part of a stage's input that belongs to the section with this number. `ids` are the ids of its
    entries."""
    rows = tuple(one for one in field.pairings if one.group == number)
    given = tuple(one for one in field.adjustments if one.entry in ids)
    return systems.StageData(tuple(one for one in field.entries if one.id in ids), rows, given)


def full_schedule(tournament: Tournament, stage: Stage) -> tuple[systems.PairingValue, ...]:
    """Return all games of a round robin, or of all sections of a stage, with the tournament's round numbers."""
    if stage.kind != SystemKind.SECTIONS:
        numbers = Entry.objects.filter(tournament=tournament).ever_took_part().order_by("number")
        return round_robin_schedule(tuple(numbers.values_list("pk", flat=True)), stage.games_each)
    rows = sections_schedule([tuple(ids) for ids in stage.groups], stage.games_each)
    return tuple(replace(one, round=one.round + stage.first_round - 1) for one in rows)


def load_knockout(tournament: Tournament, stage: Stage) -> Knockout:
    """Return a knockout with its seeds, which are the winners of sections or the entrants at the start. Players seeded
    by a director come first; the others follow by rank or in random order (E31, E38). At most one query."""
    others = ("-rank", "-rating", "number") if stage.seeding == KnockoutSeeding.RANK else ("number",)
    rows = (
        Entry.objects.filter(tournament=tournament).ever_took_part().order_by(F("seed").asc(nulls_last=True), *others)
    )
    return Knockout(
        seeds=tuple(stage.groups[0] if stage.groups else rows.values_list("pk", flat=True)),
        games=stage.games_each,
        third_place=stage.third_place,
        double=stage.kind == SystemKind.DOUBLE_KNOCKOUT,
        komi=int(tournament.agreed_komi * 2),
        lot=tournament.seed,
    )


_tables: LRUCache[tuple[systems.StageSystem, systems.StageData, int | None], tuple[systems.StandingsRow, ...]] = (
    LRUCache(50)
)
"""Cache of standings by their complete input, because computing them takes much longer than reading the input."""


def standings_after_round(
    system: systems.StageSystem, field: systems.StageData, through: int | None
) -> tuple[systems.StandingsRow, ...]:
    """Return the table after round `through`, or after the last round if `through` is None. Tables are cached.

    The seed as a tie-break (E71) is the entry's number, which `standings_input` stores as the entrant's name.
    """
    if systems.Criterion.SEED in system.tiebreaks:
        field = replace(field, entries=tuple(replace(one, seed=int(one.name)) for one in field.entries))
    return _tables.get_or_make((system, field, through), lambda: standings_table(system, field, through))


_stored_tables: LRUCache[tuple[systems.StageSystem, _StoredStandingsInput], tuple[systems.StandingsRow, ...]] = (
    LRUCache(50)
)
"""Cache of standings by the stored rows, so that a cache hit needs no input objects."""


def standings_after_pairings(
    tournament: Tournament, stage: Stage, pairings: tuple[Row, ...]
) -> tuple[systems.StandingsRow, ...]:
    """Return the table of a tournament with one stage after these pairings. Two queries."""
    system, stored = pairing_system(tournament, stage), _load_stored_standings_input(tournament, pairings)
    return _stored_tables.get_or_make(
        (system, stored), lambda: standings_after_round(system, _standings_input_from_stored(stored), None)
    )
