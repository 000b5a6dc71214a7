"""Measure a game or room with many spectators: the time until the last spectator has a message. The next message is
sent only after that."""

from __future__ import annotations

import asyncio
import itertools
import statistics
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from benchmarks.load_http import Connection, connect
from benchmarks.load_sockets import Socket, close_all, open_all
from benchmarks.playing import GamePool, action_number, api_move_request
from benchmarks.processes import Program, processor_seconds
from benchmarks.product import AS_A_PROXY

SECONDS_FOR_THE_LAST = 30.0
"""The seconds after which a message counts as lost."""
FIRST = 2
"""The number of the first messages of a measurement, which only warm up and are not counted."""


@dataclass(frozen=True, slots=True)
class CrowdSize:
    """The number of spectators and of counted messages."""

    watchers: int
    messages: int


@dataclass(slots=True)
class CrowdFigures:
    """The results of one measurement. `last` has the milliseconds from the sending of each message until the last
    spectator had it. `per_second` is the number of messages received per second by all spectators together, `processor`
    the microseconds of processor time for each of them, and `lost` how many were not received."""

    last: list[float] = field(default_factory=list)
    per_second: float = 0.0
    processor: float = 0.0
    lost: int = 0


class GameMoveSource:
    """A source of messages: moves in one game of the product, played through the API."""

    headers = AS_A_PROXY

    def __init__(self, boards: GamePool, game: int, port: int) -> None:
        self._boards, self._game, self._port = boards, game, port
        self._connection: Connection | None = None
        self.path = f"/ws/games/{game}/?since={self.next_number() - 1}"

    def next_number(self) -> int:
        """Return the number of the next action."""
        return self._boards.games.ply + self._boards.played[self._game] + 1

    def number_of(self, text: bytes) -> int:
        """Return the number of the action in this frame, or -1 for other frames."""
        return action_number(text)

    async def send_next(self, sockets: Sequence[Socket]) -> None:
        """Play the next move."""
        self._connection = await reopen_if_closed(self._connection, self._port)
        answer = await self._connection.send(api_move_request(*self._boards.next_move(self._game)))
        assert answer.status == 200, answer.body[:300]
        self._boards.played[self._game] += 1


class RoomMessageSource:
    """A source of messages: numbers that the first client sends to a room of a reference program."""

    headers = ""

    def __init__(self) -> None:
        self.path = f"/ws/room{time.perf_counter_ns()}"
        self._said = 0

    def next_number(self) -> int:
        """Return the number of the next message, from 1."""
        return self._said + 1

    def number_of(self, text: bytes) -> int:
        """Return the number of a message. The rest of its text is padding."""
        return int(text.split(b" ", 1)[0])

    async def send_next(self, sockets: Sequence[Socket]) -> None:
        """Send the next number, padded to the size of a move's receipt."""
        self._said += 1
        sockets[0].send_text(f"{self._said} ".ljust(120, "."))


async def reopen_if_closed(connection: Connection | None, port: int) -> Connection:
    """Return the connection, or a new one if there is none or the server has closed it."""
    if connection is not None and not connection.closed:
        return connection
    return await connect(port)


MessageSource = GameMoveSource | RoomMessageSource
"""A way to send messages to spectators. Messages are numbered; a message also stands for all smaller numbers."""


class _Counting:
    """Counts how many spectators have the current message, and stores when the last of them got it."""

    def __init__(self, size: CrowdSize, talk: MessageSource) -> None:
        self.size, self.talk = size, talk
        self.begin()

    def begin(self) -> None:
        """Reset the count for the next message."""
        self.number, self.have = self.talk.next_number(), 0
        self.last = 0.0
        self.all_have = asyncio.Event()

    def on_text(self, socket: Socket, text: bytes, now: float) -> None:
        """Count the spectator of this socket if it got the current message."""
        if self.talk.number_of(text) != self.number:
            return
        self.have += 1
        self.last = now
        if self.have == self.size.watchers:
            self.all_have.set()


async def measure_crowd(program: Program, size: CrowdSize, messages: MessageSource) -> CrowdFigures:
    """Open the sockets, send one message after the other, close the sockets, and return the results. A message is sent
    when all spectators have the previous one."""
    found, counting = CrowdFigures(), _Counting(size, messages)
    sockets = await open_all(program.port, [(messages.path, messages.headers)] * size.watchers, counting.on_text)
    await asyncio.sleep(0.3)
    begun = spent = 0.0
    for message in range(-FIRST, size.messages):
        if message == 0:
            begun, spent = time.perf_counter(), processor_seconds(program.pid)
        await _send_one(found, counting, sockets, counted=message >= 0)
    seconds = time.perf_counter() - begun
    delivered = size.messages * size.watchers - found.lost
    found.per_second = delivered / seconds
    found.processor = 1e6 * (processor_seconds(program.pid) - spent) / max(1, delivered)
    await close_all(sockets)
    return found


async def _send_one(found: CrowdFigures, counting: _Counting, sockets: Sequence[Socket], *, counted: bool) -> None:
    """Send one message, wait until all spectators have it, and record the times if `counted`."""
    counting.begin()
    sent = time.perf_counter()
    await counting.talk.send_next(sockets)
    try:
        await asyncio.wait_for(counting.all_have.wait(), SECONDS_FOR_THE_LAST)
    except TimeoutError:
        found.lost += counting.size.watchers - counting.have
    if counted:
        found.last.append(1000 * (counting.last - sent))


def merge_figures(rounds: Sequence[CrowdFigures]) -> CrowdFigures:
    """Return several rounds merged into one: all latencies, and the median of the other figures."""
    return CrowdFigures(
        last=list(itertools.chain.from_iterable(one.last for one in rounds)),
        per_second=statistics.median(one.per_second for one in rounds),
        processor=statistics.median(one.processor for one in rounds),
        lost=sum(one.lost for one in rounds),
    )
