"""Real PostgreSQL and Redis for tests and benchmarks, each in its own temporary folder."""

from __future__ import annotations

import os
import secrets
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import psycopg

from tests.support.programs import need

SECONDS_TO_START = 180
"""A server that has not started after this time never does, however slow the machine is."""
PORTS = range(15_000, 32_000)
"""Ports below those of outgoing connections (ip_local_port_range)."""
ROOM = 2 * 1024**3
"""Free bytes in memory that are needed to put databases there."""
IN_A_HURRY = ["-c", "fsync=off", "-c", "synchronous_commit=off", "-c", "full_page_writes=off"]
"""Settings without durability: nothing has to survive the machine, and otherwise emptying all tables waits for the
disk."""


def free_port() -> int:
    """Return a port that is free at the moment.

    The system's ports for outgoing connections are excluded: one of them could take it before the server does.
    """
    for _ in range(100):
        port = PORTS.start + secrets.randbelow(len(PORTS))  # the dice of `random` fall alike in all processes of a run
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
    raise RuntimeError(f"no port of {PORTS} is free")


@contextmanager
def postgres(*, durable: Sequence[str] | None = None, in_memory: bool = True) -> Iterator[str]:
    """Run PostgreSQL on a local port; yield its DATABASE_URL.

    `durable`: on disk, with commits that wait for it, and with these settings ("name=value"). `in_memory`: files in
    memory, if there is room and it is not durable.
    """
    initdb = Path(need("postgres")).with_name("initdb")
    server = initdb.with_name("postgres")
    place = _memory() if durable is None and in_memory else None
    folder = Path(tempfile.mkdtemp(prefix="igo-pg-", dir=place))
    as_user = unprivileged(folder)
    data, port = folder / "data", free_port()
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.STDOUT}
    subprocess.run(
        [*as_user, str(initdb), "-D", str(data), "-U", "igo", "-A", "trust", "-E", "UTF8", "--no-sync"],
        check=True,
        cwd=folder,
        **quiet,  # type: ignore[call-overload]
    )
    options = ["-p", str(port), "-h", "127.0.0.1", "-k", str(folder), "-c", "max_connections=200"]
    options += IN_A_HURRY if durable is None else [part for setting in durable for part in ("-c", setting)]
    process = subprocess.Popen(
        [*as_user, str(server), "-D", str(data), *options],
        cwd=folder,
        **quiet,  # type: ignore[call-overload]
    )
    try:
        _wait_for(port, process)
        _create_database(port)
        yield f"postgres://igo@127.0.0.1:{port}/igo"
    finally:
        _stop(process)
        shutil.rmtree(folder, ignore_errors=True)


def _memory() -> str | None:
    """Return a folder in memory with room for databases, if the machine has one; None for the usual folder."""
    memory = Path("/dev/shm")
    if not memory.is_dir() or not os.access(memory, os.W_OK):
        return None
    return str(memory) if shutil.disk_usage(memory).free >= ROOM else None


def _create_database(port: int) -> None:
    """Create the database as soon as the server accepts connections."""
    for tries_left in reversed(range(10 * SECONDS_TO_START)):
        try:
            address = f"postgres://igo@127.0.0.1:{port}/postgres"
            with psycopg.connect(address, autocommit=True) as connection:
                connection.execute("CREATE DATABASE igo")
                return
        except psycopg.OperationalError:
            if not tries_left:
                raise
            time.sleep(0.1)


@contextmanager
def redis() -> Iterator[str]:
    """Run Redis (or Valkey) on a local port; yield its REDIS_URL."""
    program, port = need("redis-server"), free_port()
    folder = tempfile.mkdtemp(prefix="igo-redis-")
    process = subprocess.Popen(
        [program, "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", folder],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.STDOUT,
    )
    try:
        _wait_for(port, process)
        yield f"redis://127.0.0.1:{port}/0"
    finally:
        _stop(process)
        shutil.rmtree(folder, ignore_errors=True)


def unprivileged(folder: Path) -> list[str]:
    """Return a command prefix for an unprivileged user who owns the folder, because PostgreSQL refuses to run as
    root."""
    if os.geteuid() != 0:
        return []
    import pwd

    nobody = pwd.getpwnam("nobody")
    os.chown(folder, nobody.pw_uid, nobody.pw_gid)
    return ["setpriv", f"--reuid={nobody.pw_uid}", f"--regid={nobody.pw_gid}", "--clear-groups"]


def wait_until_open(port: int, seconds: float = SECONDS_TO_START, host: str = "127.0.0.1") -> bool:
    """Return whether a server listens on the port within this many seconds."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        with socket.socket() as probe:
            if probe.connect_ex((host, port)) == 0:
                return True
        time.sleep(0.05)
    return False


def _wait_for(port: int, process: subprocess.Popen[bytes]) -> None:
    if not wait_until_open(port):
        process.kill()
        raise RuntimeError(f"nothing listens to port {port}")


def _stop(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(20)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
