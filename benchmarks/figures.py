"""What is measured of a cell, the median of its rounds, and how it is printed: as tables of Markdown."""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, fields


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """One round of one cell. Times in milliseconds; processor times and statements are of one request.

    `bad` are answers that say no, `statements` is -1 where no one counted them.
    """

    per_second: float
    p50: float
    p99: float
    bad: int
    application: float
    database: float
    driver: float
    statements: float = -1.0

    @property
    def processor(self) -> float:
        """Of application and database."""
        return self.application + self.database


def median(rounds: Sequence[Figures]) -> Figures:
    """Figure by figure; bad answers are added up."""
    middle = {
        column.name: statistics.median(getattr(one, column.name) for one in rounds)
        for column in fields(Figures)
        if column.name != "bad"
    }
    return Figures(bad=sum(one.bad for one in rounds), **middle)


def percentile(values: Iterable[float], share: float) -> float:
    """The value that this share of the values does not exceed; 0 when there is none."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0


@dataclass(frozen=True, slots=True)
class Table:
    """Rows under a head."""

    head: Sequence[str]
    rows: Sequence[Sequence[str]]

    def markdown(self) -> str:
        """As Markdown."""
        lines = [self.head, ["---"] * len(self.head), *self.rows]
        return "\n".join("| " + " | ".join(line) + " |" for line in lines)


@dataclass(frozen=True, slots=True)
class Ratio:
    """A goal and what was measured. `goal` is what the figure is compared with, at least or at most."""

    what: str
    goal: float
    measured: float
    at_most: bool = False
    unit: str = ""

    @property
    def met(self) -> bool:
        """Whether the goal is reached."""
        return self.measured <= self.goal if self.at_most else self.measured >= self.goal

    def row(self) -> list[str]:
        """For a table."""
        bound = "at most" if self.at_most else "at least"
        return [
            self.what,
            f"{bound} {number(self.goal)}{self.unit}",
            f"**{number(self.measured)}{self.unit}**",
            "yes" if self.met else "no",
        ]


@dataclass(slots=True)
class Report:
    """What a part found: a name for its place in benchmarks/results.md, and what is printed there."""

    part: str
    title: str
    ratios: list[Ratio] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    text: str = ""

    def markdown(self) -> str:
        """All of it."""
        pieces = [table.markdown() for table in self.tables]
        if self.ratios:
            head = ("What", "Goal", "Measured", "Met")
            pieces.insert(0, Table(head, [ratio.row() for ratio in self.ratios]).markdown())
        pieces += self.remarks
        if self.text:
            pieces.append(f"```\n{self.text.rstrip()}\n```")
        return "\n\n".join(pieces)


def number(value: float) -> str:
    """Three figures, more only before the point."""
    if abs(value) >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if abs(value) >= 10 else f"{value:.2f}" if abs(value) >= 0.1 or not value else f"{value:.3f}"


HEAD = ("What", "a second", "p50 ms", "p99 ms", "refused", "application ms", "database ms", "driver ms", "statements")


def table_of(cells: dict[str, Figures]) -> Table:
    """The cells, a line each."""
    rows = []
    for name, cell in cells.items():
        counted = f"{cell.statements:.1f}" if cell.statements >= 0 else ""
        times = (cell.p50, cell.p99)
        costs = (cell.application, cell.database, cell.driver)
        rows.append(
            [name, number(cell.per_second), *map(number, times), str(cell.bad), *(f"{c:.2f}" for c in costs), counted]
        )
    return Table(HEAD, rows)
