"""Moves at a given rate, regardless of the server's responses, and sockets that must receive all of them.

A move that is refused or gets no response is sent again with the same key in its game's next turn. Latencies are
measured from the planned time of a move, so that waiting for a slow server counts.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from benchmarks.figures import percentile
from benchmarks.load_http import BROKEN, Connection, HttpResponse, connect
from benchmarks.load_sockets import Socket, close_all
from benchmarks.playing import GamePool, action_number, api_move_request, open_player_sockets
from benchmarks.product import Player

MOST_CONNECTIONS = 400
SLOW = 1.0
"""Seconds after which a response counts as slow."""
SECONDS_TO_CATCH_UP = 60.0


@dataclass(slots=True)
class Phase:
    """The results of a period at one rate. `last_trouble` is the planned time of the last move that was refused or
    slow, in seconds from the start."""

    rate: float
    seconds: float
    latencies: list[float] = field(default_factory=list)
    refusals: list[float] = field(default_factory=list)
    """The latencies of 503 responses, in seconds."""
    statuses: Counter[int] = field(default_factory=Counter)
    without_retry_after: int = 0
    no_board: int = 0
    last_trouble: float = 0.0

    @property
    def accepted(self) -> int:
        """Return the number of acknowledged moves."""
        return self.statuses[200]

    @property
    def refused(self) -> int:
        """Return the number of 503 responses."""
        return self.statuses[503]

    @property
    def failed(self) -> int:
        """Return the number of other failures: broken connections and other statuses."""
        return sum(self.statuses.values()) - self.accepted - self.refused

    def milliseconds(self, share: float) -> float:
        """Return this percentile of the latencies in milliseconds."""
        return 1000 * percentile(self.latencies, share)


@dataclass(slots=True)
class ReceivedFrames:
    """The frames that the sockets received: the last number of each socket, and how many numbers were missing or
    repeated."""

    last: dict[Socket, int] = field(default_factory=dict)
    game: dict[Socket, int] = field(default_factory=dict)
    faults: int = 0
    delays: list[float] = field(default_factory=list)
    """Seconds from the planned time of an accepted move until a socket received it."""
    sent: dict[tuple[int, int], float] = field(default_factory=dict)

    def on_text(self, socket: Socket, text: bytes, now: float) -> None:
        """Record a frame."""
        number, game = action_number(text), int(socket.path.split("/")[3])
        if number < 0:
            return
        before = self.last.get(socket)
        if before is not None and number != before + 1:
            self.faults += 1
        self.last[socket] = number
        if (game, number) in self.sent:
            self.delays.append(now - self.sent[game, number])


class PlayedGamesStorm:
    """Many games that are played and watched at the same time."""

    def __init__(self, boards: GamePool, port: int) -> None:
        self.boards, self._port = boards, port
        self.watching = ReceivedFrames()
        self.sockets: list[Socket] = []
        self._pending: dict[int, bytes] = {}
        self._idle: list[Connection] = []
        self._free = asyncio.Semaphore(MOST_CONNECTIONS)

    async def open(self, port: int, players: Sequence[Player]) -> None:
        """Open the sockets of both players of every game, each starting after the game's current last number."""
        games = self.boards.games
        opened = await open_player_sockets(port, games, players, self.watching.on_text)
        self.sockets = list(opened.values())
        for (game, _), socket in opened.items():
            self.watching.last.setdefault(socket, games.ply)
            self.watching.game[socket] = game

    async def send_moves(self, rate: float, seconds: float) -> Phase:
        """Send this many moves a second for this many seconds; return the results when all have a response."""
        phase, begun = Phase(rate, seconds), time.perf_counter()
        tasks: set[asyncio.Task[None]] = set()
        for at in range(int(rate * seconds)):
            due = begun + at / rate
            if (early := due - time.perf_counter()) > 0:
                await asyncio.sleep(early)
            taken = self.boards.take_move()
            if taken is None:
                phase.no_board += 1
                continue
            task = asyncio.create_task(self._send_move(phase, taken, due, begun))
            tasks.add(task)
            task.add_done_callback(tasks.discard)
        await asyncio.gather(*tasks)
        return phase

    async def _send_move(self, phase: Phase, taken: tuple[int, str, int, Player], due: float, begun: float) -> None:
        game, _, expected, _ = taken
        request = self._pending[game] = self._pending.get(game) or api_move_request(*taken)
        self.watching.sent[game, expected + 1] = due
        async with self._free:
            answer = await self._send_and_wait(request)
        took = time.perf_counter() - due
        phase.statuses[answer.status] += 1
        if answer.status == 200:
            phase.latencies.append(took)
            del self._pending[game]
        elif answer.status == 503:
            phase.refusals.append(took)
            phase.without_retry_after += b"\r\nretry-after:" not in answer.head.lower()
        if answer.status != 200 or took > SLOW:
            phase.last_trouble = max(phase.last_trouble, due - begun)
        self.boards.put_back(game, moved=answer.status == 200, again=True)

    async def _send_and_wait(self, request: bytes) -> HttpResponse:
        connection = self._idle.pop() if self._idle else await connect(self._port)
        if connection.closed:
            connection = await connect(self._port)
        answer = await connection.send_and_wait(request)
        if answer.status == BROKEN or b"onnection: close" in answer.head:
            connection.close()
        else:
            self._idle.append(connection)
        return answer

    async def wait_for_sockets(self) -> tuple[float, int]:
        """Wait until every socket has every acknowledged move. Return the seconds, and how many sockets are still
        missing some."""
        begun = time.perf_counter()
        while (behind := self._count_sockets_behind()) and time.perf_counter() - begun < SECONDS_TO_CATCH_UP:
            await asyncio.sleep(0.1)
        return time.perf_counter() - begun, behind

    def _count_sockets_behind(self) -> int:
        boards, watching = self.boards, self.watching
        ply, played = boards.games.ply, boards.played
        return sum(watching.last[socket] < ply + played[game] for socket, game in watching.game.items())

    async def end(self) -> None:
        """Close the connections and sockets."""
        for connection in self._idle:
            connection.close()
        await close_all(self.sockets)
