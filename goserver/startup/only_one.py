"""One `manage.py serve` for a data folder: two would each look after the games, and a page that is open at one would
not hear of what happens at the other.

The system holds the lock for as long as the process lives, so one that was killed leaves none behind. The file stays,
and says who holds it.
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
    """Another process serves this folder; `who` says which, and where, as far as it has said so."""

    def __init__(self, who: str) -> None:
        super().__init__(who)
        self.who = who


def hold(folder: Path, place: str) -> TextIO:
    """Be the one who serves this folder until the file that is returned is closed, or this process ends; `place`, where
    it listens, is for those who come later. Raises RunsAlready. Where the file system has no locks, no one is refused.
    """
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
