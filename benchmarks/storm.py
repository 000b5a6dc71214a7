"""Moves at a given rate, whatever the server answers, and sockets that must see all of them.

A move that is refused or not answered is sent again with the same key when its game's turn comes again. Latencies are
from the moment at which a move was to be sent, so that what waits for a slow server counts.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from benchmarks.figures import percentile
from benchmarks.load_http import BROKEN, Answer, Connection, connect
from benchmarks.load_sockets import Socket, close_all, open_all
from benchmarks.playing import Boards, rest_move
from benchmarks.product import Player

MOST_CONNECTIONS = 400
SLOW = 1.0
"""Seconds: an answer that takes longer is not what a server in health gives."""
SECONDS_FOR_AN_ANSWER = 30.0
SECONDS_TO_CATCH_UP = 60.0


@dataclass(slots=True)
class Phase:
    """What came of some time at one rate. `unwell` is when, in seconds from its begin, a move was sent that was refused
    or slow, for the last time."""

    rate: float
    seconds: float
    latencies: list[float] = field(default_factory=list)
    refusals: list[float] = field(default_factory=list)
    """The latencies of 503s."""
    statuses: Counter[int] = field(default_factory=Counter)
    without_retry_after: int = 0
    no_board: int = 0
    unwell: float = 0.0

    @property
    def taken(self) -> int:
        """Moves that were acknowledged."""
        return self.statuses[200]

    @property
    def refused(self) -> int:
        """503s."""
        return self.statuses[503]

    @property
    def failed(self) -> int:
        """Neither: connections that broke, other statuses."""
        return sum(self.statuses.values()) - self.taken - self.refused

    def milliseconds(self, share: float) -> float:
        """Of the answers."""
        return 1000 * percentile(self.latencies, share)


@dataclass(slots=True)
class Watching:
    """What the sockets have seen: the last number of each, and whether a number was missing or came twice."""

    last: dict[Socket, int] = field(default_factory=dict)
    game: dict[Socket, int] = field(default_factory=dict)
    faults: int = 0
    delays: list[float] = field(default_factory=list)
    """Seconds from the moment a move was to be sent, when it was taken, until a socket had it."""
    sent: dict[tuple[int, int], float] = field(default_factory=dict)

    def heard(self, socket: Socket, text: bytes, now: float) -> None:
        """A frame."""
        frame = json.loads(text)
        if frame["type"] != "action":
            return
        number, game = frame["number"], int(socket.path.split("/")[3])
        before = self.last.get(socket)
        if before is not None and number != before + 1:
            self.faults += 1
        self.last[socket] = number
        if (game, number) in self.sent:
            self.delays.append(now - self.sent[game, number])


class Storm:
    """Many games that are played and watched at once."""

    def __init__(self, boards: Boards, port: int) -> None:
        self.boards, self._port = boards, port
        self.watching = Watching()
        self.sockets: list[Socket] = []
        self._pending: dict[int, bytes] = {}
        self._idle: list[Connection] = []
        self._free = asyncio.Semaphore(MOST_CONNECTIONS)

    async def open(self, port: int, players: Sequence[Player]) -> None:
        """The sockets of both players of every game, each behind the last number that there is."""
        games = self.boards.games
        seats = [(game, player) for game in games.numbers for player in games.seats(game)]
        wanted = [(f"/ws/games/{game}/?since={games.ply}", players[player].browser) for game, player in seats]
        self.sockets = await open_all(port, wanted, self.watching.heard)
        for socket, (game, _) in zip(self.sockets, seats, strict=True):
            self.watching.last.setdefault(socket, games.ply)
            self.watching.game[socket] = game

    async def blow(self, rate: float, seconds: float) -> Phase:
        """This many moves a second for so long; returns when all are answered."""
        phase, begun = Phase(rate, seconds), time.perf_counter()
        tasks: set[asyncio.Task[None]] = set()
        for at in range(int(rate * seconds)):
            due = begun + at / rate
            if (early := due - time.perf_counter()) > 0:
                await asyncio.sleep(early)
            taken = self.boards.take()
            if taken is None:
                phase.no_board += 1
                continue
            task = asyncio.create_task(self._move(phase, taken, due, begun))
            tasks.add(task)
            task.add_done_callback(tasks.discard)
        await asyncio.gather(*tasks)
        return phase

    async def _move(self, phase: Phase, taken: tuple[int, str, int, Player], due: float, begun: float) -> None:
        game, _, expected, _ = taken
        request = self._pending[game] = self._pending.get(game) or rest_move(*taken)
        self.watching.sent[game, expected + 1] = due
        async with self._free:
            answer = await self._answer(request)
        took = time.perf_counter() - due
        phase.statuses[answer.status] += 1
        if answer.status == 200:
            phase.latencies.append(took)
            del self._pending[game]
        elif answer.status == 503:
            phase.refusals.append(took)
            phase.without_retry_after += b"\r\nretry-after:" not in answer.head.lower()
        if answer.status != 200 or took > SLOW:
            phase.unwell = max(phase.unwell, due - begun)
        self.boards.put_back(game, moved=answer.status == 200, again=True)

    async def _answer(self, request: bytes) -> Answer:
        connection = self._idle.pop() if self._idle else await connect(self._port)
        if connection.closed:
            connection = await connect(self._port)
        try:
            answer = await asyncio.wait_for(connection.ask(request), SECONDS_FOR_AN_ANSWER)
        except TimeoutError:
            answer = Answer(BROKEN, b"", b"")
        if answer.status == BROKEN or b"onnection: close" in answer.head:
            connection.close()
        else:
            self._idle.append(connection)
        return answer

    async def settle(self) -> tuple[float, int]:
        """Wait until every socket has every acknowledged move; returns the seconds and how many sockets do not."""
        begun = time.perf_counter()
        while (behind := self._behind()) and time.perf_counter() - begun < SECONDS_TO_CATCH_UP:
            await asyncio.sleep(0.1)
        return time.perf_counter() - begun, behind

    def _behind(self) -> int:
        boards, watching = self.boards, self.watching
        ply, played = boards.games.ply, boards.played
        return sum(watching.last[socket] < ply + played[game] for socket, game in watching.game.items())

    async def end(self) -> None:
        """Hang up."""
        for connection in self._idle:
            connection.close()
        await close_all(self.sockets)
