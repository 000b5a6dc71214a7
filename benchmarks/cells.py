"""Cells: the programs and requests that are measured and compared, alternately in several rounds."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from benchmarks.databases import Databases
from benchmarks.figures import Figures, median, percentile
from benchmarks.load_http import LoadResult, RequestSource, measure_load
from benchmarks.processes import Program, processor_seconds


@dataclass(frozen=True, slots=True)
class MeasuringEffort:
    """How long to measure: the number of rounds, the seconds for each cell in a round, and the number of connections.
    `short` is for runs that only test the benchmark."""

    rounds: int = 5
    seconds: float = 4.0
    connections: int = 8
    short: bool = False

    @property
    def warm_up(self) -> float:
        """Return the seconds of warm-up before the first round."""
        return min(1.5, self.seconds)


@dataclass(frozen=True, slots=True)
class HttpMeasurement:
    """Measures HTTP requests to a program. The SQL statements in the database named `database` are also counted, unless
    it is ""."""

    program: Program
    asker: RequestSource
    databases: Databases | None
    database: str = ""

    def measure(self, seconds: float, connections: int) -> Figures:
        """Send requests, and return the figures of the run."""
        before = self._resources_used()
        run = asyncio.run(measure_load(self.program.port, self.asker, connections=connections, seconds=seconds))
        after = self._resources_used()
        if run.error_count:
            print(f"    {self.program.name}: {dict(run.statuses)} {run.refusals[0]}", file=sys.stderr)
        application, database, statements = (late - early for early, late in zip(before, after, strict=True))
        return _figures(run, (application, database), statements if self.database else None)

    def _resources_used(self) -> tuple[float, float, float]:
        databases = self.databases
        if databases is None:
            return processor_seconds(self.program.pid), 0.0, 0.0
        statements = float(databases.statements().get(self.database, 0)) if self.database else 0.0
        return processor_seconds(self.program.pid), sum(map(processor_seconds, databases.pids)), statements


def _figures(run: LoadResult, spent: tuple[float, float], statements: float | None) -> Figures:
    """Return the figures of a run. `spent` has the processor seconds of the application and of the database, and
    `statements` the number of SQL statements (None: not counted)."""
    requests = max(1, run.requests)
    application, database = spent
    return Figures(
        per_second=run.requests / run.seconds,
        p50=1000 * percentile(run.latencies, 0.5),
        p99=1000 * percentile(run.latencies, 0.99),
        bad=run.error_count,
        application=1000 * application / requests,
        database=1000 * database / requests,
        driver=1000 * run.own_processor / requests,
        statements=-1.0 if statements is None else statements / requests,
    )


def measure(cells: Mapping[str, HttpMeasurement], effort: MeasuringEffort) -> dict[str, Figures]:
    """Return the median figures of all measured cells, by name. After a warm-up, the cells take turns in each round."""
    for cell in cells.values():
        cell.measure(effort.warm_up, effort.connections)
    seen: dict[str, list[Figures]] = {name: [] for name in cells}
    for _ in range(effort.rounds):
        for name, cell in cells.items():
            seen[name].append(cell.measure(effort.seconds, effort.connections))
    return {name: median(_rounds_with_requests(rounds)) for name, rounds in seen.items()}


def _rounds_with_requests(rounds: Sequence[Figures]) -> Sequence[Figures]:
    return [one for one in rounds if one.per_second > 0] or rounds
