"""The whole house as processes (tests/support/house.py), tried through the proxy as it ships."""

from __future__ import annotations

import http.client
import itertools
import json
import os
import random
import signal
import subprocess
import threading
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any

import pytest
import requests
from playwright.sync_api import expect, sync_playwright
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from tests.support.databases import fill
from tests.support.house import PASSWORD, ROOT, House
from tests.support.programs import need
from tests.support.servers import SECONDS_TO_START, postgres, redis

pytestmark = [pytest.mark.postgres, pytest.mark.nightly, pytest.mark.xdist_group("house")]


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    """With servers of its own, for some tests halt them."""
    with postgres() as database, redis() as broker:
        fill(database)
        running = House(tmp_path_factory.mktemp("house"), DATABASE_URL=database, REDIS_URL=broker)
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

    def act_surely(self, game: int, key: str = "", **body) -> dict:
        """One action with one key, tried until there is an answer that decides."""
        key = key or f"{os.getpid()}-{next(self._keys)}"
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
    games = json.loads((ROOT / "goserver" / "management" / "demo_games.json").read_text())
    return max((g["moves"].split() for g in games), key=len)


def listen(house: House, game: int, count: int, heard: list[int]) -> None:
    with connect(f"ws://127.0.0.1:{house.port}/ws/games/{game}/?since=0") as socket:
        while len(heard) < count:
            frame = json.loads(socket.recv(timeout=SECONDS_TO_START))
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
        listener.join(SECONDS_TO_START)

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
            process.wait(SECONDS_TO_START)
            house.start_web(victim)
            assert house.wait_for_web(victim)

    play_alternately(game, (black, white), moves, disturb)

    assert_whole(game, black, moves)
    house.manage("check_games", str(game))


def port_of(address: str) -> str:
    return address.rpartition(":")[2].partition("/")[0]


def pids(*pgrep: str) -> list[int]:
    done = subprocess.run([need("pgrep"), *pgrep], capture_output=True, text=True, check=True)
    return [int(pid) for pid in done.stdout.split()]


def redis_pid(house: House) -> int:
    return pids("-f", f"(redis|valkey)-server .*:{port_of(house.environment['REDIS_URL'])}")[0]


def server_pid(house: House) -> int:
    port = port_of(house.environment["DATABASE_URL"])
    oldest, *_ = pids("-o", "-f", f"postgres -D .* -p {port}")  # a child is called so, too, until it has a title
    return oldest


@contextmanager
def hanging_database(house: House) -> Iterator[None]:
    """The server stands still, and then its children, which each serve a connection."""
    stopped = [server_pid(house)]
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


def test_play_goes_on_while_redis_hangs(house):
    game, black, white = start_game(house)
    moves, pid = points(16), redis_pid(house)
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
    body = {"kind": "play", "point": moves[4], "expected": 4}
    with hanging_database(house):
        begun = time.monotonic()
        status, answer = black.call("POST", f"games/{game}/actions/", body, key=f"hangs-{game}")
        spent = time.monotonic() - begun

    assert status == 503, answer
    assert spent < 10
    assert black.act_surely(game, key=f"hangs-{game}", **body)["number"] == 5
    assert_whole(game, black, moves[:5])


SECONDS_OF_HANGING = float(os.environ.get("IGO_EXPLORE_HANG", "7"))


@dataclass
class Answer:
    """When a visitor asked, counted from when the database stopped, how long it took, and what came."""

    asked: float
    took: float
    status: int
    honest: bool
    """Whether it says when to come back, to programs as a problem."""


