"""Measure WebSockets: how soon the opponent sees a move, and how soon many spectators see one. The latter is compared
with the default channel layer of Django Channels."""

from __future__ import annotations

import asyncio
import itertools
import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from benchmarks.cells import MeasuringEffort
from benchmarks.crowds import (
    CrowdFigures,
    CrowdSize,
    GameMoveSource,
    RoomMessageSource,
    measure_crowd,
    merge_figures,
    reopen_if_closed,
)
from benchmarks.figures import FigureWithGoal, Report, Table, format_number, percentile
from benchmarks.load_http import Connection
from benchmarks.load_sockets import Socket, close_all
from benchmarks.playing import GamePool, action_number, api_move_request, game_pool_of, open_player_sockets
from benchmarks.processes import Program
from benchmarks.product import GameKind, Games, Servers, environment, started_programs

KINDS = {"live": GameKind(8, 300)}
WARM_UP = 6
"""The number of moves that are not counted, because each process of the server compiles something at its first."""
LAST_SECONDS = 60.0
OURS, STOCK = "ours", "stock pub/sub layer"
HEAD = ("A game or room", "watch", "deliveries a second", "last has it p50 ms", "p99 ms", "processor each µs", "lost")


@dataclass(frozen=True, slots=True)
class Sizes:
    """The extent of the measurements: the players' open sockets while the delay to the opponent is measured, the moves
    that are measured, and the spectators of a game and the messages to them in one round."""

    listeners: int = 500
    moves: int = 150
    crowds: tuple[CrowdSize, ...] = (CrowdSize(500, 20), CrowdSize(1000, 20))


SHORT = Sizes(8, 6, (CrowdSize(20, 3),))


def run(servers: Servers, naive: Program, effort: MeasuringEffort) -> Report:
    """Measure sockets, and return the report."""
    sizes = SHORT if effort.short else Sizes()
    seen = asyncio.run(_opponent_latencies(servers, sizes))
    own = environment(REDIS_URL=servers.databases.redis)
    command = ["-m", "uvicorn", "--port={port}", "--log-level=error", "--no-access-log"]
    stock = Program("stock", [*command, "benchmarks.references.stock_channels:application"], own)
    with started_programs(stock):
        crowds = _crowd_figures(servers, stock, sizes.crowds, effort.rounds)
    ratios = [
        FigureWithGoal(f"opponent sees the move, {sizes.listeners} sockets, p99 from its sending", 100,
              percentile(seen, 0.99), at_most=True, unit=" ms"),
        *_ratios(crowds, sizes),
    ]  # fmt: skip
    return Report("live", "Sockets", ratios, [_table_of_moves(seen, sizes), _table_of_crowds(crowds)])


async def _opponent_latencies(servers: Servers, sizes: Sizes) -> list[float]:
    """Play moves one after the other, while the sockets of both players of many games are open. Return the milliseconds
    from the sending of each move until the opponent's socket received it."""
    games, players = servers.world.games["live"], servers.world.players
    some = Games(games.first, sizes.listeners // 2, games.pairs, games.moves, games.ply)
    boards, seen = GamePool(some, players), list[float]()
    awaited: dict[tuple[int, int], asyncio.Future[float]] = {}
    """For each move that was sent and not yet received, the future with its arrival time, by socket and number."""

    def on_text(socket: Socket, text: bytes, now: float) -> None:
        waiting = awaited.pop((id(socket), action_number(text)), None)
        if waiting is not None and not waiting.done():
            waiting.set_result(now)

    sockets = await open_player_sockets(servers.sockets.port, some, players, on_text)
    connection: Connection | None = None
    for at in range(-WARM_UP, sizes.moves):
        taken = boards.take_move()
        assert taken is not None
        game, _point, expected, _player = taken
        opponent = sockets[game, some.seats(game)[1 - expected % 2]]
        waiting = awaited[id(opponent), expected + 1] = asyncio.get_running_loop().create_future()
        connection = await reopen_if_closed(connection, servers.web.port)
        sent = time.perf_counter()
        answer = await connection.send(api_move_request(*taken))
        boards.put_back(game, moved=answer.status == 200)
        there = await asyncio.wait_for(waiting, LAST_SECONDS)
        if at >= 0:
            seen.append(1000 * (there - sent))
    await close_all(list(sockets.values()))
    return seen


def _crowd_figures(
    servers: Servers, stock: Program, crowds: Sequence[CrowdSize], rounds: int
) -> dict[tuple[str, int], CrowdFigures]:
    """Return the results of the product and of the default channel layer in turns, by name and number of spectators."""
    boards, found = game_pool_of(servers.world, "live"), defaultdict[tuple[str, int], list[CrowdFigures]](list)
    fresh = reversed(boards.games.numbers)
    asyncio.run(measure_crowd(stock, CrowdSize(5, 1), RoomMessageSource()))
    for _, size in itertools.product(range(rounds), crowds):
        ours = measure_crowd(servers.sockets, size, GameMoveSource(boards, next(fresh), servers.web.port))
        found[OURS, size.watchers].append(asyncio.run(ours))
        theirs = measure_crowd(stock, size, RoomMessageSource())
        found[STOCK, size.watchers].append(asyncio.run(theirs))
    return {key: merge_figures(each) for key, each in found.items()}


def _ratios(crowds: dict[tuple[str, int], CrowdFigures], sizes: Sizes) -> list[FigureWithGoal]:
    found = []
    for size in sizes.crowds:
        ours, stock = crowds[OURS, size.watchers], crowds[STOCK, size.watchers]
        who, slowest = f"{size.watchers:,} watch", percentile(ours.last, 0.99)
        found += [
            FigureWithGoal(f"{who}: deliveries against the stock layer", 3.0, ours.per_second / stock.per_second),
            FigureWithGoal(f"{who}: the last has it, p99", 400, slowest, at_most=True, unit=" ms"),
            FigureWithGoal(f"{who}: lost", 0, ours.lost, at_most=True),
        ]
    return found


def _table_of_moves(seen: list[float], sizes: Sizes) -> Table:
    row = ["from the sending of the move", *(format_number(percentile(seen, share)) for share in (0.5, 0.99))]
    return Table((f"The opponent has the move, {sizes.listeners} sockets", "p50 ms", "p99 ms"), [row])


def _table_of_crowds(crowds: dict[tuple[str, int], CrowdFigures]) -> Table:
    rows = []
    for (name, watchers), found in crowds.items():
        times = percentile(found.last, 0.5), percentile(found.last, 0.99)
        figures = map(format_number, (found.per_second, *times, found.processor))
        rows.append([name, f"{watchers:,}", *figures, str(found.lost)])
    return Table(HEAD, rows)
