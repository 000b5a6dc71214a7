"""Times as ISO 8601 text for API clients."""

from __future__ import annotations

from datetime import datetime
from typing import overload


@overload
def with_z_suffix(text: str) -> str: ...
@overload
def with_z_suffix(text: None) -> None: ...
@overload
def with_z_suffix(text: str | None) -> str | None: ...
def with_z_suffix(text: str | None) -> str | None:
    """Return an ISO 8601 time with Z instead of +00:00, or None for None."""
    return None if text is None else text.replace("+00:00", "Z")


@overload
def iso_time(at: datetime) -> str: ...
@overload
def iso_time(at: None) -> None: ...
@overload
def iso_time(at: datetime | None) -> str | None: ...
def iso_time(at: datetime | None) -> str | None:
    """Return a time as ISO 8601 text in UTC, or None for None."""
    return None if at is None else with_z_suffix(at.isoformat())
