"""The yearly allowance of vacation, and how often the weekend may change (R56)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from .off_time import Interval

YEAR = timedelta(days=365)
"""What a year's allowance accrues over; a leap year gives a day's worth more."""

WEEKEND_STAYS = timedelta(days=30)
"""A player's two days stay for at least so long."""

LEAD = timedelta(hours=1)
"""A vacation that starts automatically does so this long before the loss on time: at the deadline it would be too late,
because time that is used up is used up before any off time."""

NOTHING = timedelta(0)


@dataclass(frozen=True, slots=True)
class Allowance:
    """So much vacation for a year, which accrues evenly while the player is not on vacation, up to `most`.

    `first` is what a new player has immediately. Raises ValueError for negative times, or a `first` over `most`.
    """

    per_year: timedelta
    most: timedelta
    first: timedelta = NOTHING

    def __post_init__(self) -> None:
        if min(self.per_year, self.first) < NOTHING or self.first > self.most:
            raise ValueError(f"no allowance: {self}")

    def accrued(self, during: timedelta) -> timedelta:
        """What this much time gives, without the cap."""
        tick = timedelta(microseconds=1)
        return (during // tick) * (self.per_year // tick) // (YEAR // tick) * tick


def balance(allowance: Allowance, joined_at: datetime, vacations: Iterable[Interval], at: datetime) -> timedelta:
    """What is left at `at` of the vacation of a player who came at `joined_at`; never below nothing.

    `vacations` in any order, those that overlap count once; of one that goes on, the part before `at` counts.
    """
    left, since = allowance.first, joined_at
    for vacation in sorted(vacations, key=lambda v: v.begin):
        begin, end = max(vacation.begin, since), min(vacation.end, at)
        if begin < end:
            left = min(allowance.most, left + allowance.accrued(begin - since))
            left, since = max(NOTHING, left - (end - begin)), end
    return min(allowance.most, left + allowance.accrued(max(NOTHING, at - since)))


def used(vacations: Iterable[Interval], begin: datetime, end: datetime) -> timedelta:
    """How much vacation lies between the two instants, for example in a year; overlapping ones count once."""
    total, since = NOTHING, begin
    for vacation in sorted(vacations, key=lambda v: v.begin):
        first, last = max(vacation.begin, since), min(vacation.end, end)
        if first < last:
            total, since = total + (last - first), last
    return total


def longest(allowance: Allowance, joined_at: datetime, vacations: Iterable[Interval], begin: datetime) -> Interval:
    """The vacation that begins now and uses up the balance. Nothing accrues meanwhile, so this is when it ends."""
    return Interval(begin, begin + balance(allowance, joined_at, vacations, begin))


def before_loss(
    allowance: Allowance, joined_at: datetime, vacations: Iterable[Interval], deadline: datetime
) -> Interval | None:
    """The vacation that starts automatically before this deadline, as long as it can be; None when nothing is left.

    Whether the player chose so and the game allows it is not checked.
    """
    vacation = longest(allowance, joined_at, vacations, deadline - LEAD)
    return vacation if vacation.begin < vacation.end else None


def weekend_may_change_at(changed_at: datetime | None) -> datetime | None:
    """When the player may choose other days for the weekend; None: now, it has not been chosen yet."""
    return None if changed_at is None else changed_at + WEEKEND_STAYS


def may_change_weekend(changed_at: datetime | None, now: datetime) -> bool:
    """Whether the player may choose other days for the weekend now (once in 30 days)."""
    earliest = weekend_may_change_at(changed_at)
    return earliest is None or now >= earliest
