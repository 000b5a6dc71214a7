"""More than one machine (docs/scaling.md), as processes: PgBouncer, a PostgreSQL replica, three web hosts, two socket
hosts, two workers, Redis with a password and a replica, and the proxy. No acknowledged move is lost."""

from __future__ import annotations

import json
import os
import random
import signal
import threading
import time
from collections.abc import Callable
from contextlib import suppress

import psycopg
import pytest
from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

from tests.ops.test_topology import assert_whole
from tests.support.databases import fill
from tests.support.deployment import Deployment
from tests.support.failover import Databases, Valkey, databases
from tests.support.guests import Client, play_alternately, points, start_game
from tests.support.servers import SECONDS_TO_START

pytestmark = [pytest.mark.postgres, pytest.mark.nightly, pytest.mark.xdist_group("many hosts")]

WEB = ("127.0.0.2", "127.0.0.3", "127.0.0.5")
SOCKETS = ("127.0.0.4", "127.0.0.6")
MOVES = 60
GAMES = 3


@pytest.fixture(scope="module")
def hosts(tmp_path_factory):
    with databases() as stored:
        fill(stored.primary)
        stored.start()
        valkey = Valkey()
        running = Deployment(
            tmp_path_factory.mktemp("hosts"), web=WEB, sockets=SOCKETS, workers=2,
            DATABASE_URL=stored.url, DATABASE_REPLICA_URL=stored.replica, IGO_PREPARED_STATEMENTS="0",
            REDIS_URL=valkey.url,
        )  # fmt: skip
        yield running, stored, valkey
        running.stop()
        valkey.stop()


def follow(deployment: Deployment, game: int, count: int, received: list[int]) -> None:
    """Receive this many actions, as a page does: whenever the socket is closed, open another for what is missing."""
    while len(received) < count:
        with suppress(OSError, WebSocketException):
            address = f"ws://127.0.0.1:{deployment.port}/ws/games/{game}/?since={len(received)}"
            with connect(address) as socket:
                while len(received) < count:
                    frame = json.loads(socket.recv(timeout=SECONDS_TO_START))
                    if frame["type"] == "action":
                        received.append(frame["number"])


def kill_web(deployment: Deployment, number: int) -> None:
    process = deployment.processes[f"web{number}"]
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    deployment.start_web(number)


def kill_worker(deployment: Deployment) -> None:
    os.killpg(deployment.processes["worker1"].pid, signal.SIGKILL)


class Ledger:
    """Games that are played at the same time; what was acknowledged in each, and what went wrong."""

    def __init__(self, deployment: Deployment) -> None:
        self.games = [start_game(deployment) for _ in range(GAMES)]
        self.moves = points(MOVES)
        self.played, self._failures = 0, list[BaseException]()

    def play(self, disturbances: list[Callable[[], object]]) -> None:
        """Play all games to the end, and disturb them in between: the next one after each share of the moves."""
        threads = [threading.Thread(target=self._play, args=one) for one in self.games]
        for thread in threads:
            thread.start()
        share = GAMES * len(self.moves) // (len(disturbances) + 1)
        for number, disturb in enumerate(disturbances, start=1):
            while self.played < number * share and not self._failures:
                time.sleep(0.05)
            disturb()
        for thread in threads:
            thread.join()
        assert not self._failures

    def _play(self, game: int, black: Client, white: Client) -> None:
        def count(number: int) -> None:
            self.played += 1

        try:
            play_alternately(game, (black, white), self.moves, count)
        except BaseException as error:
            self._failures.append(error)


def is_replica_read(stored: Databases) -> bool:
    """Whether a session of the replica has asked for more than the heartbeat, last of all."""
    with psycopg.connect(stored.replica) as connection:
        rows = connection.execute("SELECT query FROM pg_stat_activity WHERE backend_type = 'client backend'")
        return any('FROM "' in str(query) for (query,) in rows)


def test_the_replica_answers_what_may_be_old_and_no_move_is_lost_or_doubled_whatever_is_killed(hosts):
    deployment, stored, valkey = hosts
    client = Client(deployment, "aino")
    for _ in range(10):
        assert client.call("GET", "me/")[0] == 200
    assert not is_replica_read(stored)
    del client.headers["Authorization"]  # who has just made a token reads from the primary
    for _ in range(10):
        assert client.call("GET", "players/goran/")[0] == 200
    assert is_replica_read(stored)

    ledger = Ledger(deployment)
    received: list[int] = []
    listener = threading.Thread(target=follow, args=(deployment, ledger.games[0][0], len(ledger.moves), received))
    listener.start()

    ledger.play(
        [
            lambda: kill_web(deployment, random.randrange(3)),
            valkey.fail_over,
            lambda: kill_worker(deployment),
            stored.fail_over,
            lambda: kill_web(deployment, random.randrange(3)),
        ]
    )
    listener.join()

    for game, black, _white in ledger.games:
        assert_whole(game, black, ledger.moves)
    assert received == list(range(1, len(ledger.moves) + 1))
    deployment.manage("check_games", *(str(game) for game, _black, _white in ledger.games))
