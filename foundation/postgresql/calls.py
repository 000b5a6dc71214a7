"""Register when a thread is in a call of the database driver, so that another thread can tell whether it waits or
computes.

The frames of a thread would also show whether it is in a call, but reading another thread's frames can crash Python
3.11.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import get_ident
from typing import Any

import psycopg

now: dict[int, object] = {}
"""The call that each thread is in, by thread id; a new object for each call. Only a thread itself writes its own
entry."""


@contextmanager
def marked_as_in_call() -> Iterator[None]:
    """Mark this thread as being in a call of the driver, within the block."""
    me = get_ident()
    now[me] = object()
    try:
        yield
    finally:
        now.pop(me, None)


class Connection(psycopg.Connection[Any]):
    """A psycopg connection that marks its thread as being in a call while it waits for the database."""

    def wait(self, *args: Any, **options: Any) -> Any:
        """Wait as psycopg does. Raises psycopg's exceptions."""
        with marked_as_in_call():
            return super().wait(*args, **options)
