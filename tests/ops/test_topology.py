"""The whole deployment as processes (tests/support/deployment.py): games continue while its parts are killed or
hang."""

from __future__ import annotations

import http.client
import json
import os
import signal
import subprocess
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import pytest
from websockets.sync.client import connect

from tests.support.deployment import ROOT, WEB, Deployment
from tests.support.guests import Answer, Client, Crowd, play_alternately, points, start_game
from tests.support.programs import need
from tests.support.servers import SECONDS_TO_START

pytestmark = [pytest.mark.postgres, pytest.mark.nightly, pytest.mark.xdist_group("deployment")]


def record(game: int, client: Client) -> list[dict]:
    rows: list[dict] = []
    while True:
        status, page = client.call("GET", f"games/{game}/actions/?after={len(rows)}")
        if status >= 500:
            time.sleep(0.25)
            continue
        if not page["results"]:
            return rows
        rows += page["results"]


def moves_of_a_real_game() -> list[str]:
    games = json.loads((ROOT / "goserver" / "management" / "demo_games.json").read_text())
    return max((g["moves"].split() for g in games), key=len)


def listen(deployment: Deployment, game: int, count: int, received: list[int]) -> None:
    with connect(f"ws://127.0.0.1:{deployment.port}/ws/games/{game}/?since=0") as socket:
        while len(received) < count:
            frame = json.loads(socket.recv(timeout=SECONDS_TO_START))
            if frame["type"] == "action":
                received.append(frame["number"])


def test_a_long_game_by_two_clients_is_seen_by_both_sockets_in_order(deployment):
    game, black, white = start_game(deployment)
    moves = moves_of_a_real_game()
    texts: tuple[list[int], list[int]] = ([], [])
    listeners = [threading.Thread(target=listen, args=(deployment, game, len(moves), part)) for part in texts]
    for listener in listeners:
        listener.start()

    for number, move in enumerate(moves):
        body = {"kind": "pass"} if move == "pass" else {"kind": "play", "point": move}
        (black, white)[number % 2].act_surely(game, expected=number, **body)
    for listener in listeners:
        listener.join(SECONDS_TO_START)

    assert len(moves) > 240
    assert texts == (list(range(1, len(moves) + 1)),) * 2
    assert [row["number"] for row in record(game, black)] == list(range(1, len(moves) + 1))


def assert_whole(game: int, client: Client, moves) -> None:
    assert [row["point"] for row in record(game, client)] == moves


def test_web_processes_killed_and_stopped_in_mid_game_lose_and_double_nothing(deployment):
    game, black, white = start_game(deployment)
    moves = points(40)

    def disturb(number: int) -> None:
        victim = number // 10 % 2
        process = deployment.processes[f"web{victim}"]
        if number % 10 == 5:
            kill = signal.SIGKILL if number < 20 else signal.SIGTERM
            threading.Timer(0.01, os.killpg, (process.pid, kill)).start()
        elif number % 10 == 8:
            process.wait(SECONDS_TO_START)
            deployment.start_web(victim)
            assert deployment.wait_for_web(victim)

    play_alternately(game, (black, white), moves, disturb)

    assert_whole(game, black, moves)
    deployment.manage("check_games", str(game))


def test_a_rolling_restart_refuses_no_page(deployment):
    statuses, done = Counter[int](), threading.Event()

    def visit() -> None:
        while not done.wait(0.01):
            asked = http.client.HTTPConnection("127.0.0.1", deployment.port, timeout=60)
            asked.request("GET", "/healthz")  # web processes answer it, without a rate limit
            statuses[asked.getresponse().status] += 1
            asked.close()

    visitors = [threading.Thread(target=visit) for _ in range(4)]
    for visitor in visitors:
        visitor.start()
    for number in range(len(WEB)):
        process = deployment.processes[f"web{number}"]
        process.terminate()
        process.wait(SECONDS_TO_START)
        deployment.start_web(number)
        assert deployment.wait_for_web(number)
    done.set()
    for visitor in visitors:
        visitor.join()

    assert set(statuses) == {200}, statuses


def test_a_web_process_that_hangs_is_replaced_within_half_a_minute(deployment):
    game, black, white = start_game(deployment)
    moves = points(6)
    (hanging,) = pids("-P", str(deployment.processes["web0"].pid))
    os.kill(hanging, signal.SIGSTOP)
    begun = time.monotonic()
    try:
        play_alternately(game, (black, white), moves)
        while hanging in pids("-P", str(deployment.processes["web0"].pid)):
            assert time.monotonic() < begun + 30
            time.sleep(0.2)
    finally:
        with suppress(ProcessLookupError):
            os.kill(hanging, signal.SIGCONT)

    asked = http.client.HTTPConnection(WEB[0], deployment.web_port, timeout=SECONDS_TO_START)
    asked.request("GET", "/healthz")
    assert asked.getresponse().status == 200
    assert_whole(game, black, moves)


