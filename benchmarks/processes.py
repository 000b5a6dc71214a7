"""Programs that are measured: start them, wait, read their processor time and memory, stop them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

import psutil

from tests.support.servers import SECONDS_TO_START, free_port, wait_until_open

ROOT = Path(__file__).resolve().parents[1]


class DidNotStart(Exception):
    """Raised if a program ended before it accepted connections. The message has the end of its output."""


class Program:
    """A server on its own port, with the processes that it starts."""

    def __init__(self, name: str, command: list[str], environment: Mapping[str, str], port: int | None = None) -> None:
        """Start the program: a command, or options for this Python. "{port}" in the command is replaced by its port."""
        program = [sys.executable] if command[0].startswith("-") else []
        self.name, self.port = name, port or free_port()
        self._log = tempfile.NamedTemporaryFile(prefix=f"igo-{name}-", suffix=".log")  # noqa: SIM115 - kept until stop
        self._process = subprocess.Popen(  # noqa: S603
            program + [part.replace("{port}", str(self.port)) for part in command],
            cwd=ROOT,
            env={**environment, "PYTHONPATH": str(ROOT)},
            stdout=self._log,
            stderr=self._log,
            start_new_session=True,
        )

    @property
    def pid(self) -> int:
        """Return the id of the program's first process."""
        return self._process.pid

    def wait(self) -> None:
        """Wait until the program accepts connections. Raises DidNotStart."""
        until = time.monotonic() + SECONDS_TO_START
        while not wait_until_open(self.port, 1):
            if self._process.poll() is not None or time.monotonic() > until:
                raise DidNotStart(f"{self.name} did not start: {self.output()[-2000:]}")

    def output(self) -> str:
        """Return the program's output."""
        return Path(self._log.name).read_text(errors="replace")

    def stop(self) -> None:
        """End the program with SIGTERM, and kill it after twenty seconds."""
        self._process.send_signal(signal.SIGTERM)
        try:
            self._process.wait(20)
        except subprocess.TimeoutExpired:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
        self._log.close()


def process_tree(pid: int) -> list[psutil.Process]:
    """Return the process and all its descendants."""
    first = psutil.Process(pid)
    return [first, *first.children(recursive=True)]


def processor_seconds(pid: int) -> float:
    """Return the processor seconds of the process and its descendants, including ended ones, to the hundredth."""
    seconds = 0.0
    for member in process_tree(pid):
        with suppress(psutil.NoSuchProcess):  # it has ended since
            times = member.cpu_times()
            seconds += times.user + times.system + times.children_user + times.children_system
    return seconds


def resident_bytes(pid: int) -> int:
    """Return the memory of the process and its descendants in bytes."""
    total = 0
    for member in process_tree(pid):
        with suppress(psutil.NoSuchProcess):
            total += member.memory_info().rss
    return total
