"""A thread that reads from the database for an event loop, with one persistent connection.

Sockets live long and read rarely. A connection per read would cost more than the read, and a connection for every
thread of a common pool would be more than the database has.
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


class ReaderThread:
    """A thread that runs functions one after the other, with a database connection of its own. `close` ends it."""

    def __init__(self, name: str) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix=name)

    async def __call__(self, do: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run the function in the thread, and return its result or raise its exception. A broken connection is replaced
        once."""
        return await asyncio.get_running_loop().run_in_executor(
            self._thread, lambda: _run_with_reconnect(do, *args, **kwargs)
        )

    def close(self) -> None:
        """End the thread after its current call, without waiting."""
        self._thread.submit(_close_connection)
        self._thread.shutdown(wait=False)


def _close_connection() -> None:
    connection.close()  # asked for there: each thread has a connection of its own


def _run_with_reconnect(do: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    try:
        return do(*args, **kwargs)
    except (DatabaseError, InterfaceError):
        with suppress(Exception):
            connection.close()
        return do(*args, **kwargs)
