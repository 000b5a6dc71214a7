"""The whole deployment as processes: pages, sockets, streams, files and limits through the deployed proxy."""

from __future__ import annotations

import http.client
import json
import random
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
import requests
from playwright.sync_api import expect, sync_playwright
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from tests.support.deployment import PASSWORD, Deployment
from tests.support.guests import Client, Crowd, play_alternately, points, start_game
from tests.support.programs import need
from tests.support.servers import SECONDS_TO_START

pytestmark = [pytest.mark.postgres, pytest.mark.nightly, pytest.mark.xdist_group("deployment")]


def signed_in(browser, deployment: Deployment, name: str) -> Any:
    page = browser.new_context(base_url=f"http://127.0.0.1:{deployment.port}").new_page()
    page.goto("/accounts/login/")
    page.fill("[name=login]", name)
    page.fill("[name=password]", PASSWORD)
    page.click("main form button")
    page.wait_for_url("**/games/")
    return page


def test_a_move_in_one_browser_is_seen_in_the_other_through_the_proxy(deployment):
    game, *_ = start_game(deployment)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=need("chromium"), args=["--no-sandbox", "--disable-gpu"])
        black, white = signed_in(browser, deployment, "hana"), signed_in(browser, deployment, "goran")
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


def test_a_socket_is_opened_for_the_pages_of_this_site_only(deployment):
    """Browsers send an Origin, which must equal the requested Host."""
    game, *_ = start_game(deployment)
    url = f"ws://127.0.0.1:{deployment.port}/ws/games/{game}/"

    with connect(url, origin=f"http://127.0.0.1:{deployment.port}") as socket:
        assert json.loads(socket.recv(timeout=SECONDS_TO_START))
    for origin in ("http://evil.example", f"http://127.0.0.1:{deployment.port + 1}", "null"):
        with pytest.raises(InvalidStatus, match="403"):
            connect(url, origin=origin)


def get(deployment: Deployment, path: str) -> tuple[int, str, str, bytes]:
    """Status, media type, Retry-After and body of what the proxy answers."""
    connection = http.client.HTTPConnection("127.0.0.1", deployment.port, timeout=60)
    connection.request("GET", path)
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    return answer.status, answer.getheader("Content-Type"), answer.getheader("Retry-After"), body


def test_processes_that_come_back_at_other_addresses_are_found_within_seconds(deployment):
    """As when containers are created again: the old address is dead, and the proxy gets no other information."""
    was = deployment.names.addresses["web"]
    try:
        deployment.names.addresses["web"] = ["127.0.0.99"]
        until = time.monotonic() + SECONDS_TO_START
        while get(deployment, "/healthz")[0] == 200 and time.monotonic() < until:
            time.sleep(0.1)
        page, program = get(deployment, "/games/"), get(deployment, "/api/v1/games/")
    finally:
        deployment.names.addresses["web"] = was
    begun = time.monotonic()
    while get(deployment, "/healthz")[0] != 200 and time.monotonic() < begun + SECONDS_TO_START:
        time.sleep(0.1)
    back = time.monotonic() - begun

    assert page[:3] == (503, "text/html; charset=utf-8", "5")
    assert "Yritä uudelleen" in page[3].decode()
    assert program[:3] == (503, "application/problem+json", "5")
    assert json.loads(program[3])["code"] == "unavailable"
    assert back < 10


def test_the_web_processes_open_no_port_but_the_one_for_requests(deployment):
    for log in deployment.folder.glob("web*.log"):
        assert "Listening at" in log.read_text()
        assert "ontrol socket" not in log.read_text()


# Streams and limits


class Follower:
    """Follows a stream through the proxy, hangs up now and then, and comes back with the last number it has."""

    def __init__(self, deployment: Deployment, path: str, headers: dict[str, str], dice: random.Random) -> None:
        self.deployment, self.path, self.headers, self.dice = deployment, path, headers, dice
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
        connection = http.client.HTTPConnection("127.0.0.1", self.deployment.port, timeout=60)
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


