"""The time zones that users can choose from."""

from __future__ import annotations

import zoneinfo
from functools import lru_cache

_NO_ZONES = {"localtime", "Factory"}
"""Files next to the IANA database's zones: their meaning depends on the machine."""


@lru_cache(maxsize=1)
def zone_names() -> frozenset[str]:
    """Return the names of the IANA zones on this machine, without the zones in `right/` and `posix/`. They are read
    once per process, because that reads the whole folder."""
    return frozenset(zoneinfo.available_timezones() - _NO_ZONES)
