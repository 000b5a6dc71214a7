"""The product on one machine, as README's first command runs it: its start, compared with the deployed web processes,
and moves on SQLite."""

from __future__ import annotations

import asyncio
import itertools
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.cells import Cell, Effort, Http, measure
from benchmarks.databases import databases
from benchmarks.figures import Ratio, Report, Table, number, table_of
from benchmarks.load_http import Connection, connect, get
from benchmarks.parts.moves import GAMES, NAIVE, NAIVE_COMMAND, prepare_naive
from benchmarks.playing import Boards, Moves, NaiveMoves, boards_of, rest_move
from benchmarks.processes import Program, processor_seconds
from benchmarks.product import AS_A_PROXY, RATES, Kind, People, environment, ready, running, seed, start_web
from tests.support.databases import put_migrated

KINDS = {"small": Kind(8, 200)}
PLAYERS = 40
LOCKED = "database is locked"
TENTH = 10
PAUSE = 0.2
"""Seconds before each of the first requests. A request after a pause, however short, takes half as long again as one
without, even long after the start. With a pause before each, the requests are comparable."""
OURS = "REST move, manage.py serve"
SERVE, WEB = "manage.py serve", "gunicorn on PostgreSQL"


@dataclass(slots=True)
class Machine:
    """A data folder, initially empty; the first use of `boards` fills it with games."""

    folder: Path
    players: int
    copies: int
    around: dict[str, str] = field(init=False)
    _boards: list[Boards] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.around = environment(
            IGO_DATA_DIR=str(self.folder),
            DJANGO_SETTINGS_MODULE="goserver.settings",
            IGO_URL="http://127.0.0.1",
            **RATES,
        )

    @property
    def boards(self) -> Boards:
        """Return the games, to be played on."""
        if not self._boards:
            kinds = {name: Kind(kind.ply, self.copies) for name, kind in KINDS.items()}
            self._boards.append(boards_of(seed(self.around, People(self.players), kinds), "small"))
        return self._boards[0]

    def serve(self) -> Program:
        """Start `manage.py serve` without waiting, and return it."""
        return Program("serve", [sys.executable, "manage.py", "serve", "--port={port}"], self.around)


@contextmanager
def machine(effort: Effort) -> Iterator[Machine]:
    """Yield a data folder that exists within the block."""
    with tempfile.TemporaryDirectory(prefix="igo-machine-") as folder:
        if effort.short:
            put_migrated(Path(folder), is_served=False)  # the migrations take as long as all the rest
        yield Machine(Path(folder), 8 if effort.short else PLAYERS, 30 if effort.short else KINDS["small"].copies)


@dataclass(frozen=True, slots=True)
class Started:
    """The start of a program: seconds until its first page, by the clock and of the processor; milliseconds of its
    first moves and pages."""

    wall: float
    processor: float
    moves: list[float]
    pages: list[float]


def start(own: Machine, effort: Effort) -> Report:
    """Measure starts, and the first requests compared with the tenth; return the report."""
    fresh = _start(own.serve)
    with ExitStack() as stack:
        ways = {SERVE: (own.serve, own.boards)}
        if not effort.short:
            ways[WEB] = stack.enter_context(_deployed())
        found: dict[str, list[Started]] = {name: [] for name in ways}
        for _, (name, way) in itertools.product(range(effort.rounds), ways.items()):
            found[name].append(_start(*way))
    served = statistics.median(one.wall for one in found[SERVE])
    ratios = [
        Ratio("manage.py serve on an empty folder, to the first page", 5, fresh.wall, at_most=True, unit=" s"),
        Ratio("manage.py serve again, to the first page", 3, served, at_most=True, unit=" s"),
    ]
    for name, rounds in found.items():
        ratios.append(Ratio(f"{name}: first move against the tenth", 1.5, _first(rounds, "moves"), at_most=True))
        ratios.append(Ratio(f"{name}: first game page against the tenth", 1.5, _first(rounds, "pages"), at_most=True))
    head = (
        "Start",
        "to the first page s",
        "processor s",
        "first move ms",
        "tenth ms",
        "first game page ms",
        "tenth ms",
    )
    table = Table(head, [_row("manage.py serve, empty folder", [fresh]), *(_row(*item) for item in found.items())])
    return Report("start", "Start", ratios, [table])


