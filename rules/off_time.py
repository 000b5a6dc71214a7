"""Off time: the times when a player's clock stops, because of vacation, weekends, nights, pauses or outages (R54, R56).

Off time is either an interval between two times, or recurs in the player's wall-clock time. rules.calendar calculates
with it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime, time
from enum import StrEnum
from zoneinfo import ZoneInfo


class OffTimeKind(StrEnum):
    """The reason why a clock stops. If several reasons apply at the same time, only the one that is first in this list
    counts."""

    OUTAGE = "outage"
    PAUSE = "pause"
    VACATION = "vacation"
    WEEKEND = "weekend"
    NIGHT = "night"


THURSDAY_AND_FRIDAY, SATURDAY_AND_SUNDAY = frozenset({4, 5}), frozenset({6, 7})
EARLY_WEEKENDS = frozenset({"Asia/Tehran", "Iran", "Asia/Kabul"})
"""The time zones of Iran and Afghanistan."""


def usual_weekend(zone: str) -> frozenset[int]:
    """Return the ISO weekdays of the weekend for players in this zone who have not chosen one (R56)."""
    return THURSDAY_AND_FRIDAY if zone in EARLY_WEEKENDS else SATURDAY_AND_SUNDAY


@dataclass(frozen=True, slots=True)
class Interval:
    """The time from `begin` until just before `end`; both need a time zone and are stored in UTC.

    Raises ValueError for a time without a zone or an end before the beginning.
    """

    begin: datetime
    end: datetime

    def __post_init__(self) -> None:
        if self.begin.tzinfo is None or self.end.tzinfo is None:
            raise ValueError("an instant without a time zone")
        object.__setattr__(self, "begin", self.begin.astimezone(UTC))
        object.__setattr__(self, "end", self.end.astimezone(UTC))
        if self.end < self.begin:
            raise ValueError(f"ends before it begins: {self}")


@dataclass(frozen=True, slots=True)
class NightHours:
    """The hours from `begin` until just before `end` on the wall clock, past midnight if `end` is the earlier time.

    Raises ValueError if both are equal, or if one has a time zone.
    """

    begin: time
    end: time

    def __post_init__(self) -> None:
        if self.begin == self.end:
            raise ValueError("a night that is never or always")
        if self.begin.tzinfo is not None or self.end.tzinfo is not None:
            raise ValueError("a night is in the player's own time zone")


@dataclass(frozen=True, slots=True)
class Schedule:
    """One player's off time in one game.

    `weekend` holds two ISO weekdays (1 is Monday) or none. `zone` is a name from the IANA database. Weekends and nights
    are in wall-clock time of that zone: an hour that a clock change skips does not exist, and a repeated hour counts
    both times. Raises ValueError for invalid values.

    The caller checks whether a game allows a kind (see `limited_to`), and who may change a schedule and when. Before a
    change during a turn the clock must be charged (rules.clock.charge); otherwise the change would affect the past.
    """

    zone: str = "UTC"
    weekend: frozenset[int] = frozenset()
    night: NightHours | None = None
    vacations: tuple[Interval, ...] = ()
    pauses: tuple[Interval, ...] = ()
    outages: tuple[Interval, ...] = ()

    def __post_init__(self) -> None:
        if len(self.weekend) not in (0, 2) or not self.weekend <= set(range(1, 8)):
            raise ValueError(f"a weekend is two ISO weekdays: {sorted(self.weekend)}")
        try:
            ZoneInfo(self.zone)
        except (KeyError, OSError):
            raise ValueError(f"no such time zone: {self.zone!r}") from None

    @property
    def tzinfo(self) -> ZoneInfo:
        """Return the time zone from the system's IANA data."""
        return ZoneInfo(self.zone)

    @property
    def has_recurring_times(self) -> bool:
        """Return whether the schedule has off time that recurs every week: weekends or nights."""
        return bool(self.weekend) or self.night is not None

    def intervals(self) -> dict[OffTimeKind, tuple[Interval, ...]]:
        """Return the intervals of off time by kind, without weekends and nights, which recur."""
        return {OffTimeKind.OUTAGE: self.outages, OffTimeKind.PAUSE: self.pauses, OffTimeKind.VACATION: self.vacations}

    def limited_to(self, kinds: Iterable[OffTimeKind]) -> Schedule:
        """Return the schedule with only these kinds, for a game or event that does not allow others (R56). Outages
        always remain (R54)."""
        kinds = frozenset(kinds)
        return replace(
            self,
            weekend=self.weekend if OffTimeKind.WEEKEND in kinds else frozenset(),
            night=self.night if OffTimeKind.NIGHT in kinds else None,
            vacations=self.vacations if OffTimeKind.VACATION in kinds else (),
            pauses=self.pauses if OffTimeKind.PAUSE in kinds else (),
        )