def test_a_hundred_streams_with_reconnects_miss_nothing_and_double_nothing(deployment):
    names = ["aino", "babak", "cyrus", "dara", "emre", "fiona", "goran"]
    headers = {name: Client(deployment, name).headers for name in names}
    game, black, white = start_game(deployment)
    moves, dice = points(80), random.Random(5)
    last_event = _position(deployment, black)
    followers = [
        Follower(deployment, f"games/{game}/events", headers[names[number % 7]], random.Random(number))
        for number in range(90)
    ]  # fmt: skip
    mine = [Follower(deployment, "events", black.headers, random.Random(100 + number)) for number in range(10)]
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


def _position(deployment: Deployment, client: Client) -> int:
    """The number of the player's last event."""
    connection = http.client.HTTPConnection("127.0.0.1", deployment.port, timeout=60)
    connection.request("GET", "/api/v1/events?wait=0", headers=client.headers)
    hello = json.loads(connection.getresponse().readline())
    connection.close()
    return hello["number"]


def upload(deployment: Deployment, cookies: dict[str, str], sgf: bytes) -> int:
    """The status of what the page of files answers."""
    fields = {"csrfmiddlewaretoken": (None, cookies["csrftoken"].encode()), "file": ("a.sgf", sgf)}
    url = f"http://127.0.0.1:{deployment.port}/new/sgf/"
    return requests.post(url, files=fields, cookies=cookies, timeout=60).status_code


def test_twenty_files_at_once_are_answered_and_pages_go_on_S23(deployment):
    """Of a megabyte, which do not come to the web processes; and of a long game with its comments."""
    people = []
    for name in ("aino", "babak"):
        session = requests.Session()
        session.get(f"http://127.0.0.1:{deployment.port}/accounts/login/", timeout=60)
        fields = {"login": name, "password": PASSWORD, "csrfmiddlewaretoken": session.cookies["csrftoken"]}
        session.post(f"http://127.0.0.1:{deployment.port}/accounts/login/", fields, timeout=60)
        people.append(session.cookies.get_dict())
    moves = "".join(f";{'BW'[n % 2]}[{chr(97 + n % 9 * 2)}{chr(97 + n // 9)}]" for n in range(160))
    game = f"(;SZ[19]{moves};C[{'x' * 20_000}])".encode()
    statuses, crowd = {}, Crowd(deployment, 3)
    try:
        for name, file in (("large", b"x" * 1_200_000), ("game", game)):
            with ThreadPoolExecutor(20) as pool:
                found = list(pool.map(lambda number: upload(deployment, people[number % 2], file), range(20)))
            statuses[name] = set(found)
    finally:
        pages = crowd.leave(0)

    assert statuses == {"large": {413}, "game": {200}}
    assert {page.status for page in pages} == {200}


def tries(
    deployment: Deployment, count: int, method: str, path: str, headers: dict[str, str], source: str
) -> list[Any]:
    """This many parallel tries from one address, each with another forged X-Forwarded-For."""

    def one(number: int):
        connection = http.client.HTTPConnection("127.0.0.1", deployment.port, timeout=60, source_address=(source, 0))
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
def test_limits_are_exact_under_a_thousand_parallel_tries_with_forged_addresses(deployment, who, method, path, limit):
    headers = {"Content-Type": "application/json"} if who is None else Client(deployment, who).headers

    answers = tries(deployment, 1000, method, path, headers, "127.0.0.7")
    if deployment.has_lost_redis():  # the machine stood still for half a second: each process counted for itself
        time.sleep(70)
        answers = tries(deployment, 1000, method, path, headers, "127.0.0.7")

    passed = [one for one in answers if one.status == 200]
    refused = [one for one in answers if one.status == 429]
    assert (len(passed), len(refused)) == (limit, 1000 - limit)
    assert all(1 <= int(one.getheader("Retry-After")) <= 61 for one in refused)
