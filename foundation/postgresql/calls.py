"""Which call of the driver a thread is in: what a look from outside needs to tell waiting from reckoning.

The frames of a running thread would tell, too, but to read them from another thread can crash Python 3.11. So every
call says so itself.
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
    """This thread is in a call of the driver for as long as this lasts."""
    me = get_ident()
    now[me] = object()
    try:
        yield
    finally:
        now.pop(me, None)


class Connection(psycopg.Connection[Any]):
    """A connection whose waiting can be seen."""

    def wait(self, *args: Any, **options: Any) -> Any:
        """Wait as psycopg does; raises what it raises."""
        with in_a_call():
            return super().wait(*args, **options)
