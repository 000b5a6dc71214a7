"""Durations in JSON: exact seconds, never a binary float."""

from __future__ import annotations

from datetime import timedelta

SECOND = timedelta(seconds=1)
NOTHING = timedelta(0)


def to_json(duration: timedelta) -> int | str:
    """Return whole seconds as a number, and other durations as a decimal string: 3600, "0.25"."""
    seconds, rest = divmod(duration, SECOND)
    return f"{seconds}.{rest.microseconds:06}".rstrip("0") if rest else seconds


def from_json(seconds: int | str) -> timedelta:
    """Return the duration from its to_json(), which has no sign and at most six decimals."""
    whole, _, rest = str(seconds).partition(".")
    return timedelta(seconds=int(whole), microseconds=int(rest.ljust(6, "0")) if rest else 0)
