"""Measure the product behind PgBouncer in transaction mode: the same requests with and without PgBouncer, and the
errors with it.

If the web processes need more connections than PostgreSQL has, they need a pool (docs/scaling.md). A pool does not
preserve session settings, so the limits of statements and locks are set for the role instead. Statements prepared on
one connection are unknown on another, so no statements are prepared.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import cycle
from pathlib import Path

from benchmarks.cells import HttpMeasurement, MeasuringEffort, measure
from benchmarks.databases import Databases
from benchmarks.figures import FigureWithGoal, Report, table_of
from benchmarks.load_http import RequestSource, get_request
from benchmarks.playing import (
    IteratedRequests,
    MoveRequests,
    api_move_request,
    form_move_request,
    game_pool_of,
    page_request,
)
from benchmarks.processes import Program
from benchmarks.product import GameKind, Servers, start_web, started_programs
from tests.support.failover import configure_pool, run_shipped
from tests.support.programs import need
from tests.support.servers import free_port

KINDS = {"pooled": GameKind(8, 200)}
CONNECTIONS = 8
"""The number of the pool's connections to PostgreSQL, for all processes together."""


def run(servers: Servers, naive: Program, effort: MeasuringEffort) -> Report:
    """Measure the web processes with PgBouncer's connection pool and with direct connections, and return the report."""
    boards, players = game_pool_of(servers.world, "pooled"), servers.world.players
    games = boards.games
    reads = [
        get_request(f"/api/v1/games/{game}/", players[games.seats(game)[0]].bearer_headers) for game in games.numbers
    ]
    mine = [page_request("/games/", player) for player in players]
    records = [get_request(f"/api/v1/games/export?player={player.name}", player.bearer_headers) for player in players]
    sources: dict[str, RequestSource] = {
        "REST move": MoveRequests(boards, api_move_request),
        "form's move": MoveRequests(boards, form_move_request),
        "game as JSON": IteratedRequests(cycle(reads)),
        "my games": IteratedRequests(cycle(mine)),
        "records of many games": IteratedRequests(cycle(records)),
    }
    with ExitStack() as stack:
        address = stack.enter_context(running_pgbouncer(servers.databases))
        pooled = start_web({**servers.around, "DATABASE_URL": address, "IGO_PREPARED_STATEMENTS": "0"})
        stack.enter_context(started_programs(pooled))
        cells = {
            f"{name}, {path}": HttpMeasurement(web, source, servers.databases, "igo")
            for path, web in (("direct", servers.web), ("PgBouncer", pooled))
            for name, source in sources.items()
        }
        found = measure(cells, effort)
    bad = sum(figures.bad for name, figures in found.items() if name.endswith("PgBouncer"))
    through, direct = found["REST move, PgBouncer"], found["REST move, direct"]
    ratios = [
        FigureWithGoal("refused or failed behind PgBouncer", 0, bad, at_most=True),
        FigureWithGoal("moves behind PgBouncer against direct", 0.8, through.per_second / direct.per_second),
    ]
    return Report("pooled", "Behind PgBouncer", ratios, [table_of(found)])


@contextmanager
def running_pgbouncer(databases: Databases) -> Iterator[str]:
    """Run PgBouncer in transaction mode; yield the DATABASE_URL through it, without server-side cursors."""
    port = free_port()
    run_shipped(databases.product, "pool.sql")
    with tempfile.TemporaryDirectory(prefix="igo-pool-") as folder:
        config = Path(folder) / "pgbouncer.ini"
        configure_pool(config, databases.product, port, CONNECTIONS)
        Path(folder).chmod(0o755)
        program = Program("pgbouncer", [need("pgbouncer"), str(config)], {}, port)
        with started_programs(program):
            yield f"postgres://igo@127.0.0.1:{port}/igo?disable_server_side_cursors=true"