class Crowd:
    """Visitors who look at pages and ask the API, each from an address of their own, one after the other."""

    PATHS = ("/waiting/", "/api/v1/players/aino/", "/", "/api/v1/players/goran/", "/u/aino/")

    def __init__(self, house: House, size: int) -> None:
        self.house, self._over = house, threading.Event()
        self.answers: list[Answer] = []
        self.threads = [threading.Thread(target=self._visit, args=(number,)) for number in range(size)]
        for thread in self.threads:
            thread.start()

    def _visit(self, number: int) -> None:
        for path in itertools.cycle(self.PATHS[number % 5 :] + self.PATHS[: number % 5]):
            if self._over.wait(0.15):
                return
            asked = time.monotonic()
            source = (f"127.0.1.{number + 1}", 0)
            connection = http.client.HTTPConnection("127.0.0.1", self.house.port, timeout=60, source_address=source)
            connection.request("GET", path)
            answer = connection.getresponse()
            answer.read()
            connection.close()
            kind = "application/problem+json" if path.startswith("/api/") else "text/html; charset=utf-8"
            honest = bool(answer.getheader("Retry-After")) and answer.getheader("Content-Type") == kind
            self.answers.append(Answer(asked, time.monotonic() - asked, answer.status, answer.status < 500 or honest))

    def has_been_served(self) -> bool:
        """Whether within a minute so many have been answered who ask from now on as there are visitors."""
        now = time.monotonic()
        while time.monotonic() < now + 60:
            if len([one for one in self.answers[:] if one.asked >= now]) > len(self.threads):
                return True
            time.sleep(0.05)
        return False

    def leave(self, instant: float) -> list[Answer]:
        """No more requests; all answers in the order of asking, their times counted from this instant."""
        self._over.set()
        for thread in self.threads:
            thread.join(SECONDS_TO_START)
        for answer in self.answers:
            answer.asked -= instant
        return sorted(self.answers, key=lambda answer: answer.asked)


def test_a_database_that_hangs_under_load_is_told_at_once_and_forgotten_within_three_seconds_F05(house):
    """Thirty visitors at eight threads: nobody waits for what the proxy has given up."""
    crowd = Crowd(house, 30)
    stopped = time.monotonic()
    try:
        assert crowd.has_been_served()
        with hanging_database(house):
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
        said = [one for one in answers if second <= one.asked < second + 1]
        if said:
            counts = dict(sorted(Counter(one.status for one in said).items()))
            print(f"{second:+4d} s: {counts}, slowest {max(one.took for one in said):.1f} s")


# The proxy as it ships


def signed_in(browser, house: House, name: str) -> Any:
    page = browser.new_context(base_url=f"http://127.0.0.1:{house.port}").new_page()
    page.goto("/accounts/login/")
    page.fill("[name=login]", name)
    page.fill("[name=password]", PASSWORD)
    page.click("main form button")
    page.wait_for_url("**/games/")
    return page


def test_a_move_in_one_browser_is_seen_in_the_other_through_the_proxy(house):
    game, *_ = start_game(house)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=need("chromium"), args=["--no-sandbox", "--disable-gpu"])
        black, white = signed_in(browser, house, "hana"), signed_in(browser, house, "goran")
        with white.expect_websocket(lambda socket: f"/ws/games/{game}/" in socket.url) as opened:
            white.goto(f"/g/{game}/")
        opened.value.wait_for_event("framereceived")
        black.goto(f"/g/{game}/")
        black.wait_for_timeout(450)  # the guard against taps that were meant for the page before
        black.locator("[role=gridcell][value=Q16]").click()
        black.locator("#bar #submit").click()

        expect(white.locator("#live")).to_contain_text("Black played Q16", timeout=30_000)
        assert white.locator("main").get_attribute("data-number") == "1"
        browser.close()


def test_a_socket_is_opened_for_the_pages_of_this_site_only(house):
    """What browsers send: an Origin, which must be the Host that they ask for."""
    game, *_ = start_game(house)
    url = f"ws://127.0.0.1:{house.port}/ws/games/{game}/"

    with connect(url, origin=f"http://127.0.0.1:{house.port}") as socket:
        assert json.loads(socket.recv(timeout=SECONDS_TO_START))
    for origin in ("http://evil.example", f"http://127.0.0.1:{house.port + 1}", "null"):
        with pytest.raises(InvalidStatus, match="403"):
            connect(url, origin=origin)


