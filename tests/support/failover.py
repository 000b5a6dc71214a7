"""PostgreSQL with a synchronous streaming replica behind PgBouncer, and Redis with a replica; each can fail over.

These are the services of docker-compose.scale.yml, as processes on this machine.
"""

from __future__ import annotations

import configparser
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psycopg
import redis as redis_client

from tests.support.programs import need
from tests.support.servers import SECONDS_TO_START, free_port, postgres, unprivileged, wait_until_open

DEPLOY = Path(__file__).resolve().parents[2] / "deploy"
DURABLE = ("max_connections=200", "wal_keep_size=256MB")
POOLED = 24
"""Connections of the pool to PostgreSQL, for all processes together."""
PASSWORD = "valkey-password-of-tests"
QUIET: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.STDOUT}


def configure_pool(path: Path, address: str, port: int, connections: int) -> None:
    """Write the deployed PgBouncer configuration for a database and a local port, without passwords."""
    config = configparser.ConfigParser()
    config.read(DEPLOY / "pgbouncer.ini")
    config["databases"]["igo"] = f"host=127.0.0.1 port={urlsplit(address).port} dbname=igo user=igo"
    pool = {"listen_addr": "127.0.0.1", "listen_port": str(port), "auth_type": "any", "user": "nobody"}
    config["pgbouncer"].update(pool, default_pool_size=str(connections))
    del config["pgbouncer"]["auth_file"]
    with path.open("w") as file:
        config.write(file)


def run_shipped(address: str, name: str) -> None:
    """Run a file in deploy/postgres for the role of tests and benchmarks."""
    command = [need("psql"), "-X", "-q", "-v", "role=igo", "-f", str(DEPLOY / "postgres" / name), address]
    subprocess.run(command, check=True, **QUIET)


class Databases:
    """The primary and its replica: `url` is the pool's address, `replica` the replica's."""

    def __init__(self, primary: str, folder: Path) -> None:
        self.primary, self.folder = primary, folder
        self._port, self._replica_port = free_port(), free_port()
        self.url = f"postgres://igo@127.0.0.1:{self._port}/igo?disable_server_side_cursors=true"
        self.replica = f"postgres://igo@127.0.0.1:{self._replica_port}/igo"
        self._processes: list[subprocess.Popen[bytes]] = []

    def start(self) -> None:
        """Start the replica, make commits wait for it, and start the pool."""
        user = unprivileged(self.folder)
        data, server = self.folder / "replica", need("postgres")
        source = f"{self.primary}?application_name=igo_replica"
        copy = [need("pg_basebackup"), "-R", "-X", "stream", "-c", "fast", "-d", source, "-D", str(data)]
        subprocess.run([*user, *copy], check=True, cwd=self.folder, **QUIET)
        where = ["-p", str(self._replica_port), "-h", "127.0.0.1", "-k", str(self.folder)]
        self._run([*user, server, "-D", str(data), *where, "-c", "max_connections=200"], self._replica_port)
        run_shipped(self.primary, "pool.sql")
        run_shipped(self.primary, "synchronous.sql")
        with psycopg.connect(self.primary, autocommit=True) as connection:
            _until(lambda: connection.execute("SELECT sync_state FROM pg_stat_replication").fetchall() == [("sync",)])
        self._configure(self.primary)
        self._pool = self._run([need("pgbouncer"), str(self.folder / "pgbouncer.ini")], self._port)

    def fail_over(self) -> None:
        """Kill the primary, promote the replica, and point the pool to it."""
        with psycopg.connect(self.primary) as connection:
            row = connection.execute("SHOW data_directory").fetchone()
        assert row is not None
        os.kill(int((Path(row[0]) / "postmaster.pid").read_text().split()[0]), signal.SIGKILL)
        with psycopg.connect(self.replica, autocommit=True) as connection:
            connection.execute("SELECT pg_promote()")
        self._configure(self.replica)
        self._pool.send_signal(signal.SIGHUP)

    def stop(self) -> None:
        """Stop the pool and the replica."""
        for process in self._processes:
            process.terminate()
        for process in self._processes:
            process.wait(30)

    def _configure(self, address: str) -> None:
        configure_pool(self.folder / "pgbouncer.ini", address, self._port, POOLED)

    def _run(self, command: list[str], port: int) -> subprocess.Popen[bytes]:
        process: subprocess.Popen[bytes] = subprocess.Popen(command, cwd=self.folder, **QUIET)
        self._processes.append(process)
        assert wait_until_open(port), command[0]
        return process


@contextmanager
def databases() -> Iterator[Databases]:
    """Run all three until the block ends; `start` starts the replica when the tables exist."""
    with ExitStack() as stack:
        folder = Path(tempfile.mkdtemp(prefix="igo-failover-"))
        stack.callback(shutil.rmtree, folder, ignore_errors=True)
        found = Databases(stack.enter_context(postgres(durable=DURABLE)), folder)
        stack.callback(found.stop)
        yield found


class Valkey:
    """Redis with a password and a replica."""

    def __init__(self) -> None:
        self.port, self._replica_port = free_port(), free_port()
        self._folder = tempfile.mkdtemp(prefix="igo-valkey-")
        self.url = f"redis://:{PASSWORD}@127.0.0.1:{self.port}/0"
        self._server = self._start(self.port)
        self._replica = self._start(self._replica_port, "--replicaof", "127.0.0.1", str(self.port))

    def fail_over(self) -> None:
        """Kill the server, and start another at its address with the replica's data."""
        self._server.kill()
        self._server.wait()
        replica = redis_client.Redis(port=self._replica_port, password=PASSWORD)
        replica.replicaof("NO", "ONE")
        self._server = self._start(self.port, "--replicaof", "127.0.0.1", str(self._replica_port))
        new = redis_client.Redis(port=self.port, password=PASSWORD)
        _until(lambda: new.info("replication")["master_link_status"] == "up")
        new.replicaof("NO", "ONE")

    def stop(self) -> None:
        """Stop both."""
        for process in (self._server, self._replica):
            process.kill()
            process.wait()
        shutil.rmtree(self._folder, ignore_errors=True)

    def _start(self, port: int, *options: str) -> subprocess.Popen[bytes]:
        fixed = [
            "--port",
            str(port),
            "--bind",
            "127.0.0.1",
            "--save",
            "",
            "--dir",
            self._folder,
            "--requirepass",
            PASSWORD,
        ]
        command = [need("redis-server"), *fixed, "--masterauth", PASSWORD, *options]
        process: subprocess.Popen[bytes] = subprocess.Popen(command, **QUIET)
        assert wait_until_open(port)
        return process


def _until(is_so: Callable[[], bool]) -> None:
    """Wait until this function returns True."""
    until = time.monotonic() + SECONDS_TO_START
    while not is_so():
        assert time.monotonic() < until
        time.sleep(0.1)
