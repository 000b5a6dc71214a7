"""Which digits Persian pages show to whoever is looking."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from accounts.models import Digits, Player

_latin: ContextVar[bool] = ContextVar("latin_digits", default=False)


@contextmanager
def digits_of(viewer: object) -> Iterator[None]:
    """Within it, numbers are written as the viewer chose."""
    token = _latin.set(isinstance(viewer, Player) and viewer.digits == Digits.LATIN)
    try:
        yield
    finally:
        _latin.reset(token)


def wants_latin_digits() -> bool:
    """Whether Persian pages are to use Latin digits."""
    return _latin.get()
