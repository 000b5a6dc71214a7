"""Measure load: a constant rate of moves and open sockets for minutes, with many other stored games. Then five times as
many moves, which exceed the load for which one machine is intended.

All services run as in docker-compose.yml: nginx before gunicorn, a socket process, a worker, PostgreSQL, Redis.
Afterwards the record of every played game is compared with the acknowledged moves.
"""

from __future__ import annotations

import asyncio
import json
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from benchmarks.databases import running_databases
from benchmarks.figures import FigureWithGoal, Report, Table, format_number, percentile
from benchmarks.load_http import connect, get_request
from benchmarks.playing import GamePool, game_pool_of
from benchmarks.processes import Program, processor_seconds, resident_bytes
from benchmarks.product import GameKind, PlayerCounts, Servers, running_servers, start_web, started_programs
from benchmarks.storm import Phase, PlayedGamesStorm
from tests.support.deployment import command_of, filled_in, shipped
from tests.support.names import NameServer
from tests.support.programs import need
from tests.support.servers import free_port

PLAYERS = 2000
RECOVERY = 5.0
"""Seconds after which responses must be normal again."""


@dataclass(frozen=True, slots=True)
class Sizes:
    """The load: other games in progress, sockets (two for each played game), moves a second, seconds, web hosts."""

    games: int = 500_000
    sockets: int = 5_000
    rate: float = 100.0
    seconds: float = 600.0
    hosts: int = 1

    @property
    def pairs(self) -> int:
        """Return the number of pairs of players. Each player follows two or three games, as on a real server."""
        return min(PLAYERS, self.sockets) // 2

    @property
    def seconds_of_later_phases(self) -> float:
        """Return the seconds of the phase at five times the rate, and of the last phase at the first rate."""
        return max(2.0, min(120.0, self.seconds / 5))


SHORT = Sizes(games=20, sockets=6, rate=4.0, seconds=2.0)


def game_kinds(sizes: Sizes) -> dict[str, GameKind]:
    """Return the kinds of games: the games that are played, and the games that are only in progress."""
    return {"played": GameKind(8, sizes.sockets // 2, sizes.pairs), "others": GameKind(2, sizes.games)}


def run(sizes: Sizes) -> Report:
    """Start servers with the games of these sizes, apply the load, and return the report."""
    with ExitStack() as stack:
        under, begun = stack.enter_context(running_databases()), time.perf_counter()
        own = stack.enter_context(running_servers(under, PlayerCounts(PLAYERS, 2 * sizes.pairs), game_kinds(sizes)))
        print(f"  {sizes.games:,} games made in {time.perf_counter() - begun:.0f} s", file=sys.stderr)
        return run_in(own, sizes)


def run_in(own: Servers, sizes: Sizes) -> Report:
    """Apply the load to these servers, and return the report."""
    with ExitStack() as stack:
        if sizes.seconds > SHORT.seconds:
            folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="igo-worker-"))
            stack.callback(_start_worker(own, folder).stop)
        addresses = [f"127.0.0.{number}" for number in range(1, sizes.hosts + 1)]
        more = [start_web(own.around, own.web.port, host) for host in addresses[1:]]
        stack.enter_context(started_programs(*more))
        proxy = stack.enter_context(_running_proxy(own.web, addresses))
        return asyncio.run(_measure_storm(own, proxy, sizes))


def _start_worker(own: Servers, folder: str) -> Program:
    """Start the worker, which sends e-mails and webhooks, with its schedule in this folder."""
    arguments = [*command_of("worker", "--schedule"), f"--schedule={folder}/beat", "--loglevel", "ERROR"]
    return Program("worker", ["-m", "celery", *arguments], own.around)


@contextmanager
def _running_proxy(web: Program, addresses: list[str]) -> Iterator[Program]:
    """Run nginx within the block, and yield it. It uses the shipped template without the rate limits per network,
    because all players are on one machine."""
    names, port = NameServer({"web": addresses, "sockets": ["127.0.0.1"]}), free_port()
    variables = {
        **shipped("proxy")["environment"],
        "LISTEN": f"127.0.0.1:{port}", "WEB": f"web:{web.port}", "SOCKETS": "sockets:1",
        "NGINX_LOCAL_RESOLVERS": f"127.0.0.1:{names.port}", "TRUSTED_PROXY": "127.0.0.1",
        "REQUEST_RATE": "100000r/s", "REQUESTS_AT_ONCE": "100000",
    }  # fmt: skip
    with tempfile.TemporaryDirectory(prefix="igo-nginx-") as folder:
        (Path(folder) / "server.conf").write_text(filled_in(variables))
        config = Path(folder) / "nginx.conf"
        config.write_text(
            f"daemon off; pid {folder}/nginx.pid; error_log {folder}/error.log; user root;\n"
            "events { worker_connections 4096; }\nhttp { access_log off; client_body_temp_path /tmp; "
            f"proxy_temp_path /tmp; include {folder}/server.conf; }}\n"
        )
        proxy = Program("nginx", [need("nginx"), "-c", str(config), "-e", f"{folder}/error.log"], {}, port)
        try:
            with started_programs(proxy):
                yield proxy
        finally:
            names.stop()


