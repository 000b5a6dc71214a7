"""Measure how lists, a move and the sweeper's pass grow from a thousand games to a million.

    python -m benchmarks.growth [--games 1000000] [--compared 1000] [--patterns 60] [--rounds 5] [--times 20]
                                [--only WORDS]

Starts a PostgreSQL, creates both databases, and measures them in turns, so that other work of the machine affects both:
the processor time of application and database for one request, the buffers that the database reads for it, and the p95.
Only the ratios of buffers and of processor time are reliable; the p95 depends on the machine's load. A million games
need 12 GB of disk. tests/games/test_plans.py reads the plans of the same lists.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import psycopg

from benchmarks.figures import Table, percentile
from tests.support import databases
from tests.support.servers import postgres

from .fill import SHARE, Size, fill

SHARE_OF_FEW = 3
"""The heavy player plays in one of this many games of the small database, more often than in the large one (SHARE), so
that the player's pages show as much there. An odd number, because every second game is rated."""


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures of one operation in one database: milliseconds of processor time, database buffers read, and the 95th
    percentile of the duration in milliseconds."""

    ms: float
    buffers: float
    p95: float


class MeasuringProcess:
    """A process that measures one database."""

    def __init__(self, address: str) -> None:
        kept_open = {"IGO_PERSISTENT_CONNECTIONS": "1"}  # the processor time is that of one PostgreSQL process
        environment = {**os.environ, **kept_open, "DATABASE_URL": address, "IGO_BOOTSTRAPPED": "1"}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "benchmarks.growth.worker"],
            env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        self.names: list[str] = self._read()
        self.rounds: dict[str, list[dict[str, Any]]] = {name: [] for name in self.names}

    def _read(self) -> Any:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError("the process that measures has ended")
        return json.loads(line)

    def measure(self, name: str, times: int) -> None:
        """Run the operation of this name this many times, and store its figures."""
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps([name, times]) + "\n")
        self.process.stdin.flush()
        self.rounds[name].append(self._read())

    def figures(self, name: str) -> Figures:
        """Return the medians of the rounds, and the p95 of all runs."""
        rounds = self.rounds[name]
        return Figures(
            statistics.median(each["ms"] for each in rounds),
            statistics.median(each["buffers"] for each in rounds),
            1000 * percentile((one for each in rounds for one in each["durations"]), 0.95),
        )

    def end(self) -> None:
        """End the process."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()


def create_database(server: str, name: str, games: int, share: int) -> MeasuringProcess:
    """Create a database with this many games; the heavy player plays in one of `share` games. Return a process that
    measures operations in this database."""
    begun = time.perf_counter()
    address = f"{server.rpartition('/')[0]}/{name}"
    databases.create(server, name, "igo_patterns")
    with psycopg.connect(address, autocommit=True) as connection:
        found = connection.execute("SELECT id, finished_at IS NOT NULL FROM games_game ORDER BY id").fetchall()
        now = datetime.fromtimestamp(time.time(), UTC)
        fill(connection, [(number, ended) for number, ended in found], Size(games, max(30, games // 20), now, share))
        connection.execute("VACUUM (ANALYZE)")
        row = connection.execute(
            "SELECT (SELECT count(*) FROM games_game), (SELECT count(*) FROM games_action), "
            "pg_size_pretty(pg_database_size(current_database()))"
        ).fetchone()
    assert row is not None
    print(f"{row[0]:,} games, {row[1]:,} actions, {row[2]}: {time.perf_counter() - begun:.0f} s", flush=True)
    return MeasuringProcess(address)


def table(few: MeasuringProcess, many: MeasuringProcess, names: list[str]) -> str:
    """Return the figures as a Markdown table."""
    rows = []
    for name in names:
        one, other = few.figures(name), many.figures(name)
        rows.append([
            name, f"{one.ms:.1f} → {other.ms:.1f}", f"{one.buffers:.0f} → {other.buffers:.0f}",
            f"{one.p95:.0f} → {other.p95:.0f}", f"{other.ms / one.ms:.2f}", f"{other.p95 / one.p95:.2f}",
        ])  # fmt: skip
    return Table(("what", "ms of processor", "buffers", "p95, ms", "ratio of ms", "ratio of p95"), rows).markdown()


def main() -> None:
    """Create a small and a large database, measure operations in both, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--compared", type=int, default=1000)
    parser.add_argument("--patterns", type=int, default=60)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--times", type=int, default=20)
    parser.add_argument("--only", default="", help="only what has these words in its name")
    options = parser.parse_args()
    os.environ["IGO_DATA_DIR"] = tempfile.mkdtemp(prefix="igo-growth-")
    with postgres(in_memory=options.games < 100_000) as server:
        databases.make_template(server, "igo_patterns")
        patterns = f"{server.rpartition('/')[0]}/igo_patterns"
        arguments = [sys.executable, "-m", "benchmarks.growth.worker", str(options.patterns)]
        subprocess.run(arguments, check=True, env={**os.environ, "DATABASE_URL": patterns, "IGO_BOOTSTRAPPED": "1"})
        sizes = ((options.compared, SHARE_OF_FEW), (options.games, SHARE))
        few, many = (create_database(server, f"igo_{games}", games, share) for games, share in sizes)
        names = [name for name in few.names if options.only in name]
        for _, name, measured in itertools.product(range(options.rounds), names, (few, many)):
            measured.measure(name, options.times)
        print(table(few, many, names))
        few.end()
        many.end()


if __name__ == "__main__":
    main()
