"""Keys (such as `ladder9:2026-12`) and names of the tournaments and ladders that the server itself runs."""

from __future__ import annotations

from enum import StrEnum

from django.utils.translation import gettext_lazy as _

from wording import words


class ServerSeries(StrEnum):
    """A series of events that the server itself runs. An event's key is its series with its month or quarter (UTC)."""

    LADDER_9 = "ladder9"
    LADDER_19 = "ladder19"
    MCMAHON = "mcmahon"


_NAMES = {
    ServerSeries.LADDER_9: _("9×9 ladder, %(part)s/%(year)s"),
    ServerSeries.LADDER_19: _("19×19 ladder, %(part)s/%(year)s"),
    ServerSeries.MCMAHON: _("McMahon tournament, Q%(part)s %(year)s"),
}
ABOUT = {
    ServerSeries.LADDER_9: _("A new ladder every month. Players keep their order from one month to the next."),
    ServerSeries.LADDER_19: _("A new ladder every month. Players keep their order from one month to the next."),
    ServerSeries.MCMAHON: _("A new tournament every quarter, for players of all ranks. Late entry is possible."),
}
"""The description of each series."""


def server_event_key(series: ServerSeries, year: int, month_or_quarter: int) -> str:
    """Return the key of the series' event in this year and month or quarter."""
    return f"{series}:{year}-{month_or_quarter}"


def server_event_description(key: str) -> str:
    """Return the description of the server's event with this key, in the reader's language. Return "" for the key "",
    which all other events have."""
    return str(ABOUT[ServerSeries(key.partition(":")[0])]) if key else ""


def server_event_name(key: str) -> str:
    """Return the name of the server's event with this key, in the reader's language. Return "" for the key "", which
    all other events have."""
    if not key:
        return ""
    series, _colon, time = key.partition(":")
    year, _dash, part = time.partition("-")
    return str(_NAMES[ServerSeries(series)]) % {
        "part": words.localized_number(int(part)),
        "year": words.localized_number(int(year)),
    }
