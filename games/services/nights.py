"""The nights in which players' clocks stop, used as quiet hours for e-mails and push messages."""

from __future__ import annotations

from collections.abc import Collection

from games.models import TimeSettings
from notifications.services.hours import NightHours
from rules.off_time import Schedule


def nights_of(players: Collection[int]) -> dict[int, NightHours]:
    """Return the nights of these players in their own time zones, by player id. Players without a night are left out.
    One query."""
    rows = TimeSettings.objects.filter(player__in=players, night_begin__isnull=False)
    return {row.player_id: _night_hours_of(row) for row in rows}


def _night_hours_of(row: TimeSettings) -> NightHours:
    assert row.night_begin is not None
    assert row.night_end is not None
    return NightHours(row.night_begin, row.night_end, Schedule(zone=row.zone).tzinfo)
