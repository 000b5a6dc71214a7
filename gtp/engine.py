"""A Go engine that speaks GTP 2, as a child process: GNU Go, KataGo and many others.

Everything is limited: the time of the session or of a command, the length of a response, the output to standard error.
Every failure is an EngineError, and the process has ended after close(). If util-linux is installed, the system also
ends the process when the thread that started it ends, even by SIGKILL.
"""

from __future__ import annotations

import contextlib
import math
import os
import selectors
import shutil
import signal
import subprocess
import time
from collections.abc import Iterable, Sequence
from functools import lru_cache
from types import TracebackType
from typing import Self

from rules import BLACK_AND_WHITE, Board, Point, parse_vertex, vertex
from rules.errors import RulesError

from .error_log import EngineErrorLog

LONGEST_ANSWER = 64 * 1024
LONGEST_LINE = 1024 * 1024
SECONDS_FOR_LAST_WORDS = 1.0
_ENVIRONMENT = ("PATH", "HOME", "LANG", "TMPDIR")
"""The environment variables that the child process gets: no secrets."""


class EngineError(Exception):
    """Raised if the engine did not start, did not respond in time, refused a command, or gave an invalid response."""


class EngineRefused(EngineError):
    """Raised if a running engine refused a command."""


class Engine:
    """A running engine that is controlled by GTP. `command` is the program and its arguments.

    `seconds` is the time for all commands together (None: unlimited). A command that is sent with its own time limit
    only has that limit.
    """

    def __init__(self, command: Sequence[str], seconds: float | None) -> None:
        self.deadline = math.inf if seconds is None else time.monotonic() + seconds
        self.command = tuple(command)
        environment = {name: os.environ[name] for name in _ENVIRONMENT if name in os.environ}
        if shutil.which(command[0]) is None:
            raise EngineError(f"cannot start {command[0]}: the program is missing, or it may not be run")
        try:
            self.process = subprocess.Popen(  # noqa: S603 - the administrator's own command, without a shell
                [*_parent_death_prefix(), *command],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env=environment,
                start_new_session=True,
            )
        except OSError as error:
            raise EngineError(f"cannot start {command[0]}: {error.strerror}") from error
        self._left = b""
        assert self.process.stderr is not None
        self.error_log = EngineErrorLog(os.path.basename(command[0]), self.process.stderr)
        self.error_log.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def send(self, command: str, seconds: float | None = None) -> str:
        """Send a command, and return the response without the leading "=". Wait at most this many seconds, if given.

        Raises EngineRefused for an error response ("?"), another EngineError for a time-out or an invalid response.
        """
        self.send_line(command)
        answer = self._read_response(command, self.deadline if seconds is None else time.monotonic() + seconds)
        if answer.startswith("?"):
            raise EngineRefused(f"{command!r} was answered by {answer[:80]!r}")
        if not answer.startswith("="):
            raise EngineError(f"{command!r} was answered by {answer[:80]!r}")
        return answer[1:].strip()

    def send_line(self, command: str) -> None:
        """Send a line without waiting for a response. Raises EngineError if the process has ended."""
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(command.encode("ascii") + b"\n")
            self.process.stdin.flush()
        except OSError as error:
            raise EngineError(f"the engine ended before {command!r}{self._last_error_line()}") from error

    def read_line(self, command: str, seconds: float) -> str:
        """Return the next line of the engine's output, "" for an empty line. Wait at most this many seconds. Use this
        for responses that arrive line by line. Raises EngineError."""
        until = time.monotonic() + seconds
        while b"\n" not in self._left:
            if len(self._left) > LONGEST_LINE:
                raise EngineError(f"the answer to {command!r} does not end")
            self._left += self._read_output(command, until)
        text, _, self._left = self._left.partition(b"\n")
        return text.decode("ascii", "replace").rstrip("\r")

    def _read_response(self, command: str, until: float) -> str:
        """Return the engine's output up to the next empty line. Raises EngineError if it does not end in time, or is
        too long."""
        while b"\n\n" not in self._left.replace(b"\r", b"").lstrip(b"\n"):
            if len(self._left) > LONGEST_ANSWER:
                raise EngineError(f"the answer to {command!r} does not end")
            self._left += self._read_output(command, until)
        text, _, self._left = self._left.replace(b"\r", b"").lstrip(b"\n").partition(b"\n\n")
        return text.decode("ascii", "replace")

    def _read_output(self, command: str, until: float) -> bytes:
        assert self.process.stdout is not None
        with selectors.DefaultSelector() as selector:
            selector.register(self.process.stdout, selectors.EVENT_READ)
            left = None if until == math.inf else max(0.0, until - time.monotonic())
            if not selector.select(left):
                raise EngineError(f"no answer to {command!r} in time")
        read = os.read(self.process.stdout.fileno(), 8192)
        if not read:
            raise EngineError(f"the engine ended at {command!r}{self._last_error_line()}")
        return read

    def _last_error_line(self) -> str:
        """Return the last line that the engine wrote to standard error."""
        self.error_log.join(SECONDS_FOR_LAST_WORDS)
        return f": {self.error_log.last}" if self.error_log.last else ""

    def set_up_position(self, board: Board) -> None:
        """Put this position on the engine's board. Raises EngineError if the board is not square.

        Stones are played one colour after the other. Nothing is captured in between, because each chain of the final
        position has a liberty, and that point is empty the whole time.
        """
        if board.width != board.height:
            raise EngineError("engines know square boards only")
        self.send(f"boardsize {board.width}")
        self.send("clear_board")
        for color in BLACK_AND_WHITE:
            for point in board.points():
                if board[point] is color:
                    self.send(f"play {color.name.lower()} {vertex(point, board.height)}")

    def dead_stones(self, board: Board) -> frozenset[Point]:
        """Return the stones that the engine considers dead. `board` is the position on the engine's board. Raises
        EngineError."""
        words = self.send("final_status_list dead").split()
        return _parse_dead_stones(words, board)

    def close(self) -> None:
        """End the process and all processes that it started. Never raises."""
        with contextlib.suppress(OSError):
            os.killpg(self.process.pid, signal.SIGKILL)
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()
        self.process.wait()
        self.error_log.join(SECONDS_FOR_LAST_WORDS)


@lru_cache(maxsize=1)
def _parent_death_prefix() -> tuple[str, ...]:
    """Return the beginning of a command that makes Linux end the program when the thread that started it ends, or () if
    that is not possible. Engines also end without it at the end of their input, but only after they have finished
    thinking."""
    setpriv = shutil.which("setpriv")
    if setpriv is None:
        return ()
    usage = subprocess.run([setpriv, "--help"], capture_output=True, text=True, check=False).stdout  # noqa: S603
    return (setpriv, "--pdeathsig", "KILL", "--") if "--pdeathsig" in usage else ()


def _parse_dead_stones(words: Iterable[str], board: Board) -> frozenset[Point]:
    try:
        points = frozenset(parse_vertex(word, board.width, board.height) for word in words)
    except RulesError as error:
        raise EngineError("the engine did not name a point") from error
    if any(board[point] is None for point in points):
        raise EngineError("the engine named an empty point")
    return points
