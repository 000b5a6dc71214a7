"""The product as it is deployed, and its programs: gunicorn for pages and API, uvicorn for sockets."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.databases import Databases
from benchmarks.processes import ROOT, Program
from tests.support.deployment import command_of

AS_A_PROXY = "X-Forwarded-For: 10.0.0.1\r\nX-Forwarded-Proto: https\r\n"
"""The headers of the proxy."""
RATES = {
    f"IGO_{name}": "1000000/minute" for name in ("API_READS", "API_WRITES", "API_ANONYMOUS", "OFFERS", "API_EXPORTS")
}
"""Rate limits that are high enough for one machine that plays all players."""
SESSION_COOKIE = "__Host-sessionid"
CSRF_COOKIE = "__Host-csrftoken"
CSRF_VALUE = "a" * 32


def environment(**values: str) -> dict[str, str]:
    """Return the environment variables of a program: `values`, and those of this process that every program needs."""
    names = ("PATH", "HOME", "LANG", "TMPDIR", "PYTHONPYCACHEPREFIX")
    kept = {name: os.environ[name] for name in names if name in os.environ}
    return {**kept, "IGO_BOOTSTRAPPED": "1", "PYTHONUNBUFFERED": "1", "IGO_HOUSE_BOT": "0", **values}


def deployment_environment(databases: Databases, folder: Path) -> dict[str, str]:
    """Return the environment of every process of the product, as in docker-compose.yml, with this data folder."""
    return environment(
        IGO_PRODUCTION="1",
        IGO_PROXIES="1",
        SECRET_KEY=6 * "benchmarks-",
        ALLOWED_HOSTS="127.0.0.1",
        IGO_URL="https://go.example.org",
        DATABASE_URL=databases.product,
        REDIS_URL=databases.redis,
        IGO_PERSISTENT_CONNECTIONS="1",
        IGO_DATA_DIR=str(folder),
        EMAIL_URL="consolemail://",
        IGO_SOCKETS_PER_ACCOUNT="10000",
        IGO_SOCKETS_PER_NETWORK="100000",
        DJANGO_SETTINGS_MODULE="goserver.settings",
        **RATES,
    )


@dataclass(frozen=True, slots=True)
class Player:
    """A player of a benchmark, with token and session."""

    name: str
    token: str
    session: str

    @property
    def bearer_headers(self) -> str:
        """Return the headers of an API client's request."""
        return f"Authorization: Bearer {self.token}\r\n{AS_A_PROXY}"

    @property
    def browser_headers(self) -> str:
        """Return the headers of a browser's request."""
        cookies = f"{SESSION_COOKIE}={self.session}; {CSRF_COOKIE}={CSRF_VALUE}"
        return f"Cookie: {cookies}\r\nOrigin: https://127.0.0.1\r\nAccept-Encoding: gzip\r\n{AS_A_PROXY}"


@dataclass(slots=True)
class Games:
    """Copies of one game with consecutive ids. `moves` are the moves that can be played next in each copy."""

    first: int
    count: int
    pairs: int
    moves: list[str]
    ply: int
    numbers: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.numbers = list(range(self.first, self.first + self.count))

    def seats(self, game: int) -> tuple[int, int]:
        """Return Black and White of a game, as indices of the players."""
        pair = (game - self.first) % self.pairs
        return 2 * pair, 2 * pair + 1


@dataclass(frozen=True, slots=True)
class GameKind:
    """Games to create: this many copies of a game at this ply, between this many pairs of players (0: all pairs)."""

    ply: int
    copies: int
    pairs: int = 0


@dataclass(frozen=True, slots=True)
class SeededWorld:
    """The players and games of a database."""

    players: list[Player]
    games: dict[str, Games]


@dataclass(frozen=True, slots=True)
class PlayerCounts:
    """The number of players, and how many of them have tokens and sessions (None: all)."""

    count: int
    signed_in: int | None = None


def seed_database(
    server_environment: Mapping[str, str], people: PlayerCounts, kinds: Mapping[str, GameKind]
) -> SeededWorld:
    """Create the tables, players and games with manage.py in this environment of the server. Return the players and
    games."""
    asked = {
        "players": people.count,
        "signed_in": people.count if people.signed_in is None else people.signed_in,
        "games": [
            {"name": name, "ply": kind.ply, "copies": kind.copies, "pairs": kind.pairs or people.count // 2}
            for name, kind in kinds.items()
        ],
    }
    command = [sys.executable, "-m", "benchmarks.seeding", json.dumps(asked)]
    done = subprocess.run(command, cwd=ROOT, env=dict(server_environment), check=False, capture_output=True, text=True)  # noqa: S603
    if done.returncode:
        raise RuntimeError(f"The games could not be made: {done.stderr[-3000:]}")
    seeded: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return SeededWorld(
        [Player(**player) for player in seeded["players"]],
        {name: Games(ply=kinds[name].ply, **games) for name, games in seeded["games"].items()},
    )


def run_manage_command(server_environment: Mapping[str, str], *arguments: str) -> None:
    """Run a command of manage.py. Raises CalledProcessError."""
    command = [sys.executable, str(ROOT / "manage.py"), *arguments]
    subprocess.run(command, cwd=ROOT, env=dict(server_environment), check=True, capture_output=True)  # noqa: S603


def _service_command(service: str) -> list[str]:
    """Return the command of a service in docker-compose.yml, without its address."""
    arguments = command_of(service, "--bind", "--host", "--port")
    return [argument for argument in arguments if argument != "0.0.0.0:8000"]


def start_web(server_environment: Mapping[str, str], port: int | None = None, host: str = "127.0.0.1") -> Program:
    """Start the process that serves pages and the API."""
    return Program(
        "web", ["-m", "gunicorn", *_service_command("web"), "--bind", f"{host}:{{port}}"], server_environment, port
    )


def start_sockets(server_environment: Mapping[str, str]) -> Program:
    """Start the process that serves WebSockets and streams."""
    own = {**server_environment, "IGO_PERSISTENT_CONNECTIONS": "0"}
    return Program("sockets", ["-m", "uvicorn", *_service_command("sockets"), "--host=127.0.0.1", "--port={port}"], own)


@dataclass(frozen=True, slots=True)
class Servers:
    """The product on PostgreSQL, with its games."""

    databases: Databases
    around: dict[str, str]
    world: SeededWorld
    web: Program
    sockets: Program


@contextmanager
def prepared_environment(
    databases: Databases, people: PlayerCounts, kinds: Mapping[str, GameKind]
) -> Iterator[tuple[dict[str, str], SeededWorld]]:
    """Create the players and games, and yield the environment variables of the product's processes together with them.
    The data folder exists within the block."""
    with tempfile.TemporaryDirectory(prefix="igo-bench-") as folder:
        around = deployment_environment(databases, Path(folder))
        world = seed_database(around, people, kinds)
        run_manage_command(around, "collectstatic", "--noinput", "-v0")
        yield around, world


@contextmanager
def running_servers(databases: Databases, people: PlayerCounts, kinds: Mapping[str, GameKind]) -> Iterator[Servers]:
    """Create games, run web and socket processes within the block, and yield them."""
    with prepared_environment(databases, people, kinds) as (around, world):
        web, live = start_web(around), start_sockets(around)
        with started_programs(web, live):
            yield Servers(databases, around, world, web, live)


@contextmanager
def started_programs(*programs: Program) -> Iterator[None]:
    """Wait until the programs accept connections; stop them at the end of the block."""
    with ExitStack() as stack:
        for program in programs:
            stack.callback(program.stop)
        for program in programs:
            program.wait()
        yield
