"""Which time zones can be chosen."""

from __future__ import annotations

import zoneinfo
from functools import lru_cache

_NO_ZONES = {"localtime", "Factory"}
"""Files next to the IANA database's zones: their meaning depends on the machine."""


@lru_cache(maxsize=1)
def zone_names() -> frozenset[str]:
    """The names of the IANA database's zones that Python finds on this machine, without those in `right/` and `posix/`.
    They are looked for once a process, as that reads the whole folder."""
    return frozenset(zoneinfo.available_timezones() - _NO_ZONES)
