"""An engine's standard error, copied to the log of the process that runs it, up to a limited number of lines."""

from __future__ import annotations

import logging
import threading
import time
from typing import IO

logger = logging.getLogger(__name__)

LONGEST_LINE = 300
LINES_A_MINUTE = 30
"""The largest number of logged lines of an engine per minute; the next line reports how many were dropped."""


class EngineErrorLog(threading.Thread):
    """A thread that logs what an engine writes to standard error, until the engine ends. `last` is the latest line, for
    error messages."""

    def __init__(self, name: str, pipe: IO[bytes]) -> None:
        super().__init__(name=f"stderr of {name}", daemon=True)
        self.engine, self.pipe, self.last = name, pipe, ""
        self._minute, self._logged, self._left_out = 0.0, 0, 0

    def run(self) -> None:
        """Read the pipe until it closes, because an engine would block on a full pipe."""
        with self.pipe:
            while read := self.pipe.readline(LONGEST_LINE):
                line = read.decode("utf-8", "replace").strip()
                if line:
                    self._log_line(line)
        self._log_left_out()

    def _log_line(self, line: str) -> None:
        self.last, now = line, time.monotonic()
        if now - self._minute >= 60:
            self._log_left_out()
            self._minute, self._logged = now, 0
        if self._logged >= LINES_A_MINUTE:
            self._left_out += 1
            return
        self._logged += 1
        logger.warning("%s (stderr): %s", self.engine, line)

    def _log_left_out(self) -> None:
        if self._left_out:
            logger.warning("%s (stderr): %d more lines are left out", self.engine, self._left_out)
        self._left_out = 0
