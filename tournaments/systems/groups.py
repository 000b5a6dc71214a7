"""Assign players to groups and sections, and schedule their round robins (E25, E31, E37)."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable
from dataclasses import replace
from enum import StrEnum

from .handicaps import hash_key_of
from .ledger import make_ledger
from .round_robin import round_robin_schedule
from .standings import standings_table
from .types import DEFAULTS, Entrant, EntryId, EventResult, PairingConstraints, PairingValue, StageData, StageSystem

SECTION_SIZE = 8
"""The largest size of a section, as on BrainKing: ceil(n / 8) sections, so 100 players are in 9 sections of 8 and 4 of
7."""

WON = DEFAULTS | {EventResult.BLACK_WINS, EventResult.WHITE_WINS}


class StageAfterSections(StrEnum):
    """The kind of stage that follows sections."""

    SECTIONS = "sections"
    FINAL = "final"
    """Two players are left; the first to win three plays is the winner, which is a knockout of two with five games in
    the match."""
    DONE = "done"


def group_sizes(count: int, most: int) -> list[int]:
    """Return the group sizes, larger first, with as few groups as possible and sizes that differ by at most 1 (E25)."""
    groups = -(-count // most) or 1
    return [count // groups + (number < count % groups) for number in range(groups)]


def drawn_table_order(entries: Iterable[Entrant], seed: str) -> tuple[EntryId, ...]:
    """Return the entry ids in the order of table numbers, which are drawn by the seed. The order of `entries` does not
    matter."""
    key = hash_key_of(seed)

    def draw(entry: Entrant) -> tuple[bytes, EntryId]:
        return hashlib.blake2b(f"{entry.id}:table".encode(), key=key).digest(), entry.id

    return tuple(entry.id for entry in sorted(entries, key=draw))


def sorted_by_strength(entries: Iterable[Entrant]) -> list[Entrant]:
    """Return the entries, strongest first: by seed if set, then by rank, rating and name."""
    return sorted(entries, key=lambda one: (one.seed is None, one.seed or 0, -one.rank, -one.rating, one.name, one.id))


def serpentine_sections(entries: Iterable[Entrant], most: int = SECTION_SIZE) -> tuple[tuple[EntryId, ...], ...]:
    """Return the entry ids of each section. Sections are of equal strength, because players are assigned in serpentine
    order, the strongest first (as on DGS)."""
    ordered = sorted_by_strength(entries)
    wanted = group_sizes(len(ordered), most)
    sections: list[list[EntryId]] = [[] for _ in wanted]
    lap = [*range(len(wanted)), *reversed(range(len(wanted)))]
    turn = 0
    for entry in ordered:
        while len(sections[lap[turn % len(lap)]]) == wanted[lap[turn % len(lap)]]:
            turn += 1
        sections[lap[turn % len(lap)]].append(entry.id)
        turn += 1
    return tuple(tuple(section) for section in sections)


def draw_sections(entries: Iterable[Entrant], seed: str, most: int = SECTION_SIZE) -> tuple[tuple[EntryId, ...], ...]:
    """Return the entry ids of each section, drawn by the seed."""
    return _split_into_groups(drawn_table_order(entries, seed), most)


def with_drawn_seeds(entries: Iterable[Entrant], seed: str) -> tuple[Entrant, ...]:
    """Return all entries with a seed: first the entries already seeded, then the others in an order drawn by `seed`."""
    found = tuple(entries)
    lots = {id_: lot for lot, id_ in enumerate(drawn_table_order(found, seed), start=1)}
    ordered = sorted(found, key=lambda one: (one.seed is None, one.seed or lots[one.id]))
    return tuple(replace(one, seed=number) for number, one in enumerate(ordered, start=1))


def _split_into_groups(ids: tuple[EntryId, ...], most: int) -> tuple[tuple[EntryId, ...], ...]:
    cut, start = [], 0
    for size in group_sizes(len(ids), most):
        cut.append(ids[start : start + size])
        start += size
    return tuple(cut)


def sections_schedule(sections: Iterable[tuple[EntryId, ...]], games_each: int = 1) -> tuple[PairingValue, ...]:
    """Return a round robin for each section. Sections are numbered from 1, and boards are numbered through each
    round."""
    rows = [
        row for number, ids in enumerate(sections, start=1) for row in round_robin_schedule(ids, games_each, number)
    ]
    boards: dict[int, int] = {}
    numbered = []
    for row in sorted(rows, key=lambda one: (one.round, one.group, one.board)):
        boards[row.round] = boards.get(row.round, 0) + 1
        numbered.append(replace(row, board=boards[row.round]))
    return tuple(numbered)


def advancing_players(
    system: StageSystem, field: StageData, best: int | None = None, out: Collection[EntryId] = ()
) -> tuple[EntryId, ...]:
    """Return the ids of the entrants who advance from the sections of a stage: from each section the `best`, or all who
    share the first place if `best` is None. Entrants in `out` have left, and the next best advance instead."""
    section_of = {id_: one.group for one in field.pairings for id_ in one.entrants}
    on: list[EntryId] = []
    for number in sorted(set(section_of.values())):
        members = tuple(entry for entry in field.entries if section_of.get(entry.id) == number)
        rows = tuple(one for one in field.pairings if one.group == number)
        table = [
            line
            for line in standings_table(system, StageData(members, rows, field.adjustments))
            if line.entry not in out
        ]
        first = min((line.place for line in table), default=1)
        on += [line.entry for line in (table[:best] if best else [line for line in table if line.place == first])]
    return tuple(on)


def stage_after_sections(field: StageData, advancing: tuple[EntryId, ...], sections: int = 1) -> StageAfterSections:
    """Return the kind of stage that follows a stage of this many sections. `advancing` are the ids of the players who
    advance from it.

    The stage is the last one if fewer than two players advance, or if all players of the only section share the first
    place. It is also the last if all share the first place without a won game, because more sections would not separate
    them.
    """
    all_share = len(advancing) == len(field.entries) > 2
    may_separate = sections > 1 and any(one.result in WON for one in field.pairings)
    if len(advancing) < 2 or (all_share and not may_separate):
        return StageAfterSections.DONE
    return StageAfterSections.FINAL if len(advancing) == 2 else StageAfterSections.SECTIONS


def group_pairings(system: StageSystem, field: StageData, order: PairingConstraints) -> tuple[PairingValue, ...]:
    """Return the games of a round in groups (E37). Players are grouped by MMS before the round, and each group plays a
    round robin within the round."""
    past = StageData(field.entries, tuple(one for one in field.pairings if one.round < order.round), field.adjustments)
    sums = make_ledger(system, past, order.round - 1)
    playing = [entry for entry in field.entries if entry.plays(order.round)]
    ordered = sorted(sorted_by_strength(playing), key=lambda entry: -sums.score(entry.id))
    cut = _split_into_groups(tuple(entry.id for entry in ordered), system.group_size)
    drawn_ = [drawn_table_order([sums.entries[id_] for id_ in ids], order.seed) for ids in cut]
    rows = sections_schedule(drawn_, system.games_each)
    ranked = sorted(rows, key=lambda one: (one.group, one.round, one.board))
    return tuple(replace(one, round=order.round, board=board) for board, one in enumerate(ranked, start=1))
