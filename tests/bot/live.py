"""A real server and real bots as processes that can be killed and restarted."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import Any

from igo_client import Client
from tests.support.databases import put_migrated
from tests.support.servers import SECONDS_TO_START, free_port

ROOT = Path(__file__).resolve().parents[2]
MAKE_PEOPLE = """
import json, sys
from accounts.models import Player
from accounts.security.tokens import NewToken, make_token
from accounts.security.scopes import FOR_BOTS, USUAL
from foundation import timesource
texts = {}
for name, bot in (("ishi", True), ("kosumi", True), ("aino", False)):
    player = Player.objects.create_user(name, is_bot=bot)
    scopes = [FOR_BOTS] if bot else USUAL
    texts[name] = make_token(player=player, wanted=NewToken("t", scopes, None), now=timesource.now())[1]
print(json.dumps(texts))
"""


class Process:
    """A program that can be killed and started again; what it says is kept in a file."""

    def __init__(self, command: Sequence[str], environment: dict[str, str], log: Path) -> None:
        self.command, self.environment, self.log = command, environment, log
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(  # what runs in the background ignores SIGINT, and so would its children
                self.command, env=self.environment, stdout=log, stderr=log,
                preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
            )  # fmt: skip

    def kill(self) -> None:
        """Without any warning."""
        if self.process is not None:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()
            self.process = None


class Site:
    """`manage.py serve` in a folder of its own, with two bots and a person."""

    def __init__(self, folder: Path, **environment: str) -> None:
        self.folder, self.port = folder, free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        inherited = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")}
        many = {"IGO_API_WRITES": "100000/minute", "IGO_API_READS": "100000/minute", "LOG_LEVEL": "INFO"}
        self.environment = {**inherited, "IGO_BOOTSTRAPPED": "1", "IGO_DATA_DIR": str(folder), **many, **environment}
        put_migrated(folder)
        serve = [sys.executable, str(ROOT / "manage.py"), "serve", "--port", str(self.port)]
        self.server = Process(serve, self.environment, folder / "server.log")
        self.bots: list[Process] = []

    @cached_property
    def tokens(self) -> dict[str, str]:
        """Of two bots and a person, who are made when they are first wanted."""
        made: dict[str, str] = json.loads(self.manage("shell", "-v0", "-c", MAKE_PEOPLE))
        return made

    def manage(self, *arguments: str) -> str:
        """Return the output of a management command; raise CalledProcessError if it fails."""
        command = [sys.executable, str(ROOT / "manage.py"), *arguments]
        done = subprocess.run(command, env=self.environment, stdout=subprocess.PIPE, text=True, check=True)
        return done.stdout

    def start(self) -> None:
        """Start the server and wait until it is ready."""
        self.server.start()
        until = time.monotonic() + SECONDS_TO_START
        while time.monotonic() < until:
            try:
                with urllib.request.urlopen(f"{self.url}/readyz", timeout=5):
                    return
            except OSError:
                time.sleep(0.1)
        raise AssertionError(f"the server does not start: {self.server.log.read_text()[-2000:]}")

    def add_bot(self, name: str, *options: str) -> Process:
        """Start a bot."""
        command = [sys.executable, str(ROOT / "manage.py"), "bot", "--url", self.url, *options]
        log = self.folder / f"{name}.log"
        bot = Process(command, {**self.environment, "IGO_BOT_TOKEN": self.tokens[name]}, log)
        bot.start()
        self.bots.append(bot)
        return bot

    def client(self, name: str) -> Client:
        return Client(self.url, self.tokens[name])

    def stop_bots(self) -> None:
        for bot in self.bots:
            bot.kill()
        self.bots.clear()

    def stop(self) -> None:
        self.stop_bots()
        self.server.kill()


@contextmanager
def site(folder: Path, **environment: str) -> Iterator[Site]:
    """A running site, which is gone afterwards."""
    made = Site(folder, **environment)
    try:
        made.start()
        yield made
    finally:
        made.stop()


def wait_for_the_end(client: Client, games: Sequence[int], seconds: float) -> list[Any]:
    """The finished games; fails when they are not finished in time."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        states = [client.game(game) for game in games]
        if all(state["phase"] == "finished" for state in states):
            return states
        time.sleep(0.5)
    raise AssertionError([(state["id"], state["number"], state["stage"], state["rejections"]) for state in states])
