"""Write the cross table as CSV for spreadsheets (E97)."""

from __future__ import annotations

import csv
import io

from tournaments.systems.standings import criteria_of_table
from tournaments.systems.types import UNITS, StageData, StageSystem

from .columns import cross_table, halves_or_quarters_text
from .ranks import rank_text


def write_csv(system: StageSystem, field: StageData) -> str:
    """Return the table as CSV: place, name, rank, club, country, the criteria, and a column per game. Text that a
    spreadsheet would take for a formula starts with an apostrophe."""
    found = cross_table(system, field)
    by_id = {entry.id: entry for entry in field.entries}
    columns = max((len(cells) for cells in found.cells.values()), default=0)
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    heads = [one.value for one in criteria_of_table(system)]
    writer.writerow(["line", "place", "name", "rank", "club", "country", *heads, *range(1, columns + 1)])
    for at, line in enumerate(found.lines, start=1):
        entry = by_id[line.entry]
        values = [halves_or_quarters_text(value, UNITS.get(criterion, 2)) for criterion, value in line.values.items()]
        texts = [_safe_cell(one) for one in (entry.name, rank_text(entry.rank).lower(), entry.club, entry.country)]
        writer.writerow([at, line.place, *texts, *values, *found.cells[entry.id]])
    return out.getvalue()


def _safe_cell(cell: str) -> str:
    return f"'{cell}" if cell[:1] in ("=", "+", "-", "@", "\t", "\r") else cell
