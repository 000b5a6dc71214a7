"""The figures of a cell (the median of its rounds), and tables of figures in Markdown."""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, fields


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """The figures of one round of a cell. Times are in milliseconds; processor times and statements are per request.

    `bad` counts error responses; `statements` is -1 if they were not counted.
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
        """Return the processor time of application and database."""
        return self.application + self.database


def median(rounds: Sequence[Figures]) -> Figures:
    """Return the median of each figure. Error responses are added up."""
    middle = {
        column.name: statistics.median(getattr(one, column.name) for one in rounds)
        for column in fields(Figures)
        if column.name != "bad"
    }
    return Figures(bad=sum(one.bad for one in rounds), **middle)


def percentile(values: Iterable[float], share: float) -> float:
    """Return the value that this share of the values does not exceed, or 0 without values."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0


@dataclass(frozen=True, slots=True)
class Table:
    """Rows under a header."""

    head: Sequence[str]
    rows: Sequence[Sequence[str]]

    def markdown(self) -> str:
        """Return the table as Markdown."""
        lines = [self.head, ["---"] * len(self.head), *self.rows]
        return "\n".join("| " + " | ".join(line) + " |" for line in lines)


@dataclass(frozen=True, slots=True)
class FigureWithGoal:
    """A measured figure with the goal that it should reach: the figure must be at least the goal, or at most the goal
    with `at_most`."""

    what: str
    goal: float
    measured: float
    at_most: bool = False
    unit: str = ""

    @property
    def is_met(self) -> bool:
        """Return whether the goal is reached."""
        return self.measured <= self.goal if self.at_most else self.measured >= self.goal

    def row(self) -> list[str]:
        """Return the cells of a table row."""
        bound = "at most" if self.at_most else "at least"
        return [
            self.what,
            f"{bound} {format_number(self.goal)}{self.unit}",
            f"**{format_number(self.measured)}{self.unit}**",
            "yes" if self.is_met else "no",
        ]


@dataclass(slots=True)
class Report:
    """The results of one part of the benchmark: its name, and its content in benchmarks/results.md."""

    part: str
    title: str
    ratios: list[FigureWithGoal] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)

    def markdown(self) -> str:
        """Return the report as Markdown."""
        pieces = [table.markdown() for table in self.tables]
        if self.ratios:
            head = ("What", "Goal", "Measured", "Met")
            pieces.insert(0, Table(head, [ratio.row() for ratio in self.ratios]).markdown())
        return "\n\n".join([*pieces, *self.remarks])


def format_number(value: float) -> str:
    """Return the number with three significant digits, or with all digits before the point if there are more."""
    if abs(value) >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if abs(value) >= 10 else f"{value:.2f}" if abs(value) >= 0.1 or not value else f"{value:.3f}"


HEAD = ("What", "a second", "p50 ms", "p99 ms", "refused", "application ms", "database ms", "driver ms", "statements")


def table_of(cells: dict[str, Figures]) -> Table:
    """Return a table with a row for each cell."""
    rows = []
    for name, cell in cells.items():
        speeds = map(format_number, (cell.per_second, cell.p50, cell.p99))
        costs = [f"{cost:.2f}" for cost in (cell.application, cell.database, cell.driver)]
        counted = f"{cell.statements:.1f}" if cell.statements >= 0 else ""
        rows.append([name, *speeds, str(cell.bad), *costs, counted])
    return Table(HEAD, rows)