def get(house: House, path: str) -> tuple[int, str, str, bytes]:
    """Status, media type, Retry-After and body of what the proxy answers."""
    connection = http.client.HTTPConnection("127.0.0.1", house.port, timeout=60)
    connection.request("GET", path)
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    return answer.status, answer.getheader("Content-Type"), answer.getheader("Retry-After"), body


def test_processes_that_come_back_at_other_addresses_are_found_within_seconds(house):
    """As when containers are made anew: the old address answers nobody, and nothing else is told to the proxy."""
    was = house.names.addresses["web"]
    try:
        house.names.addresses["web"] = ["127.0.0.99"]
        until = time.monotonic() + SECONDS_TO_START
        while get(house, "/healthz")[0] == 200 and time.monotonic() < until:
            time.sleep(0.1)
        page, program = get(house, "/games/"), get(house, "/api/v1/games/")
    finally:
        house.names.addresses["web"] = was
    begun = time.monotonic()
    while get(house, "/healthz")[0] != 200 and time.monotonic() < begun + SECONDS_TO_START:
        time.sleep(0.1)
    back = time.monotonic() - begun

    assert page[:3] == (503, "text/html; charset=utf-8", "5")
    assert "Yritä uudelleen" in page[3].decode()
    assert program[:3] == (503, "application/problem+json", "5")
    assert json.loads(program[3])["code"] == "unavailable"
    assert back < 10


def test_the_web_processes_open_no_door_but_the_one_for_requests(house):
    for log in house.folder.glob("web*.log"):
        assert "Listening at" in log.read_text()
        assert "ontrol socket" not in log.read_text()


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
        since, until = first, time.monotonic() + SECONDS_TO_START
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
        thread.join(SECONDS_TO_START)

    assert len(followers) + len(mine) == 100
    for one in followers:
        assert one.numbers == list(range(1, len(moves) + 1)), one.error
    for one in mine:
        assert one.numbers == list(range(last_event + 1, last_event + len(moves) + 1)), one.error
    assert sum(one.connections for one in (*followers, *mine)) > 300


def _position(house: House, client: Client) -> int:
    """The number of the player's last event."""
    connection = http.client.HTTPConnection("127.0.0.1", house.port, timeout=60)
    connection.request("GET", "/api/v1/events?wait=0", headers=client.headers)
    hello = json.loads(connection.getresponse().readline())
    connection.close()
    return hello["number"]


def upload(house: House, cookies: dict[str, str], sgf: bytes) -> int:
    """The status of what the page of files answers."""
    fields = {"csrfmiddlewaretoken": (None, cookies["csrftoken"].encode()), "file": ("a.sgf", sgf)}
    url = f"http://127.0.0.1:{house.port}/new/sgf/"
    return requests.post(url, files=fields, cookies=cookies, timeout=60).status_code


def test_twenty_files_at_once_are_answered_and_pages_go_on_S23(house):
    """Of a megabyte, which do not come to the web processes; and of a long game with its comments."""
    people = []
    for name in ("aino", "babak"):
        session = requests.Session()
        session.get(f"http://127.0.0.1:{house.port}/accounts/login/", timeout=60)
        fields = {"login": name, "password": PASSWORD, "csrfmiddlewaretoken": session.cookies["csrftoken"]}
        session.post(f"http://127.0.0.1:{house.port}/accounts/login/", fields, timeout=60)
        people.append(session.cookies.get_dict())
    moves = "".join(f";{'BW'[n % 2]}[{chr(97 + n % 9 * 2)}{chr(97 + n // 9)}]" for n in range(160))
    game = f"(;SZ[19]{moves};C[{'x' * 20_000}])".encode()
    statuses, crowd = {}, Crowd(house, 3)
    try:
        for name, file in (("large", b"x" * 1_200_000), ("game", game)):
            with ThreadPoolExecutor(20) as pool:
                found = list(pool.map(lambda number: upload(house, people[number % 2], file), range(20)))
            statuses[name] = set(found)
    finally:
        pages = crowd.leave(0)

    assert statuses == {"large": {413}, "game": {200}}
    assert {page.status for page in pages} == {200}


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
