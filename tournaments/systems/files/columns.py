"""The cross table that all exports share, with a line for each entrant and a column for each game (E96, E97)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tournaments.systems.ledger import HALVES
from tournaments.systems.standings import standings_table
from tournaments.systems.types import (
    DEFAULTS,
    HALF,
    WIN,
    EntryId,
    EventResult,
    PairingValue,
    StageData,
    StageSystem,
    StandingsRow,
)


@dataclass(frozen=True, slots=True)
class CrossTable:
    """A cross table: the standings, and the cells of each entrant by entry id. All entrants have the same number of
    cells. The cell `3+/w2` is a win against line 3 as White, with two handicap stones given."""

    lines: tuple[StandingsRow, ...]
    cells: dict[EntryId, tuple[str, ...]]


def cross_table(system: StageSystem, field: StageData, through_round: int | None = None) -> CrossTable:
    """Return the cross table after round `through_round`, or after all rounds if it is None. A column has at most one
    game of each entrant, so a round in which entrants have several games needs several columns."""
    lines = standings_table(system, field, through_round)
    number = {line.entry: at for at, line in enumerate(lines, start=1)}
    shown = [one for one in field.pairings if through_round is None or one.round <= through_round]
    known = [one for one in shown if one.entrants <= number.keys() and one.result is not EventResult.STRUCK]
    cells: dict[EntryId, list[str]] = {id_: [] for id_ in number}
    for column in games_by_column(known):
        seat = {id_: one for one in column for id_ in one.entrants}
        for entry in field.entries:
            row = seat.get(entry.id)
            absent = system.absence_points if not entry.plays(column[0].round) else 0
            cells[entry.id].append(_cell_text(system, row, (entry.id, number)) if row else _no_opponent_cell(absent))
    return CrossTable(lines, {id_: tuple(row) for id_, row in cells.items()})


def games_by_column(pairings: Iterable[PairingValue]) -> list[list[PairingValue]]:
    """Return the games of each column of a cross table. A round has as few columns as possible, and each entrant at
    most one game in a column."""
    found: list[list[PairingValue]] = []
    seats: list[set[EntryId]] = []
    for one in sorted(pairings, key=lambda one: (one.round, one.board, one.game, one.black)):
        for column, taken in zip(found, seats, strict=True):
            if column[0].round == one.round and not one.entrants & taken:
                column.append(one)
                taken |= one.entrants
                break
        else:
            found.append([one])
            seats.append(set(one.entrants))
    return found


def _cell_text(system: StageSystem, pairing: PairingValue, row: tuple[EntryId, dict[EntryId, int]]) -> str:
    """Return the cell of a pairing in OpenGotha and EGF notation, such as `3+/w2`: the opponent's line, the result, `/`
    or `!` (for a forfeit), colour and handicap. `row` is the entrant of the row, and the line numbers by entry id."""
    id_, number = row
    if pairing.white is None:
        return _no_opponent_cell(system.bye)
    if pairing.result is EventResult.VOID:
        return _no_opponent_cell(HALF)
    is_black = id_ == pairing.black
    halves = HALVES[pairing.result][0 if is_black else 1]
    sign = "?" if pairing.result is EventResult.UNDECIDED else {WIN: "+", HALF: "="}.get(halves, "-")
    how = "!" if pairing.result in DEFAULTS else "/"
    opponent = number[pairing.white if is_black else pairing.black]
    return f"{opponent}{sign}{how}{'b' if is_black else 'w'}{pairing.handicap}"


def _no_opponent_cell(halves: int) -> str:
    """Return the cell for a round without an opponent: `0+` for a bye, `0=` for half a point, `0-` for no points."""
    return {WIN: "0+", HALF: "0="}.get(halves, "0-")


def halves_or_quarters_text(value: int, unit: int) -> str:
    """Return a value in halves (`unit` 2) or quarters (`unit` 4) as text: 3, 3.5, 3.25."""
    whole, rest = divmod(abs(value), unit)
    text = f"{whole}{f'{rest / unit:g}'[1:] if rest else ''}"
    return f"-{text}" if value < 0 else text
