"""The whole house as processes: proxy, two web processes, sockets, worker, PostgreSQL, Redis.

The same parts as in docker-compose.yml, on ports of this machine.
"""

from __future__ import annotations

import http.client
import itertools
import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import yaml
from websockets.sync.client import connect

from tests.support.programs import find
from tests.support.servers import free_port, wait_until_open

ROOT = Path(__file__).resolve().parents[2]
PASSWORD = "correct horse"

pytestmark = [
    pytest.mark.postgres,
    pytest.mark.skipif("not os.environ.get('REDIS_URL')", reason="needs PostgreSQL and Redis"),
]
assert os


def sockets_command() -> list[str]:
    """What docker-compose.yml starts for sockets, but for where it listens."""
    compose = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
    _, *arguments = compose["services"]["sockets"]["command"]
    return [part for part in arguments if not part.startswith(("--host", "--port"))]


class House:
    """All processes; `stop` ends them."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.processes, self._losses = folder, {}, 0
        self.environment = {
            **os.environ, "IGO_BOOTSTRAPPED": "1", "IGO_DATA_DIR": str(folder), "IGO_PROXIES": "1",
            "IGO_PERSISTENT_CONNECTIONS": "1", "PYTHONPATH": str(ROOT),
        }  # fmt: skip
        self.environment.pop("DJANGO_SETTINGS_MODULE", None)
        self.port, self.web_ports, self.socket_port = free_port(), (free_port(), free_port()), free_port()
        self.manage("migrate", "-v0")
        self.manage("collectstatic", "--noinput", "-v0")
        with suppress(subprocess.CalledProcessError):
            self.manage("demo", "--password", PASSWORD)
        for number, port in enumerate(self.web_ports):
            self.start_web(number, port)
        self._start("sockets", "-m", "uvicorn", *sockets_command(), "--port", str(self.socket_port))
        self._start("worker", "-m", "celery", "-A", "goserver", "worker", "--concurrency", "1", "--loglevel", "ERROR")
        self._start_proxy()
        for port in (*self.web_ports, self.socket_port, self.port):
            assert wait_until_open(port, 60), port

    def manage(self, *arguments: str) -> None:
        command = [sys.executable, str(ROOT / "manage.py"), *arguments]
        subprocess.run(command, cwd=ROOT, env=self.environment, check=True, capture_output=True)

    def start_web(self, number: int, port: int) -> None:
        config = str(ROOT / "deploy" / "gunicorn.py")
        environment = {"WEB_WORKERS": "1"}
        self._start(
            f"web{number}", "-m", "gunicorn", "goserver.wsgi", "--config", config, "--bind", f"127.0.0.1:{port}",
            **environment,
        )  # fmt: skip

    def _start(self, name: str, *arguments: str, **environment: str) -> None:
        log = (self.folder / f"{name}.log").open("ab")
        self.processes[name] = subprocess.Popen(
            [sys.executable, *arguments], cwd=ROOT, env={**self.environment, **environment},
            stdout=log, stderr=log, start_new_session=True,
        )  # fmt: skip

    def _start_proxy(self) -> None:
        """nginx with the shipped configuration, its addresses replaced by ours."""
        servers = "".join(f"server 127.0.0.1:{port} max_fails=0;" for port in self.web_ports)
        shipped = (ROOT / "deploy" / "nginx.conf").read_text()
        ours = shipped.replace("listen 80;", f"listen 127.0.0.1:{self.port};").replace("${TRUSTED_PROXY}", "192.0.2.1")
        ours = ours.replace("http://web:8000", "http://web").replace("sockets:8001", f"127.0.0.1:{self.socket_port}")
        ours = ours.replace("rate=30r/s", "rate=2000r/s").replace("burst=60", "burst=2000")
        config = self.folder / "nginx.conf"
        config.write_text(
            f"daemon off; pid {self.folder}/nginx.pid; error_log {self.folder}/nginx.log; user root;\n"
            "events {}\nhttp { access_log off; client_body_temp_path /tmp; proxy_temp_path /tmp;\n"
            f"upstream web {{ {servers} }}\n{ours} }}\n"
        )
        nginx = find("nginx")
        assert nginx
        self.processes["proxy"] = subprocess.Popen([nginx, "-c", str(config), "-e", str(self.folder / "nginx.log")])

    def has_lost_redis(self) -> bool:
        """Whether a web process said so since this was last asked."""
        logs = [self.folder / f"web{number}.log" for number in range(len(self.web_ports))]
        said = sum(log.read_text().count("the limiter counts in this process only") for log in logs)
        more, self._losses = said > self._losses, said
        return more

    def stop(self) -> None:
        for process in self.processes.values():
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL) if process.args[0] == sys.executable else process.terminate()


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    if find("nginx") is None:
        pytest.skip("nginx is not installed")
    running = House(tmp_path_factory.mktemp("house"))
    yield running
    running.stop()


class Client:
    """A program that plays through the proxy, and tries again until it knows the outcome."""

    _keys = itertools.count(1)

    def __init__(self, house: House, name: str) -> None:
        self.house, self.headers = house, {"Content-Type": "application/json"}
        status, body = self.call("POST", "token/", {"username": name, "password": PASSWORD})
        assert status == 200, body
        self.headers["Authorization"] = f"Token {body['token']}"

    def call(self, method: str, path: str, body=None, key: str = "", timeout: float = 20) -> tuple[int, dict]:
        connection = http.client.HTTPConnection("127.0.0.1", self.house.port, timeout=timeout)
        headers = {**self.headers, "Idempotency-Key": key or f"{os.getpid()}-{next(self._keys)}"}
        data = None if body is None else json.dumps(body)
        connection.request(method, f"/api/v1/{path}", data, headers)
        answer = connection.getresponse()
        text = answer.read()
        connection.close()
        is_json = "json" in (answer.getheader("Content-Type") or "")
        return answer.status, json.loads(text) if is_json and text else {}

    def act_surely(self, game: int, **body) -> dict:
        """One action with one key, tried until there is an answer that decides."""
        key = f"{os.getpid()}-{next(self._keys)}"
        for _ in range(60):
            with suppress(OSError, http.client.HTTPException):
                status, answer = self.call("POST", f"games/{game}/actions/", body, key)
                if status < 500:
                    assert status == 200, (status, answer)
                    return answer
            time.sleep(0.25)
        raise AssertionError("no answer within fifteen seconds")


def start_game(house: House, size: int = 19) -> tuple[int, Client, Client]:
    black, white = Client(house, "hana"), Client(house, "goran")
    terms = {"size": size, "color": "black", "opponent": "goran"}
    status, offer = black.call("POST", "challenges/", terms)
    assert status == 201, offer
    status, game = white.call("POST", f"challenges/{offer['id']}/accept/", {})
    assert status == 201, game
    return game["id"], black, white


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
    games = json.loads((ROOT / "games" / "management" / "demo_games.json").read_text())
    return max((g["moves"].split() for g in games), key=len)


def listen(house: House, game: int, count: int, heard: list[int]) -> None:
    with connect(f"ws://127.0.0.1:{house.port}/ws/games/{game}/?since=0") as socket:
        while len(heard) < count:
            frame = json.loads(socket.recv(timeout=60))
            if frame["type"] == "action":
                heard.append(frame["number"])


def test_a_long_game_by_two_clients_is_seen_by_both_sockets_in_order(house):
    game, black, white = start_game(house)
    moves = moves_of_a_real_game()
    heard: tuple[list[int], list[int]] = ([], [])
    listeners = [threading.Thread(target=listen, args=(house, game, len(moves), part)) for part in heard]
    for listener in listeners:
        listener.start()

    for number, move in enumerate(moves):
        body = {"kind": "pass"} if move == "pass" else {"kind": "play", "point": move}
        (black, white)[number % 2].act_surely(game, expected=number, **body)
    for listener in listeners:
        listener.join(40)

    assert len(moves) > 240
    assert heard == (list(range(1, len(moves) + 1)),) * 2
    assert [row["number"] for row in record(game, black)] == list(range(1, len(moves) + 1))


def points(count: int):
    """Points that capture nothing."""
    letters = "ABCDEFGHJKLMNOPQRST"
    return [f"{letters[(2 * n) % 19]}{1 + 2 * (n // 10)}" for n in range(count) if n % 10 < 9][:count]


def play_alternately(game: int, sides, moves, before_move=lambda number: None) -> list[float]:
    """Play these moves; how long each answer took."""
    spent = []
    for number, move in enumerate(moves):
        before_move(number)
        begun = time.monotonic()
        sides[number % 2].act_surely(game, kind="play", point=move, expected=number)
        spent.append(time.monotonic() - begun)
    return spent


def assert_whole(game: int, client: Client, moves) -> None:
    assert [row["point"] for row in record(game, client)] == moves


def test_web_processes_killed_and_stopped_in_mid_game_lose_and_double_nothing(house):
    game, black, white = start_game(house)
    moves = points(40)

    def disturb(number: int) -> None:
        victim = number // 10 % 2
        process = house.processes[f"web{victim}"]
        if number % 10 == 5:
            kill = signal.SIGKILL if number < 20 else signal.SIGTERM
            threading.Timer(0.01, os.killpg, (process.pid, kill)).start()
        elif number % 10 == 8:
            process.wait(30)
            house.start_web(victim, house.web_ports[victim])
            assert wait_until_open(house.web_ports[victim], 30)

    play_alternately(game, (black, white), moves, disturb)

    assert_whole(game, black, moves)
    house.manage("check_games", str(game))


def port_of(variable: str) -> str:
    return os.environ[variable].rpartition(":")[2].partition("/")[0]


def pids(*pgrep: str) -> list[int]:
    done = subprocess.run(["pgrep", *pgrep], capture_output=True, text=True, check=True)
    return [int(pid) for pid in done.stdout.split()]


def redis_pid() -> int:
    return pids("-f", f"(redis|valkey)-server .*:{port_of('REDIS_URL')}")[0]


def database_pids() -> list[int]:
    """The server and its children, which each serve a connection."""
    (server,) = (p for p in pids("-f", f"postgres -D .* -p {port_of('DATABASE_URL')}") if p != os.getpid())
    return [server, *pids("-P", str(server))]


def test_play_goes_on_while_redis_hangs(house):
    game, black, white = start_game(house)
    moves, pid = points(16), redis_pid()
    os.kill(pid, signal.SIGSTOP)
    try:
        spent = play_alternately(game, (black, white), moves)
    finally:
        os.kill(pid, signal.SIGCONT)

    assert max(spent) < 5
    assert_whole(game, black, moves)
    heard: list[int] = []
    listen(house, game, len(moves), heard)
    assert heard == list(range(1, len(moves) + 1))


def test_a_database_that_hangs_is_a_503_within_bounds_and_nothing_is_lost(house):
    game, black, white = start_game(house)
    moves = points(8)
    play_alternately(game, (black, white), moves[:4])
    stopped = database_pids()
    for pid in stopped:
        os.kill(pid, signal.SIGSTOP)
    try:
        begun = time.monotonic()
        body = {"kind": "play", "point": moves[4], "expected": 4}
        status, answer = black.call("POST", f"games/{game}/actions/", body, key="while-it-hangs")
        spent = time.monotonic() - begun
    finally:
        for pid in stopped:
            os.kill(pid, signal.SIGCONT)

    assert status == 503, answer
    assert spent < 10
    status, answer = black.call("POST", f"games/{game}/actions/", body, key="while-it-hangs")
    assert (status, answer.get("number")) == (200, 5)
    assert_whole(game, black, moves[:5])


# Streams and limits


class Follower:
    """Follows a stream through the proxy, hangs up now and then, and comes back with the last number it has."""

    def __init__(self, house: House, path: str, headers: dict[str, str], dice: random.Random) -> None:
        self.house, self.path, self.headers, self.dice = house, path, headers, dice
        self.numbers: list[int] = []
        self.connections = 0
        self.error = ""

    def follow(self, first: int, last: int) -> None:
        """Until the number `last` has come, from `first` on."""
        since, until = first, time.monotonic() + 90
        while since < last and time.monotonic() < until:
            try:
                since = self._once(since, last)
            except OSError as error:
                self.error = repr(error)
            time.sleep(self.dice.uniform(0, 0.3))

    def _once(self, since: int, last: int) -> int:
        self.connections += 1
        left = self.dice.randint(3, 25)
        connection = http.client.HTTPConnection("127.0.0.1", self.house.port, timeout=60)
        connection.request("GET", f"/api/v1/{self.path}?since={since}", headers=self.headers)
        answer = connection.getresponse()
        if answer.status != 200:
            self.error = f"{answer.status} {answer.read(200)!r}"
            connection.close()
            return since
        while left and since < last:
            line = answer.readline().strip()
            frame = json.loads(line) if line else {"type": "heartbeat"}
            if "number" in frame and frame["type"] != "hello":
                since = frame["number"]
                self.numbers.append(since)
                left -= 1
        answer.close()
        connection.close()
        return since


def test_a_hundred_streams_with_reconnects_miss_nothing_and_double_nothing(house):
    names = ["aino", "babak", "cyrus", "dara", "emre", "fiona", "goran"]
    headers = {name: Client(house, name).headers for name in names}
    game, black, white = start_game(house)
    moves, dice = points(80), random.Random(5)
    last_event = _position(house, black)
    followers = [
        Follower(house, f"games/{game}/events", headers[names[number % 7]], random.Random(number))
        for number in range(90)
    ]  # fmt: skip
    mine = [Follower(house, "events", black.headers, random.Random(100 + number)) for number in range(10)]
    threads = [threading.Thread(target=one.follow, args=(0, len(moves))) for one in followers]
    threads += [threading.Thread(target=one.follow, args=(last_event, last_event + len(moves))) for one in mine]
    for thread in threads:
        thread.start()

    play_alternately(game, (black, white), moves, lambda number: time.sleep(dice.uniform(0, 0.1)))
    for thread in threads:
        thread.join(120)

    assert len(followers) + len(mine) == 100
    for one in followers:
        assert one.numbers == list(range(1, len(moves) + 1)), one.error
    for one in mine:
        assert one.numbers == list(range(last_event + 1, last_event + len(moves) + 1)), one.error
    assert sum(one.connections for one in (*followers, *mine)) > 300


def _position(house: House, client: Client) -> int:
    """The number of the player's last event."""
    connection = http.client.HTTPConnection("127.0.0.1", house.port, timeout=20)
    connection.request("GET", "/api/v1/events?wait=0", headers=client.headers)
    hello = json.loads(connection.getresponse().readline())
    connection.close()
    return hello["number"]


