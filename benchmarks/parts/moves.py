"""Measure submitting a move: the product compared with a naive view, on the same database server."""

from __future__ import annotations

import subprocess
import sys

from benchmarks.cells import HttpMeasurement, MeasuringEffort, measure
from benchmarks.databases import Databases
from benchmarks.figures import Figures, FigureWithGoal, Report, table_of
from benchmarks.playing import (
    IteratedRequests,
    MoveRequests,
    api_move_request,
    form_move_request,
    game_pool_of,
    naive_move_requests,
)
from benchmarks.processes import ROOT, Program
from benchmarks.product import GameKind, Servers, environment

KINDS = {"early": GameKind(8, 400), "late": GameKind(300, 400)}
"""The games that this part needs."""
GAMES = 2000
"""The number of games of the references."""
DGS = {"move": 601 / 303, "late move": 480 / 303, "game page": 380 / 303, "status page": 245 / 303}
"""Requests per second of Dragon Go Server, as a ratio to the naive DRF view on the same machine."""
REST, LATE, FORM = "REST move, ply 8", "REST move, ply 300", "form's move"
NAIVE = "naive DRF view with token"
NAIVE_COMMAND = ["-m", "gunicorn", "benchmarks.references.naive.wsgi", "-k", "gthread", "-w", "2", "--threads", "4"]
"""The command of the naive server: gunicorn's own worker, with as many processes and threads as the product."""


def start_naive(database: str) -> Program:
    """Create the tables and games of the naive reference server in this database, and start the server."""
    own = environment(NAIVE_DATABASE=database)
    prepare = [sys.executable, "-m", "benchmarks.references.naive.prepare", str(GAMES)]
    subprocess.run(prepare, cwd=ROOT, env=own, check=True)
    return Program("naive", [*NAIVE_COMMAND, "--bind", "127.0.0.1:{port}"], own)


def make_naive_cell(databases: Databases, naive: Program) -> HttpMeasurement:
    """Return the measurement of moves on the naive reference server, which is the baseline of the ratios for pages and
    moves."""
    return HttpMeasurement(naive, IteratedRequests(naive_move_requests(GAMES)), databases, "reference")


def run(servers: Servers, naive: Program, effort: MeasuringEffort) -> Report:
    """Measure moves, and return the report."""
    databases, web = servers.databases, servers.web
    early, late = game_pool_of(servers.world, "early"), game_pool_of(servers.world, "late")
    cells = {
        REST: HttpMeasurement(web, MoveRequests(early, api_move_request), databases, "igo"),
        LATE: HttpMeasurement(web, MoveRequests(late, api_move_request), databases, "igo"),
        FORM: HttpMeasurement(web, MoveRequests(early, form_move_request), databases, "igo"),
        NAIVE: make_naive_cell(databases, naive),
    }
    found = measure(cells, effort)
    return Report("moves", "Submitting a move", _ratios(found), [table_of(found)])


def _ratios(found: dict[str, Figures]) -> list[FigureWithGoal]:
    ours, naive = found[REST], found[NAIVE]
    dgs = naive.per_second * DGS["move"]
    return [
        FigureWithGoal("REST move against the naive DRF view", 1.3, ours.per_second / naive.per_second),
        FigureWithGoal("the same by processor time", 1.3, naive.processor / ours.processor),
        FigureWithGoal("form's move against the naive DRF view", 1.1, found[FORM].per_second / naive.per_second),
        FigureWithGoal("p99 against the naive DRF view's", 1.0, ours.p99 / naive.p99, at_most=True),
        FigureWithGoal("against Dragon Go Server, derived", 1.0, ours.per_second / dgs),
        FigureWithGoal("ply 300 against ply 8, p50", 1.1, found[LATE].p50 / ours.p50, at_most=True),
        FigureWithGoal("p99 against p50", 3.0, ours.p99 / ours.p50, at_most=True),
        FigureWithGoal("refused or failed", 0, ours.bad + found[LATE].bad + found[FORM].bad, at_most=True),
    ]
