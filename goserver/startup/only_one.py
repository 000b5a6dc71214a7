"""One `manage.py serve` per data folder: two would both sweep, and an open page of one would not get the other's
events.

The system holds the lock while the process lives, so a killed one leaves none behind. The file stays, and names the
holder.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import TextIO

try:
    import fcntl
except ImportError:  # not on Windows
    fcntl = None  # type: ignore[assignment]

FILE = "serve.lock"


class RunsAlready(Exception):
    """Another process serves this folder; `who` names it, and its address, if it has stored them."""

    def __init__(self, who: str) -> None:
        super().__init__(who)
        self.who = who


def hold(folder: Path, place: str) -> TextIO:
    """Hold the lock on this folder until the returned file is closed, or this process ends; `place`, its address, is
    for later processes. Raises RunsAlready. If the file system has no locks, no one is refused."""
    file = (folder / FILE).open("a+", encoding="utf-8")
    try:
        if fcntl is not None:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        with file:
            file.seek(0)
            raise RunsAlready(file.read(200).strip() or "another process") from None
    except OSError:
        return file
    with suppress(OSError):  # a full disk: the lock is held, but the file cannot name the process
        file.truncate(0)
        file.write(f"process {os.getpid()}, which listens at {place}\n")
        file.flush()
    return file
