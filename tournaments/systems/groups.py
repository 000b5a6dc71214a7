"""Groups and sections: who plays a round robin with whom (E25, E31, E37)."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable
from dataclasses import replace
from enum import StrEnum

from .handicaps import key_of
from .ledger import ledger
from .round_robin import schedule
from .standings import standings
from .types import Entry, EntryId, Field, Pairing, PairingOrder, System

SECTION_SIZE = 8
"""BrainKing's: ceil(n / 8) sections, so 100 are 9 of 8 and 4 of 7."""


class Step(StrEnum):
    """What follows a stage of sections."""

    SECTIONS = "sections"
    FINAL = "final"
    """Two are left: first to three wins, which is a knock-out of two with five games a match."""
    DONE = "done"


def sizes(count: int, most: int) -> list[int]:
    """Return the sizes of the groups: as few groups as possible, sizes within 1 of each other, larger first (E25)."""
    groups = -(-count // most) or 1
    return [count // groups + (number < count % groups) for number in range(groups)]


def table_order(entries: Iterable[Entry], seed: str) -> tuple[EntryId, ...]:
    """Return the numbers in a table, drawn by the seed; the order of the entries does not matter."""
    key = key_of(seed)

    def draw(entry: Entry) -> tuple[bytes, EntryId]:
        return hashlib.blake2b(f"{entry.id}:table".encode(), key=key).digest(), entry.id

    return tuple(entry.id for entry in sorted(entries, key=draw))


def by_strength(entries: Iterable[Entry]) -> list[Entry]:
    """Strongest first: by seed where one is set, then rank, rating and name."""
    return sorted(entries, key=lambda one: (one.seed is None, one.seed or 0, -one.rank, -one.rating, one.name, one.id))


def snake(entries: Iterable[Entry], most: int = SECTION_SIZE) -> tuple[tuple[EntryId, ...], ...]:
    """Return sections of equal strength: players are assigned from the strongest, in serpentine order (DGS)."""
    ordered = by_strength(entries)
    wanted = sizes(len(ordered), most)
    sections: list[list[EntryId]] = [[] for _ in wanted]
    lap = [*range(len(wanted)), *reversed(range(len(wanted)))]
    turn = 0
    for entry in ordered:
        while len(sections[lap[turn % len(lap)]]) == wanted[lap[turn % len(lap)]]:
            turn += 1
        sections[lap[turn % len(lap)]].append(entry.id)
        turn += 1
    return tuple(tuple(section) for section in sections)


def drawn(entries: Iterable[Entry], seed: str, most: int = SECTION_SIZE) -> tuple[tuple[EntryId, ...], ...]:
    """Sections drawn by the seed."""
    return _cut(table_order(entries, seed), most)


def then_drawn(entries: Iterable[Entry], seed: str) -> tuple[Entry, ...]:
    """Return the entries with a seed each: the seeded first, then by lot."""
    found = tuple(entries)
    lots = {id_: lot for lot, id_ in enumerate(table_order(found, seed), start=1)}
    ordered = sorted(found, key=lambda one: (one.seed is None, one.seed or lots[one.id]))
    return tuple(replace(one, seed=number) for number, one in enumerate(ordered, start=1))


def _cut(ids: tuple[EntryId, ...], most: int) -> tuple[tuple[EntryId, ...], ...]:
    cut, start = [], 0
    for size in sizes(len(ids), most):
        cut.append(ids[start : start + size])
        start += size
    return tuple(cut)


def sections_schedule(sections: Iterable[tuple[EntryId, ...]], games_each: int = 1) -> tuple[Pairing, ...]:
    """Return a round robin in each section, numbered from 1; boards are numbered through each round."""
    rows = [row for number, ids in enumerate(sections, start=1) for row in schedule(ids, games_each, number)]
    boards: dict[int, int] = {}
    numbered = []
    for row in sorted(rows, key=lambda one: (one.round, one.group, one.board)):
        boards[row.round] = boards.get(row.round, 0) + 1
        numbered.append(replace(row, board=boards[row.round]))
    return tuple(numbered)


def winners(
    system: System, field: Field, best: int | None = None, out: Collection[EntryId] = ()
) -> tuple[EntryId, ...]:
    """Return the players who advance from the sections of a stage: all who share the first place of theirs, or the
    best k of each. Players in `out` have left and do not advance: the next best takes the place."""
    section_of = {id_: one.group for one in field.pairings for id_ in one.entrants}
    on: list[EntryId] = []
    for number in sorted(set(section_of.values())):
        members = tuple(entry for entry in field.entries if section_of.get(entry.id) == number)
        rows = tuple(one for one in field.pairings if one.group == number)
        table = [line for line in standings(system, Field(members, rows, field.adjustments)) if line.entry not in out]
        first = min((line.place for line in table), default=1)
        on += [line.entry for line in (table[:best] if best else [line for line in table if line.place == first])]
    return tuple(on)


def next_step(field: Field, going_on: tuple[EntryId, ...]) -> Step:
    """Return what follows a stage with these winners. A section in which all won equally is the last: they share the
    first place."""
    if len(going_on) < 2 or len(going_on) == len(field.entries) > 2:
        return Step.DONE
    return Step.FINAL if len(going_on) == 2 else Step.SECTIONS


def group_pairings(system: System, field: Field, order: PairingOrder) -> tuple[Pairing, ...]:
    """E37: by MMS before the round into groups, in each a round robin, all of its games in this one round."""
    past = Field(field.entries, tuple(one for one in field.pairings if one.round < order.round), field.adjustments)
    sums = ledger(system, past, order.round - 1)
    playing = [entry for entry in field.entries if entry.plays(order.round)]
    ordered = sorted(by_strength(playing), key=lambda entry: -sums.score(entry.id))
    cut = _cut(tuple(entry.id for entry in ordered), system.group_size)
    drawn_ = [table_order([sums.entries[id_] for id_ in ids], order.seed) for ids in cut]
    rows = sections_schedule(drawn_, system.games_each)
    ranked = sorted(rows, key=lambda one: (one.group, one.round, one.board))
    return tuple(replace(one, round=order.round, board=board) for board, one in enumerate(ranked, start=1))
