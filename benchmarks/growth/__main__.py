"""Measure how lists, a move and the sweeper's pass grow from a thousand games to a million.

    python -m benchmarks.growth [--games 1000000] [--beside 1000] [--patterns 60] [--rounds 5] [--times 20]
                                [--markdown FILE] [--only WORDS]

Starts a PostgreSQL, creates both databases by COPY, and measures them in turns, so that other work of the machine
affects both: the processor time of application and database for one request, the buffers that the database reads for
it, and the p95. Only the ratios of buffers and of processor time are reliable; the p95 depends on the machine's load.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg

from tests.support import databases
from tests.support.servers import postgres

from .fill import SHARE

SHARE_OF_FEW = 3
"""The heavy player plays in one of this many games of the small database, more often than in the large one (SHARE), so
that the player's pages show as much there. An odd number, because every second game is rated."""
HEADING = "## Growth: lists, a move and the sweeper with many games"


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures of one action in one database: milliseconds of processor time, buffers, p95 in milliseconds."""

    ms: float
    buffers: float
    p95: float


class Measured:
    """A process that measures one database."""

    def __init__(self, address: str) -> None:
        environment = {**os.environ, "DATABASE_URL": address, "IGO_BOOTSTRAPPED": "1"}
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
        """Run the action this many times, and store its figures."""
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps([name, times]) + "\n")
        self.process.stdin.flush()
        self.rounds[name].append(self._read())

    def figures(self, name: str) -> Figures:
        """Return the medians of the rounds, and the p95 of all runs."""
        rounds = self.rounds[name]
        durations = sorted(one for each in rounds for one in each["durations"])
        return Figures(
            statistics.median(each["ms"] for each in rounds),
            statistics.median(each["buffers"] for each in rounds),
            durations[int(len(durations) * 0.95)] * 1000,
        )

    def end(self) -> None:
        """End the process."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()


def make(server: str, name: str, games: int, share: int) -> str:
    """Create a database with this many games, one in `share` of them with the heavy player, and return its URL."""
    begun, processor = time.perf_counter(), os.times()
    address = f"{server.rpartition('/')[0]}/{name}"
    databases.create(server, name, "igo_patterns")
    arguments = [sys.executable, "-m", "benchmarks.growth.filling", str(games), "--share", str(share)]
    subprocess.run(arguments, check=True, env={**os.environ, "DATABASE_URL": address, "IGO_BOOTSTRAPPED": "1"})
    with psycopg.connect(address) as connection:
        row = connection.execute(
            "SELECT (SELECT count(*) FROM games_game), (SELECT count(*) FROM games_action), "
            "pg_size_pretty(pg_database_size(current_database()))"
        ).fetchone()
    assert row is not None
    after = os.times()
    ours = after.children_user + after.children_system - processor.children_user - processor.children_system
    took = time.perf_counter() - begun
    print(f"{row[0]:,} games, {row[1]:,} actions, {row[2]}: {took:.0f} s ({ours:.0f} s of processor for the rows)")
    sys.stdout.flush()
    return address


def table(few: Measured, many: Measured, names: list[str]) -> list[str]:
    """Return the lines of the figures as a Markdown table."""
    lines = [
        "| what | ms of processor | buffers | p95, ms | ratio of ms | ratio of p95 |",
        "|---|---|---|---|---|---|",
    ]
    for name in names:
        one, other = few.figures(name), many.figures(name)
        lines.append(
            f"| {name} | {one.ms:.1f} → {other.ms:.1f} | {one.buffers:.0f} → {other.buffers:.0f} "
            f"| {one.p95:.0f} → {other.p95:.0f} | {other.ms / one.ms:.2f} | {other.p95 / one.p95:.2f} |"
        )
    return lines


def main() -> None:
    """Create the databases, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--beside", type=int, default=1000)
    parser.add_argument("--patterns", type=int, default=60)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--times", type=int, default=20)
    parser.add_argument("--markdown", type=Path, help="write the table into this file, too")
    parser.add_argument("--only", default="", help="only what has these words in its name")
    options = parser.parse_args()
    os.environ["IGO_DATA_DIR"] = tempfile.mkdtemp(prefix="igo-growth-")
    with postgres(in_memory=options.games < 100_000) as server:
        databases.make_template(server, "igo_patterns")
        patterns = f"{server.rpartition('/')[0]}/igo_patterns"
        arguments = [sys.executable, "-m", "benchmarks.growth.filling", "--patterns", str(options.patterns)]
        subprocess.run(arguments, check=True, env={**os.environ, "DATABASE_URL": patterns, "IGO_BOOTSTRAPPED": "1"})
        sizes = ((options.beside, SHARE_OF_FEW), (options.games, SHARE))
        few, many = (Measured(make(server, f"igo_{n}", n, share)) for n, share in sizes)
        names = [name for name in few.names if options.only in name]
        for _ in range(options.rounds):
            for name in names:
                for measured in (few, many):
                    measured.measure(name, options.times)
        lines = table(few, many, names)
        print("\n".join(lines))
        if options.markdown is not None:
            summary = (
                f"{options.beside:,} games → {options.games:,} games, median of {options.rounds} rounds by turns.\n"
            )
            options.markdown.write_text("\n".join([HEADING, "", summary, *lines, ""]))
        few.end()
        many.end()


if __name__ == "__main__":
    main()
