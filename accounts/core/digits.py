"""Digits and calendar of Persian pages."""

from __future__ import annotations

from contextvars import ContextVar

from accounts.models import Calendar, DigitsPreference, Player

_latin: ContextVar[bool] = ContextVar("latin_digits", default=False)
_solar: ContextVar[bool] = ContextVar("solar_calendar", default=False)


class viewer_digits:  # noqa: N801  # like the functions of contextlib
    """A context manager in which numbers and dates are written in this viewer's preferred digits and calendar."""

    def __init__(self, viewer: object) -> None:
        self._chooses = viewer if isinstance(viewer, Player) else None

    def __enter__(self) -> None:
        chooses = self._chooses
        self._was_latin = _latin.set(chooses is not None and chooses.digits == DigitsPreference.LATIN)
        self._was_solar = _solar.set(chooses is not None and chooses.calendar == Calendar.SOLAR)

    def __exit__(self, *failed: object) -> None:
        _latin.reset(self._was_latin)
        _solar.reset(self._was_solar)


def wants_latin_digits() -> bool:
    """Return whether the current viewer wants Latin digits on Persian pages."""
    return _latin.get()


def wants_solar_calendar() -> bool:
    """Return whether the current viewer wants the Solar Hijri calendar on Persian pages."""
    return _solar.get()