def test_visitors_beyond_what_waits_at_once_get_503_with_retry_after_and_the_rest_a_page(deployment):
    """Each of two web processes holds 52 requests, and 64 more wait to be accepted."""
    asked = [http.client.HTTPConnection("127.0.0.1", deployment.port, timeout=30) for _ in range(450)]
    begun = time.monotonic()
    for connection in asked:
        connection.request("GET", "/api/v1/players/aino/")
    answers = [connection.getresponse() for connection in asked]
    spent = time.monotonic() - begun
    for answer in answers:
        answer.read()

    found = Counter(answer.status for answer in answers)
    assert set(found) == {200, 503}, found
    assert found[200] >= 2 * 52
    refused = [answer.headers for answer in answers if answer.status == 503]
    assert all(headers["Retry-After"] for headers in refused)
    assert not any(headers["X-Request-Id"] for headers in refused), "who was refused waited for a web process in vain"
    assert spent < 20
    assert start_game(deployment)


def port_of(address: str) -> str:
    return address.rpartition(":")[2].partition("/")[0]


def pids(*pgrep: str) -> list[int]:
    done = subprocess.run([need("pgrep"), *pgrep], capture_output=True, text=True, check=True)
    return [int(pid) for pid in done.stdout.split()]


def redis_pid(deployment: Deployment) -> int:
    return pids("-f", f"(redis|valkey)-server .*:{port_of(deployment.environment['REDIS_URL'])}")[0]


def server_pid(deployment: Deployment) -> int:
    port = port_of(deployment.environment["DATABASE_URL"])
    oldest, *_ = pids("-o", "-f", f"postgres -D .* -p {port}")  # a child has the same title at first
    return oldest


@contextmanager
def hanging_database(deployment: Deployment) -> Iterator[None]:
    """Stop the server process and then its children, which each serve a connection; resume them at the end."""
    stopped = [server_pid(deployment)]
    os.kill(stopped[0], signal.SIGSTOP)
    try:
        stopped += pids("-P", str(stopped[0]))
        for pid in stopped:
            os.kill(pid, signal.SIGSTOP)
        yield
    finally:
        for pid in stopped:
            with suppress(ProcessLookupError):  # one that was ending as its parent stood still
                os.kill(pid, signal.SIGCONT)


def test_play_goes_on_while_redis_hangs(deployment):
    game, black, white = start_game(deployment)
    moves, pid = points(16), redis_pid(deployment)
    os.kill(pid, signal.SIGSTOP)
    try:
        spent = play_alternately(game, (black, white), moves)
    finally:
        os.kill(pid, signal.SIGCONT)

    assert max(spent) < 5
    assert_whole(game, black, moves)
    calls: list[int] = []
    listen(deployment, game, len(moves), calls)
    assert calls == list(range(1, len(moves) + 1))


def test_a_database_that_hangs_is_a_503_within_bounds_and_nothing_is_lost(deployment):
    game, black, white = start_game(deployment)
    moves = points(8)
    play_alternately(game, (black, white), moves[:4])
    body = {"kind": "play", "point": moves[4], "expected": 4}
    with hanging_database(deployment):
        begun = time.monotonic()
        status, answer = black.call("POST", f"games/{game}/actions/", body, key=f"hangs-{game}")
        spent = time.monotonic() - begun

    assert status == 503, answer
    assert spent < 10
    assert black.act_surely(game, key=f"hangs-{game}", **body)["number"] == 5
    assert_whole(game, black, moves[:5])


SECONDS_OF_HANGING = float(os.environ.get("IGO_EXPLORE_HANG", "7"))


def test_a_database_that_hangs_under_load_is_reported_at_once_and_forgotten_within_three_seconds_F05(deployment):
    """Thirty visitors at eight threads: no one waits for what the proxy has given up."""
    crowd = Crowd(deployment, 30)
    stopped = time.monotonic()
    try:
        assert crowd.has_been_served()
        with hanging_database(deployment):
            stopped = time.monotonic()
            time.sleep(SECONDS_OF_HANGING)
        back = time.monotonic() - stopped
        time.sleep(3)
        assert crowd.has_been_served()
    finally:
        answers = crowd.leave(stopped)

    while_away = [one for one in answers if 0 < one.asked < back - 1]
    later = [one for one in while_away if one.asked > 5.5]
    after = [one for one in answers if one.asked > back + 3]
    print_figures(answers, back)
    assert {one.status for one in answers} <= {200, 503}
    assert all(one.honest for one in answers)
    assert max(one.took for one in while_away) < 10
    assert later
    assert max(one.took for one in later) < 2
    assert len(after) > 30
    assert {one.status for one in after} == {200}


def print_figures(answers: list[Answer], back: float) -> None:
    """Shown when the test fails, or with -s."""
    for second in range(-2, int(back) + 60):
        texts = [one for one in answers if second <= one.asked < second + 1]
        if texts:
            counts = dict(sorted(Counter(one.status for one in texts).items()))
            print(f"{second:+4d} s: {counts}, slowest {max(one.took for one in texts):.1f} s")
