"""Which digits and which calendar Persian pages show to the reader."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from accounts.models import Calendar, Digits, Player

_latin: ContextVar[bool] = ContextVar("latin_digits", default=False)
_solar: ContextVar[bool] = ContextVar("solar_calendar", default=False)


@contextmanager
def digits_of(viewer: object) -> Iterator[None]:
    """Within it, numbers and dates are written as the viewer chose."""
    chooses = viewer if isinstance(viewer, Player) else None
    latin = _latin.set(chooses is not None and chooses.digits == Digits.LATIN)
    solar = _solar.set(chooses is not None and chooses.calendar == Calendar.SOLAR)
    try:
        yield
    finally:
        _latin.reset(latin)
        _solar.reset(solar)


def wants_latin_digits() -> bool:
    """Whether Persian pages are to use Latin digits."""
    return _latin.get()


def wants_solar_calendar() -> bool:
    """Whether Persian pages are to use the Solar Hijri calendar."""
    return _solar.get()
