"""Which call of the driver a thread is in: with it another thread can distinguish waiting from computing.

The frames of a running thread would show it, too, but reading them from another thread can crash Python 3.11. So every
call registers itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import get_ident
from typing import Any

import psycopg

now: dict[int, object] = {}
"""The call that a thread is in, another object for each call. Only a thread itself writes its own entry."""


@contextmanager
def in_a_call() -> Iterator[None]:
    """Mark this thread as being in a call of the driver."""
    me = get_ident()
    now[me] = object()
    try:
        yield
    finally:
        now.pop(me, None)


class Connection(psycopg.Connection[Any]):
    """A connection whose waiting can be seen."""

    def wait(self, *args: Any, **options: Any) -> Any:
        """Wait as psycopg does; raise what it raises."""
        with in_a_call():
            return super().wait(*args, **options)