@contextmanager
def _deployed() -> Iterator[tuple[Callable[[], Program], Boards]]:
    """Yield a function that starts the web processes on PostgreSQL and Redis, and the games to play there."""
    with databases() as under, ready(under, People(PLAYERS), KINDS) as (around, world):
        yield lambda: start_web(around), boards_of(world, "small")


def _start(begin: Callable[[], Program], boards: Boards | None = None) -> Started:
    """Start a program and request its start page; if there are games, also send ten moves and request ten games'
    pages, all over one connection. Return the times."""
    begun = time.perf_counter()
    program = begin()
    with running(program):
        return asyncio.run(_asked(program, begun, boards))


async def _asked(program: Program, begun: float, boards: Boards | None) -> Started:
    connection = await connect(program.port)
    await connection.ask(get("/", AS_A_PROXY))
    wall, processor = time.perf_counter() - begun, processor_seconds(program.pid)
    moves, pages = list[float](), list[float]()
    if boards is not None:
        taken = [move for _ in range(TENTH) if (move := boards.take())]
        moves = await _timed(connection, [rest_move(*move) for move in taken])
        for game, *_ in taken:
            boards.put_back(game, moved=True)
        numbers = boards.games.numbers[:TENTH]
        pages = await _timed(connection, [get(f"/g/{game}/", f"Accept: text/html\r\n{AS_A_PROXY}") for game in numbers])
    connection.close()
    return Started(wall, processor, moves, pages)


async def _timed(connection: Connection, requests: list[bytes]) -> list[float]:
    """Return the milliseconds of each request, sent one after the other with pauses."""
    took = []
    for request in requests:
        await asyncio.sleep(PAUSE)
        begun = time.perf_counter()
        answer = await connection.ask(request)
        took.append(1000 * (time.perf_counter() - begun))
        if answer.status != 200:
            raise RuntimeError(f"{request[:60]!r}: {answer.status} {answer.body[:300]!r}")
    return took


def _first(rounds: list[Started], what: str) -> float:
    """Return the ratio of the first to the tenth request: the median of the rounds."""
    return float(statistics.median(getattr(one, what)[0] / getattr(one, what)[-1] for one in rounds))


def _row(name: str, rounds: list[Started]) -> list[str]:
    row = [name, *(number(statistics.median(getattr(one, what) for one in rounds)) for what in ("wall", "processor"))]
    for what in ("moves", "pages"):
        for place in (0, -1):
            values = [getattr(one, what)[place] for one in rounds if getattr(one, what)]
            row.append(number(statistics.median(values)) if values else "")
    return row


def sqlite(own: Machine, effort: Effort) -> Report:
    """Measure moves on SQLite by eight clients, compared with the naive view on SQLite: both wait for the disk at
    every commit."""
    boards, before = own.boards, own.boards.played.total()
    where = environment(NAIVE_DATABASE=str(own.folder / "naive.sqlite3"))
    prepare_naive(where, GAMES)
    served = own.serve()
    naive = Program("naive", [*NAIVE_COMMAND, "--bind", "127.0.0.1:{port}"], where)
    with running(served, naive):
        cells: dict[str, Cell] = {
            OURS: Http(served, Moves(boards, rest_move), None),
            NAIVE: Http(naive, NaiveMoves("/move/", GAMES), None),
        }
        found = measure(cells, effort)
        locked = served.written().count(LOCKED)
    ours = found[OURS]
    ratios = [
        Ratio("REST move against the naive view on SQLite", 1.0, ours.per_second / found[NAIVE].per_second),
        Ratio("p99 against p50", 3.0, ours.p99 / ours.p50, at_most=True),
        Ratio("refused or failed", 0, ours.bad, at_most=True),
        Ratio("locked errors", 0, locked, at_most=True),
    ]
    remark = f"{boards.played.total() - before:,} moves were written by {effort.connections} clients."
    return Report("sqlite", "SQLite", ratios, [table_of(found)], [remark])
