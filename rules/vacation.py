"""The yearly allowance of vacation, and how often the weekend may change (R56)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from .off_time import Interval

YEAR = timedelta(days=365)
"""The period in which a year's allowance accrues; a leap year adds one more day's share."""

WEEKEND_STAYS = timedelta(days=30)
"""The least time between two changes of a player's weekend."""

LEAD = timedelta(hours=1)
"""How long before the loss on time an automatic vacation starts. At the deadline it would be too late, because used
playing time cannot be restored."""

NOTHING = timedelta(0)


@dataclass(frozen=True, slots=True)
class VacationAccrual:
    """A vacation allowance per year, which accrues evenly while the player is not on vacation, up to `most`.

    `first` is the allowance that a new player has immediately. Raises ValueError for negative times, or a `first` over
    `most`.
    """

    per_year: timedelta
    most: timedelta
    first: timedelta = NOTHING

    def __post_init__(self) -> None:
        if min(self.per_year, self.first) < NOTHING or self.first > self.most:
            raise ValueError(f"no allowance: {self}")

    def accrued(self, during: timedelta) -> timedelta:
        """Return the vacation that is earned during this much time, ignoring the maximum."""
        tick = timedelta(microseconds=1)
        return (during // tick) * (self.per_year // tick) // (YEAR // tick) * tick


def remaining_vacation(
    accrual: VacationAccrual, joined_at: datetime, vacations: Iterable[Interval], at: datetime
) -> timedelta:
    """Return how much vacation, at `at`, is left to a player who joined at `joined_at`; never negative.

    `vacations` may be in any order, and overlapping vacations count once. Of a vacation that is not over at `at`, only
    the part before `at` counts.
    """
    left, since = accrual.first, joined_at
    for vacation in sorted(vacations, key=lambda v: v.begin):
        begin, end = max(vacation.begin, since), min(vacation.end, at)
        if begin < end:
            left = min(accrual.most, left + accrual.accrued(begin - since))
            left, since = max(NOTHING, left - (end - begin)), end
    return min(accrual.most, left + accrual.accrued(max(NOTHING, at - since)))


def vacation_used(vacations: Iterable[Interval], begin: datetime, end: datetime) -> timedelta:
    """Return how much of the time between `begin` and `end` is vacation. Overlapping vacations count once."""
    total, since = NOTHING, begin
    for vacation in sorted(vacations, key=lambda v: v.begin):
        first, last = max(vacation.begin, since), min(vacation.end, end)
        if first < last:
            total, since = total + (last - first), last
    return total


def longest_vacation(
    accrual: VacationAccrual, joined_at: datetime, vacations: Iterable[Interval], begin: datetime
) -> Interval:
    """Return the longest possible vacation that begins at `begin`: it uses up all remaining vacation time. No vacation
    time is earned during it."""
    return Interval(begin, begin + remaining_vacation(accrual, joined_at, vacations, begin))


def weekend_may_change_at(changed_at: datetime | None) -> datetime | None:
    """Return when the player may choose another weekend. Return None if no weekend has been chosen yet, so that the
    player may choose at any time."""
    return None if changed_at is None else changed_at + WEEKEND_STAYS


def may_change_weekend(changed_at: datetime | None, now: datetime) -> bool:
    """Return whether the player may choose another weekend now (once every 30 days)."""
    earliest = weekend_may_change_at(changed_at)
    return earliest is None or now >= earliest
