"""Programs that are measured: start them, wait, read processor time and memory from /proc, stop them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path

from tests.support.servers import SECONDS_TO_START, free_port, wait_until_open

ROOT = Path(__file__).resolve().parents[1]
_TICKS = os.sysconf("SC_CLK_TCK")
_PAGE = os.sysconf("SC_PAGE_SIZE")


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


def process_tree(pid: int) -> list[int]:
    """Return the ids of the process and all its descendants."""
    children: dict[int, list[int]] = {}
    for entry in os.listdir("/proc"):
        if entry.isdigit() and (fields := _stat(int(entry))):
            children.setdefault(int(fields[1]), []).append(int(entry))
    found, todo = [], [pid]
    while todo:
        found.append(todo.pop())
        todo += children.get(found[-1], [])
    return found


def processor_seconds(pid: int) -> float:
    """Return the processor seconds of the process and its descendants, including ended ones, to the hundredth."""
    ticks = 0
    for member in process_tree(pid):
        if fields := _stat(member):
            ticks += sum(map(int, fields[11:15]))
    return ticks / _TICKS


def resident_bytes(pid: int) -> int:
    """Return the memory of the process and its descendants in bytes."""
    total = 0
    for member in process_tree(pid):
        try:
            total += int(Path(f"/proc/{member}/statm").read_text().split()[1]) * _PAGE
        except OSError:
            continue
    return total


def _stat(pid: int) -> list[str]:
    """Return the fields of /proc/PID/stat after the name, starting with the state, or [] if the process has ended."""
    try:
        text = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return []
    return text[text.rindex(")") + 2 :].split()


def parent_of(pid: int) -> int:
    """Return the id of the parent process."""
    return int(_stat(pid)[1])
