"""A thread beside an event loop that reads from the database, with one connection that it keeps.

Sockets live long and read seldom. A connection for every read would cost more than the read, and one for every thread
of a common pool more than the database has.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import ParamSpec, TypeVar

from django.db import DatabaseError, InterfaceError, connection

P = ParamSpec("P")
T = TypeVar("T")


class Reader:
    """One thread. What is asked of it is done in order; `close` gives its connection back."""

    def __init__(self, name: str) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix=name)

    async def __call__(self, do: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Do it there. A connection that is found broken is replaced once. Raises what it raises."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, lambda: _read(do, *args, **kwargs))

    def close(self) -> None:
        """Wait for nobody: the thread ends after what it does now."""
        self._thread.submit(_close)
        self._thread.shutdown(wait=False)


def _close() -> None:
    connection.close()  # asked for there: each thread has a connection of its own


def _read(do: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    try:
        return do(*args, **kwargs)
    except (DatabaseError, InterfaceError):
        with suppress(Exception):
            connection.close()
        return do(*args, **kwargs)
