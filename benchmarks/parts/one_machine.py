"""Measure the product on one machine, as README's first command runs it: its start, and moves on SQLite."""

from __future__ import annotations

import asyncio
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from benchmarks.cells import HttpMeasurement, MeasuringEffort, measure
from benchmarks.databases import running_databases
from benchmarks.figures import FigureWithGoal, Report, table_of
from benchmarks.load_http import connect, get_request
from benchmarks.parts.moves import GAMES, NAIVE, start_naive
from benchmarks.playing import IteratedRequests, MoveRequests, api_move_request, game_pool_of, naive_move_requests
from benchmarks.processes import Program, process_tree
from benchmarks.product import (
    AS_A_PROXY,
    RATES,
    GameKind,
    PlayerCounts,
    environment,
    prepared_environment,
    seed_database,
    start_web,
    started_programs,
)
from tests.support.databases import put_migrated

COPIES, PLAYERS = 200, 40
LOCKED = "database is locked"
OURS = "REST move, manage.py serve"
FRESH, AGAIN, KILLED = "manage.py serve, empty folder", "manage.py serve", "gunicorn after both processes were killed"
MOST_SECONDS = {FRESH: 5.0, AGAIN: 3.0, KILLED: 5.0}


@dataclass(frozen=True, slots=True)
class Machine:
    """A data folder, initially empty, and the environment of the server that uses it."""

    folder: Path
    around: dict[str, str]

    def serve(self) -> Program:
        """Start `manage.py serve` without waiting, and return it."""
        return Program("serve", [sys.executable, "manage.py", "serve", "--port={port}"], self.around)


@contextmanager
def empty_machine(effort: MeasuringEffort) -> Iterator[Machine]:
    """Yield a machine with an empty data folder, which is deleted at the end of the block."""
    with tempfile.TemporaryDirectory(prefix="igo-machine-") as folder:
        if effort.short:
            put_migrated(Path(folder), is_served=False)  # the migrations take as long as all the rest
        settings = {"DJANGO_SETTINGS_MODULE": "goserver.settings", "IGO_URL": "http://127.0.0.1", **RATES}
        yield Machine(Path(folder), environment(IGO_DATA_DIR=folder, **settings))


def measure_start(own: Machine, effort: MeasuringEffort) -> Report:
    """Measure the seconds to the first page after a start, and after both web processes were killed."""
    found: dict[str, list[float]] = {FRESH: [], AGAIN: []}
    for at in range(1 + effort.rounds):
        with _timed(found[AGAIN if at else FRESH]):
            program = own.serve()
            asyncio.run(_wait_for_page(program))
        program.stop()
    if not effort.short:
        with (
            running_databases() as under,
            prepared_environment(under, PlayerCounts(2), {}) as (around, _),
            started_programs(web := start_web(around)),
        ):
            asyncio.run(_wait_for_page(web))
            for _ in range(effort.rounds):
                with _timed(found.setdefault(KILLED, [])):
                    for worker in process_tree(web.pid)[1:]:
                        worker.kill()
                    asyncio.run(_wait_for_page(web))
    ratios = [
        FigureWithGoal(
            f"{name}, to the first page", MOST_SECONDS[name], statistics.median(times), at_most=True, unit=" s"
        )
        for name, times in found.items()
    ]
    return Report("start", "Start", ratios)


@contextmanager
def _timed(times: list[float]) -> Iterator[None]:
    """Add the duration of the block in seconds to the times."""
    begun = time.perf_counter()
    yield
    times.append(time.perf_counter() - begun)


async def _wait_for_page(program: Program) -> None:
    """Wait until the program returns a page."""
    while (await (connection := await connect(program.port)).send(get_request("/", AS_A_PROXY))).status != 200:
        connection.close()
        await asyncio.sleep(0.02)
    connection.close()


def measure_sqlite(own: Machine, effort: MeasuringEffort) -> Report:
    """Measure moves on SQLite by eight clients, compared with the naive reference server on SQLite; return the report.
    Both servers write to the disk at every commit."""
    copies, players = (30, 8) if effort.short else (COPIES, PLAYERS)
    boards = game_pool_of(seed_database(own.around, PlayerCounts(players), {"small": GameKind(8, copies)}), "small")
    naive, served = start_naive(str(own.folder / "naive.sqlite3")), own.serve()
    with started_programs(served, naive):
        cells = {
            OURS: HttpMeasurement(served, MoveRequests(boards, api_move_request), None),
            NAIVE: HttpMeasurement(naive, IteratedRequests(naive_move_requests(GAMES)), None),
        }
        found = measure(cells, effort)
        locked = served.output().count(LOCKED)
    ours = found[OURS]
    ratios = [
        FigureWithGoal("REST move against the naive view on SQLite", 1.0, ours.per_second / found[NAIVE].per_second),
        FigureWithGoal("p99 against p50", 3.0, ours.p99 / ours.p50, at_most=True),
        FigureWithGoal("refused or failed", 0, ours.bad, at_most=True),
        FigureWithGoal("locked errors", 0, locked, at_most=True),
    ]
    remark = f"{boards.played.total():,} moves were written by {effort.connections} clients."
    return Report("sqlite", "SQLite", ratios, [table_of(found)], [remark])
