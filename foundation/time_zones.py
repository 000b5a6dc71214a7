"""The time zones to choose from."""

from __future__ import annotations

import zoneinfo
from functools import lru_cache

_NO_ZONES = {"localtime", "Factory"}
"""Files next to the IANA database's zones: their meaning depends on the machine."""


@lru_cache(maxsize=1)
def zone_names() -> frozenset[str]:
    """Return the names of the IANA zones on this machine, without those in `right/` and `posix/`. Read once per
    process, because that reads the whole folder."""
    return frozenset(zoneinfo.available_timezones() - _NO_ZONES)
