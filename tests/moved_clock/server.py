"""A real server whose clock can be moved (libfaketime), and an API client for it."""

from __future__ import annotations

import glob
import json
import os
import subprocess
import sys
import time
import urllib.error
import urllib.request
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from django.utils import timezone

from tests.support.databases import put_migrated
from tests.support.newcomers import PASSWORD, sign_up
from tests.support.programs import MissingProgram, need
from tests.support.servers import SECONDS_TO_START, free_port

ROOT = Path(__file__).resolve().parents[2]
LIBRARIES = ("/usr/lib/*/faketime/libfaketimeMT.so.1", "/usr/lib/faketime/libfaketimeMT.so.1")
PEOPLE = {"black": "aino", "white": "babak"}
"""Who plays which stones: a name like a stone's is no one's."""


def library() -> str:
    """Where libfaketime is."""
    need("faketime")
    found = [path for pattern in LIBRARIES for path in glob.glob(pattern)]
    if not found:
        raise MissingProgram(f"faketime is installed, but libfaketimeMT.so.1 is in neither of {LIBRARIES}")
    return found[0]


class Server:
    """`manage.py serve` in a folder of its own, on SQLite or on a migrated database.

    `ahead` is how far its clock is in front of ours."""

    def __init__(self, folder: Path, **environment: str) -> None:
        self.folder, self.ahead, self.port = folder, timedelta(0), free_port()
        self.clock_file, self.log = folder / "ahead", folder / "log"
        inherited = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")}
        self.environment = {**inherited, "IGO_BOOTSTRAPPED": "1", "IGO_DATA_DIR": str(folder), **environment}
        self.process: subprocess.Popen[bytes] | None = None
        self.tokens: dict[str, str] = {}
        self.preload = library()
        self.move(timedelta(0))
        if not environment.get("DATABASE_URL"):
            put_migrated(folder)

    @property
    def now(self) -> datetime:
        """Return the time of the server's clock."""
        return timezone.now() + self.ahead

    def move(self, ahead: timedelta) -> None:
        """Set the server's clock so far in front of ours, also while it runs."""
        self.ahead = ahead
        self.clock_file.write_text(f"{ahead.total_seconds():+.0f}\n")

    def start(self) -> None:
        """Start it and wait until it is ready."""
        moved = {"LD_PRELOAD": self.preload, "FAKETIME_TIMESTAMP_FILE": str(self.clock_file), "FAKETIME_NO_CACHE": "1"}
        command = [sys.executable, str(ROOT / "manage.py"), "serve", "--port", str(self.port)]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(command, env={**self.environment, **moved}, stdout=log, stderr=log)
        until = time.monotonic() + SECONDS_TO_START
        while time.monotonic() < until:
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/readyz", timeout=5):
                    return
            except OSError:
                time.sleep(0.1)
        raise AssertionError(f"the server does not start: {self.log.read_text()[-2000:]}")

    def stop(self) -> None:
        """Stop it; by force when it waits on a steady clock that was set back, which only libfaketime does."""
        if self.process is None:
            return
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.process = None

    def call(self, method: str, path: str, body: Any = None, who: str = "black") -> Any:
        """The answer of the API to this person; raises HTTPError. Signs in first, and again when the token is old."""
        if who not in self.tokens:
            answer = self._send("POST", "/token/", {"username": PEOPLE[who], "password": PASSWORD}, None)
            self.tokens[who] = answer["token"]
        try:
            return self._send(method, path, body, self.tokens[who])
        except urllib.error.HTTPError as error:
            if error.code != 401:
                raise
        del self.tokens[who]
        return self.call(method, path, body, who)

    def _send(self, method: str, path: str, body: Any, token: str | None) -> Any:
        headers = {"Content-Type": "application/json", "Idempotency-Key": uuid.uuid4().hex}
        if token is not None:
            headers["Authorization"] = f"Token {token}"
        data = None if body is None else json.dumps(body).encode()
        address = f"http://127.0.0.1:{self.port}/api/v1{path}"
        request = urllib.request.Request(address, data, headers, method=method)
        with urllib.request.urlopen(request, timeout=60) as answer:
            text = answer.read()
        return json.loads(text) if text else None

    def new_game(self, **terms: Any) -> int:
        """A game between the two people on these terms."""
        offer = {"size": 9, "color": "black", "opponent": PEOPLE["white"], "off_time": ["vacation"], **terms}
        made = self.call("POST", "/challenges/", offer)
        game: int = self.call("POST", f"/challenges/{made['id']}/accept/", {}, "white")["id"]
        return game

    def state(self, game: int) -> Any:
        """The game as Black sees it."""
        return self.call("GET", f"/games/{game}/")

    def act(self, game: int, who: str, kind: str, **fields: Any) -> Any:
        """Do one action at the game's current number."""
        number = self.state(game)["number"]
        return self.call("POST", f"/games/{game}/actions/", {"kind": kind, "expected": number, **fields}, who)

    def clock_health(self) -> str:
        """Return the health page's word for the clock."""
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/readyz", timeout=60) as answer:
            found: str = json.loads(answer.read())["clock"]
        return found

    def listed(self) -> dict[int, Any]:
        """The games as the list has them: looking at it ends no game."""
        return {row["id"]: row for row in self.call("GET", "/games/?limit=100")["results"]}


@contextmanager
def running(folder: Path, **environment: str) -> Iterator[Server]:
    """A server with two people, which is stopped at the end."""
    server = Server(folder, **environment)
    try:
        server.start()
        for who, name in PEOPLE.items():
            server.tokens[who] = sign_up(f"http://127.0.0.1:{server.port}", name)
        yield server
    finally:
        server.stop()


def at(text: str) -> datetime:
    """An instant of the API."""
    return datetime.fromisoformat(text.replace("Z", "+00:00"))
