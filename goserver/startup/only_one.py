"""Allow only one `manage.py serve` per data folder. Two would both do the periodic jobs, and open pages of the first
would not get events of the second.

The operating system releases the lock when the process ends, even if it is killed. The lock file stays, and names the
process.
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


class FolderInUse(Exception):
    """Raised if another process uses this folder. `who` names the process and its address, if the lock file has
    them."""

    def __init__(self, who: str) -> None:
        super().__init__(who)
        self.who = who


def lock_folder(folder: Path, address: str) -> TextIO:
    """Lock this folder until the returned file is closed or this process ends. Raises FolderInUse if another process
    has locked it.

    `address` is this process's address, for other processes' error messages. If the file system does not support locks,
    every process succeeds.
    """
    file = (folder / FILE).open("a+", encoding="utf-8")
    try:
        if fcntl is not None:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        with file:
            file.seek(0)
            raise FolderInUse(file.read(200).strip() or "another process") from None
    except OSError:
        return file
    with suppress(OSError):  # a full disk: the lock is held, but the file cannot name the process
        file.truncate(0)
        file.write(f"process {os.getpid()}, which listens at {address}\n")
        file.flush()
    return file
