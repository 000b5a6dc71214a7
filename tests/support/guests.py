"""Users of the deployment (tests/support/deployment.py) through its proxy: programs that play, and a crowd."""

from __future__ import annotations

import http.client
import itertools
import json
import os
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from tests.support.deployment import PASSWORD, Deployment
from tests.support.servers import SECONDS_TO_START


class Client:
    """A program that plays through the proxy, and retries until it knows the outcome."""

    _keys = itertools.count(1)

    def __init__(self, deployment: Deployment, name: str) -> None:
        self.deployment, self.headers = deployment, {"Content-Type": "application/json"}
        status, body = self.call("POST", "token/", {"username": name, "password": PASSWORD})
        assert status == 200, body
        self.headers["Authorization"] = f"Token {body['token']}"

    def call(
        self, method: str, path: str, body: object = None, key: str = "", timeout: float = 20
    ) -> tuple[int, dict[str, Any]]:
        """Return the answer's status and content."""
        connection = http.client.HTTPConnection("127.0.0.1", self.deployment.port, timeout=timeout)
        headers = {**self.headers, "Idempotency-Key": key or f"{os.getpid()}-{next(self._keys)}"}
        data = None if body is None else json.dumps(body)
        connection.request(method, f"/api/v1/{path}", data, headers)
        answer = connection.getresponse()
        text = answer.read()
        connection.close()
        is_json = "json" in (answer.getheader("Content-Type") or "")
        return answer.status, json.loads(text) if is_json and text else {}

    def act_surely(self, game: int, key: str = "", **body: object) -> dict[str, Any]:
        """Send one action with one key, repeated until there is a definite answer."""
        key = key or f"{os.getpid()}-{next(self._keys)}"
        for _ in range(60):
            with suppress(OSError, http.client.HTTPException):
                status, answer = self.call("POST", f"games/{game}/actions/", body, key)
                if status < 500:
                    assert status == 200, (status, answer)
                    return answer
            time.sleep(0.25)
        raise AssertionError("no answer within fifteen seconds")


def start_game(deployment: Deployment, size: int = 19) -> tuple[int, Client, Client]:
    """Start a game; return it with Black's and White's clients."""
    black, white = Client(deployment, "hana"), Client(deployment, "goran")
    terms = {"size": size, "color": "black", "opponent": "goran"}
    status, offer = black.call("POST", "challenges/", terms)
    assert status == 201, offer
    status, game = white.call("POST", f"challenges/{offer['id']}/accept/", {})
    assert status == 201, game
    return game["id"], black, white


def points(count: int) -> list[str]:
    """Return points without captures."""
    letters = "ABCDEFGHJKLMNOPQRST"
    return [f"{letters[(2 * n) % 19]}{1 + 2 * (n // 10)}" for n in range(count) if n % 10 < 9][:count]


def play_alternately(
    game: int, sides: Sequence[Client], moves: Iterable[str], before_move: Callable[[int], object] = lambda number: None
) -> list[float]:
    """Play these moves; return the duration of each answer."""
    spent = []
    for number, move in enumerate(moves):
        before_move(number)
        begun = time.monotonic()
        sides[number % 2].act_surely(game, kind="play", point=move, expected=number)
        spent.append(time.monotonic() - begun)
    return spent


@dataclass
class Answer:
    """An answer to a visitor: the time of the request since the database stopped, its duration, and the result."""

    asked: float
    took: float
    status: int
    honest: bool
    """Whether it says when to retry, to programs as a problem document."""


class Crowd:
    """Visitors who request pages and the API, each from their own address, one after the other."""

    PATHS = ("/waiting/", "/api/v1/players/aino/", "/", "/api/v1/players/goran/", "/u/aino/")

    def __init__(self, deployment: Deployment, size: int) -> None:
        self.deployment, self._over = deployment, threading.Event()
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
            connection = http.client.HTTPConnection(
                "127.0.0.1", self.deployment.port, timeout=60, source_address=source
            )
            connection.request("GET", path)
            answer = connection.getresponse()
            answer.read()
            connection.close()
            kind = "application/problem+json" if path.startswith("/api/") else "text/html; charset=utf-8"
            honest = bool(answer.getheader("Retry-After")) and answer.getheader("Content-Type") == kind
            self.answers.append(Answer(asked, time.monotonic() - asked, answer.status, answer.status < 500 or honest))

    def has_been_served(self) -> bool:
        """Return whether, within a minute, as many new requests have been answered as there are visitors."""
        now = time.monotonic()
        while time.monotonic() < now + 60:
            if len([one for one in self.answers[:] if one.asked >= now]) > len(self.threads):
                return True
            time.sleep(0.05)
        return False

    def leave(self, instant: float) -> list[Answer]:
        """Stop the requests; return all answers in the order of the requests, with times relative to this instant."""
        self._over.set()
        for thread in self.threads:
            thread.join(SECONDS_TO_START)
        for answer in self.answers:
            answer.asked -= instant
        return sorted(self.answers, key=lambda answer: answer.asked)