async def _measure_storm(own: Servers, proxy: Program, sizes: Sizes) -> Report:
    storm = PlayedGamesStorm(game_pool_of(own.world, "played"), proxy.port)
    before = resident_bytes(own.sockets.pid)
    await storm.open(own.sockets.port, own.world.players)
    memory = (resident_bytes(own.sockets.pid) - before) / len(storm.sockets)
    await storm.send_moves(min(sizes.rate, 10), 2.0)
    spent, begun = _cpu_seconds(own, proxy), time.perf_counter()
    steady = await storm.send_moves(sizes.rate, sizes.seconds)
    cores = {
        name: (late - spent[name]) / (time.perf_counter() - begun) for name, late in _cpu_seconds(own, proxy).items()
    }
    phases = {
        "the load": steady,
        "five times": await storm.send_moves(5 * sizes.rate, sizes.seconds_of_later_phases),
        "the load again": await storm.send_moves(sizes.rate, sizes.seconds_of_later_phases),
    }
    seconds, behind = await storm.wait_for_sockets()
    closed = sum(socket.closed for socket in storm.sockets)
    faults, delays = storm.watching.faults, storm.watching.delays
    await storm.end()
    lost = await _count_lost_moves(own, storm.boards)
    acknowledged = sum(storm.boards.played.values())
    remark = (
        f"{sizes.games:,} games ran besides. {len(storm.sockets):,} sockets, {memory / 1000:.0f} kB each, were open in "
        f"{len(storm.boards.games.numbers):,} games. {acknowledged:,} moves were acknowledged, {lost} of them are "
        f"missing in the records. Numbers that a socket missed or got twice: {faults}; sockets that were closed: "
        f"{closed}; sockets behind at the end: {behind}, after {seconds:.1f} s. A socket had a move after "
        f"{_ms_text(delays, 0.5)} (p50) and {_ms_text(delays, 0.99)} (p99) from the moment it was to be sent."
    )
    in_use = Table(("Cores in use under the load", ""), [[name, f"{used:.2f}"] for name, used in cores.items()])
    ratios = _ratios(phases, lost, faults + behind + closed)
    return Report("load", "Load", ratios, [_table(phases), in_use], [remark])


def _cpu_seconds(own: Servers, proxy: Program) -> dict[str, float]:
    """Return the processor seconds used so far, by process name."""
    return {
        "web": processor_seconds(own.web.pid),
        "sockets": processor_seconds(own.sockets.pid),
        "PostgreSQL and Redis": sum(map(processor_seconds, own.databases.pids)),
        "nginx": processor_seconds(proxy.pid),
        "the load generator": time.process_time(),
    }


async def _count_lost_moves(own: Servers, boards: GamePool) -> int:
    """Return the number of acknowledged moves that are not in the record at their number and point."""
    games, lost = boards.games, 0
    for game, played in boards.played.items():
        connection = await connect(own.web.port)
        headers = own.world.players[games.seats(game)[0]].bearer_headers
        answer = await connection.send_and_wait(get_request(f"/api/v1/games/{game}/actions?after={games.ply}", headers))
        connection.close()
        stored = {}
        if answer.status == 200:
            stored = {row["number"]: row.get("point") for row in json.loads(answer.body)["results"]}
        lost += sum(stored.get(games.ply + at + 1) != games.moves[at] for at in range(played))
    return lost


def _ratios(phases: dict[str, Phase], lost: int, missed: int) -> list[FigureWithGoal]:
    steady, more, after = phases.values()
    offered = steady.rate * steady.seconds
    return [
        FigureWithGoal("moves acknowledged of those offered", 0.99, steady.accepted / offered),
        FigureWithGoal("acknowledged moves that are lost", 0, lost, at_most=True),
        FigureWithGoal("sockets that missed something", 0, missed, at_most=True),
        FigureWithGoal(
            "neither taken nor 503, all the time", 0, sum(phase.failed for phase in phases.values()), at_most=True
        ),
        FigureWithGoal("503 without Retry-After", 0, sum(p.without_retry_after for p in phases.values()), at_most=True),
        FigureWithGoal(
            "moves a second at five times the load against the load", 0.8, _rate(more) / max(0.1, _rate(steady))
        ),
        FigureWithGoal("p99 of accepted moves then", 1000, more.milliseconds(0.99), at_most=True, unit=" ms"),
        FigureWithGoal("seconds until all is well afterwards", RECOVERY, after.last_trouble, at_most=True, unit=" s"),
    ]


def _rate(phase: Phase) -> float:
    """Return the acknowledged moves per second."""
    return phase.accepted / phase.seconds


def _table(phases: dict[str, Phase]) -> Table:
    head = ("Phase", "offered a second", "acknowledged", "p50 ms", "p99 ms", "503", "its p99 ms", "failed", "all busy")
    rows = []
    for name, phase in phases.items():
        times = (format_number(phase.milliseconds(0.5)), format_number(phase.milliseconds(0.99)))
        rates = format_number(phase.rate), format_number(_rate(phase))
        refused = str(phase.refused), format_number(1000 * percentile(phase.refusals, 0.99)) if phase.refusals else "-"
        rest = str(phase.failed), str(phase.no_board)
        rows.append([f"{name}, {phase.seconds:.0f} s", *rates, *times, *refused, *rest])
    return Table(head, rows)


def _ms_text(values: list[float], share: float) -> str:
    return f"{1000 * percentile(values, share):,.0f} ms"
