"""Many who watch one game or room: how soon the last of them has what is said, in a closed loop."""

from __future__ import annotations

import asyncio
import itertools
import json
import statistics
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from benchmarks.load_http import Connection, connect
from benchmarks.load_sockets import Socket, close_all, open_all
from benchmarks.playing import Boards, rest_move
from benchmarks.processes import Program, processor_seconds, resident_bytes
from benchmarks.product import AS_A_PROXY

SECONDS_FOR_THE_LAST = 30.0
"""Whoever does not have it by then has lost it."""
FIRST = 2
"""Messages that only warm up."""


@dataclass(frozen=True, slots=True)
class Size:
    """How many watch, and how many messages are counted."""

    watchers: int
    messages: int


class Talk(Protocol):
    """How something is said to those who watch. Messages are numbered; a higher number says all before it, too."""

    path: str
    headers: str

    def read(self, text: bytes) -> int:
        """The number of a message; -1 for what is none."""

    async def say(self, sockets: Sequence[Socket]) -> None:
        """Say the next one."""

    def next_number(self) -> int:
        """The number that the next message will have."""


@dataclass(slots=True)
class Round:
    """What one crowd saw. Milliseconds until the last had a message since it was sent, and since the first had it."""

    last: list[float] = field(default_factory=list)
    spread: list[float] = field(default_factory=list)
    per_second: float = 0.0
    processor: float = 0.0
    bytes_a_socket: float = 0.0
    lost: int = 0


class GameTalk:
    """Moves of one game of the product, by the API."""

    headers = AS_A_PROXY

    def __init__(self, boards: Boards, game: int, port: int) -> None:
        self._boards, self._game, self._port = boards, game, port
        self._connection: Connection | None = None
        self.path = f"/ws/games/{game}/?since={self.next_number() - 1}"

    def next_number(self) -> int:
        """The number of the next action."""
        return self._boards.games.ply + self._boards.played[self._game] + 1

    def read(self, text: bytes) -> int:
        """The number of an action."""
        frame = json.loads(text)
        return int(frame["number"]) if frame["type"] == "action" else -1

    async def say(self, sockets: Sequence[Socket]) -> None:
        """Play."""
        self._connection = await alive(self._connection, self._port)
        answer = await self._connection.ask(rest_move(*self._boards.next_move(self._game)))
        assert answer.status == 200, answer.body[:300]
        self._boards.played[self._game] += 1


class RoomTalk:
    """A room of a reference: the first of those who watch says a number."""

    headers = ""

    def __init__(self) -> None:
        self.path = f"/ws/room{time.perf_counter_ns()}"
        self._said = 0

    def next_number(self) -> int:
        """Counted from 1."""
        return self._said + 1

    def read(self, text: bytes) -> int:
        """The number that was said; the rest is as long as a move is."""
        return int(text.split(b" ", 1)[0])

    async def say(self, sockets: Sequence[Socket]) -> None:
        """Say it, in as many bytes as a receipt of a move has."""
        self._said += 1
        sockets[0].say(f"{self._said} ".ljust(120, "."))


async def alive(connection: Connection | None, port: int) -> Connection:
    """The connection, or a new one when there is none or the server has hung up."""
    if connection is not None and not connection.closed:
        return connection
    return await connect(port)


class _Counting:
    """How many have the message that was said last."""

    def __init__(self, size: Size, talk: Talk) -> None:
        self.size, self.talk = size, talk
        self.begin()

    def begin(self) -> None:
        """The next message is about to be said."""
        self.number, self.have = self.talk.next_number(), 0
        self.first = self.last = 0.0
        self.all_have = asyncio.Event()

    def heard(self, socket: Socket, text: bytes, now: float) -> None:
        """Someone got a text."""
        if self.talk.read(text) != self.number:
            return
        self.have += 1
        self.first, self.last = self.first or now, now
        if self.have == self.size.watchers:
            self.all_have.set()


async def closed_loop(program: Program, size: Size, talk: Talk) -> Round:
    """Open the sockets, say one message after the other, each when all have the one before, close the sockets."""
    found, counting = Round(), _Counting(size, talk)
    before = resident_bytes(program.pid)
    sockets = await open_all(program.port, [(talk.path, talk.headers)] * size.watchers, counting.heard)
    await asyncio.sleep(0.3)
    found.bytes_a_socket = max(0.0, (resident_bytes(program.pid) - before) / size.watchers)
    begun = spent = 0.0
    for message in range(-FIRST, size.messages):
        if message == 0:
            begun, spent = time.perf_counter(), processor_seconds(program.pid)
        await _one(found, counting, sockets, counted=message >= 0)
    seconds = time.perf_counter() - begun
    delivered = size.messages * size.watchers - found.lost
    found.per_second = delivered / seconds
    found.processor = 1e6 * (processor_seconds(program.pid) - spent) / max(1, delivered)
    await close_all(sockets)
    return found


async def _one(found: Round, counting: _Counting, sockets: Sequence[Socket], *, counted: bool) -> None:
    """One message."""
    counting.begin()
    sent = time.perf_counter()
    await counting.talk.say(sockets)
    try:
        await asyncio.wait_for(counting.all_have.wait(), SECONDS_FOR_THE_LAST)
    except TimeoutError:
        found.lost += counting.size.watchers - counting.have
    if counted:
        found.last.append(1000 * (counting.last - sent))
        found.spread.append(1000 * (counting.last - counting.first))


def together(rounds: Sequence[Round]) -> Round:
    """One round out of several: all latencies, the median of what was counted. Memory is that of the first round,
    when the process had not yet grown for others."""
    return Round(
        last=list(itertools.chain.from_iterable(one.last for one in rounds)),
        spread=list(itertools.chain.from_iterable(one.spread for one in rounds)),
        per_second=statistics.median(one.per_second for one in rounds),
        processor=statistics.median(one.processor for one in rounds),
        bytes_a_socket=rounds[0].bytes_a_socket,
        lost=sum(one.lost for one in rounds),
    )