def tries(house: House, count: int, method: str, path: str, headers: dict[str, str], source: str) -> list[Any]:
    """So many parallel tries from one address, each with another forged X-Forwarded-For."""

    def one(number: int):
        connection = http.client.HTTPConnection("127.0.0.1", house.port, timeout=60, source_address=(source, 0))
        forged = {"X-Forwarded-For": f"198.51.{number // 250}.{number % 250}", "X-Real-IP": f"203.0.113.{number % 250}"}
        body = "{}" if method == "POST" else None
        connection.request(method, f"/api/v1/{path}", body, {**headers, **forged})
        answer = connection.getresponse()
        answer.read()
        connection.close()
        return answer

    with ThreadPoolExecutor(24) as pool:
        return list(pool.map(one, range(count)))


@pytest.mark.parametrize(
    ("who", "method", "path", "limit"), [("fiona", "POST", "notices/", 240), (None, "GET", "players/aino/", 300)]
)
def test_limits_are_exact_under_a_thousand_parallel_tries_with_forged_addresses(house, who, method, path, limit):
    headers = {"Content-Type": "application/json"} if who is None else Client(house, who).headers

    answers = tries(house, 1000, method, path, headers, "127.0.0.7")
    if house.has_lost_redis():  # the machine stood still for half a second: each process counted for itself
        time.sleep(70)
        answers = tries(house, 1000, method, path, headers, "127.0.0.7")

    passed = [one for one in answers if one.status == 200]
    refused = [one for one in answers if one.status == 429]
    assert (len(passed), len(refused)) == (limit, 1000 - limit)
    assert all(1 <= int(one.getheader("Retry-After")) <= 61 for one in refused)
