"""Calculate playing time between two times, and deadlines with their reasons (R54 to R56). All results are exact to the
microsecond.

At any time, a clock either runs (playing time) or stops for a reason (off time of one kind). The work grows with the
number of days, because each day needs two look-ups. Two clock changes of a time zone that cancel each other within 24
hours would be missed; no zone has had such changes since 1970.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

from .off_time import OffTimeKind, Schedule

MOST_OFF_TIME = timedelta(days=1826)
"""The most off time between a start and its deadline: five years. After that the clock runs whatever the schedule
says, so that a deadline always exists."""

DAY = timedelta(days=1)
NOTHING = timedelta(0)


@dataclass(frozen=True, slots=True)
class TimeStretch:
    """A stretch of time of a single kind, from `begin` until just before `end`. The kind None is playing time."""

    begin: datetime
    end: datetime
    kind: OffTimeKind | None

    @property
    def length(self) -> timedelta:
        """Return the length of the stretch of time."""
        return self.end - self.begin


@dataclass(frozen=True, slots=True)
class AddedOffTime:
    """The off time of one kind that makes a deadline later, such as "+9 h night"."""

    kind: OffTimeKind
    duration: timedelta


@dataclass(frozen=True, slots=True)
class Deadline:
    """The time at which the playing time is used up, and the off time that was added to it, in the order of
    OffTimeKind.

    `instant` is the start plus the playing time plus the durations in `reasons`.
    """

    instant: datetime
    reasons: tuple[AddedOffTime, ...] = ()


def playing_time_between(begin: datetime, end: datetime, schedule: Schedule | None = None) -> timedelta:
    """Return how much playing time lies between `begin` and `end`; off time is not counted. The result is zero if the
    end is not after the beginning.

    Raises ValueError for times without a time zone.
    """
    begin, end = _in_utc(begin), _in_utc(end)
    if end <= begin:
        return NOTHING
    if schedule is None:
        return end - begin
    playing = (s.length for s in stretches(begin, end, schedule) if s.kind is None)
    return sum(playing, NOTHING)


def deadline_with_reasons(start: datetime, budget: timedelta, schedule: Schedule | None = None) -> Deadline:
    """Return the earliest time (UTC) at which the clock has run for `budget` since `start`. The result includes the off
    time that was added (R55).

    The deadline is never inside off time, except that a zero budget ends at the start. Raises ValueError for a negative
    budget or a start without a time zone.
    """
    start = _in_utc(start)
    if budget < NOTHING:
        raise ValueError(f"a negative time: {budget}")
    if schedule is None or not budget:
        return Deadline(start + budget)
    added: Counter[OffTimeKind] = Counter()
    latest = start + budget + MOST_OFF_TIME
    for stretch in stretches(start, latest, schedule):
        if stretch.kind is not None:
            added[stretch.kind] += _microseconds(stretch.length)
        elif stretch.length >= budget:
            return Deadline(stretch.begin + budget, _added_off_time(added))
        else:
            budget -= stretch.length
    raise AssertionError("more off time than there can be")


def stretches(begin: datetime, end: datetime, schedule: Schedule) -> Iterator[TimeStretch]:
    """Yield the time from `begin` to `end` as stretches of playing time and off time: in order, without gaps, in UTC.
    Each stretch is computed when it is needed.

    Consecutive stretches may be of the same kind. Raises ValueError for times without a time zone.
    """
    begin, end = _in_utc(begin), _in_utc(end)
    if begin >= end:
        return iter(())
    return _limit_off_time(_overlay(_fixed_stretches(begin, end, schedule), _recurring_stretches(begin, end, schedule)))


def _in_utc(at: datetime) -> datetime:
    """Return the time in UTC. This is needed because Python calculates with two times of the same zone by their
    wall-clock values. Raises ValueError for a time without a zone."""
    if at.tzinfo is None:
        raise ValueError("an instant without a time zone")
    return at.astimezone(UTC)


def _added_off_time(added: Counter[OffTimeKind]) -> tuple[AddedOffTime, ...]:
    return tuple(AddedOffTime(kind, timedelta(microseconds=added[kind])) for kind in OffTimeKind if added[kind])


def _microseconds(duration: timedelta) -> int:
    return duration // timedelta(microseconds=1)


def _limit_off_time(pieces: Iterator[TimeStretch]) -> Iterator[TimeStretch]:
    """Yield the stretches, with at most MOST_OFF_TIME of off time in total. All later off time becomes playing time."""
    left = MOST_OFF_TIME
    for piece in pieces:
        if piece.kind is None or piece.length <= left:
            left -= NOTHING if piece.kind is None else piece.length
            yield piece
        else:
            if left:
                yield TimeStretch(piece.begin, piece.begin + left, piece.kind)
            yield TimeStretch(piece.begin + left, piece.end, None)
            left = NOTHING


def _overlay(upper: Iterator[TimeStretch], lower: Iterator[TimeStretch]) -> Iterator[TimeStretch]:
    """Merge two sequences of stretches that cover the same time. Where both have off time, the kind in `upper` is
    used."""
    above, below = next(upper), next(lower)
    begin = above.begin
    while True:
        end = min(above.end, below.end)
        yield TimeStretch(begin, end, above.kind or below.kind)
        begin = end
        above_done, below_done = above.end == end, below.end == end
        try:
            above = next(upper) if above_done else above
            below = next(lower) if below_done else below
        except StopIteration:
            return


def _fixed_stretches(begin: datetime, end: datetime, schedule: Schedule) -> Iterator[TimeStretch]:
    """Yield the time from `begin` to `end` as stretches, with the off time of vacations, pauses and outages."""
    changes: list[tuple[datetime, OffTimeKind, int]] = []
    for kind, intervals in schedule.intervals().items():
        for interval in intervals:
            if interval.end > begin and interval.begin < end:
                changes += [(max(begin, interval.begin), kind, 1), (min(end, interval.end), kind, -1)]
    on: Counter[OffTimeKind] = Counter()
    for at, kind, change in sorted(changes, key=lambda item: item[0]):
        if at > begin:
            yield TimeStretch(begin, at, _first_active_kind(on))
            begin = at
        on[kind] += change
    if begin < end:
        yield TimeStretch(begin, end, None)


def _first_active_kind(on: Counter[OffTimeKind]) -> OffTimeKind | None:
    return next((kind for kind in OffTimeKind if on[kind] > 0), None)


def _recurring_stretches(begin: datetime, end: datetime, schedule: Schedule) -> Iterator[TimeStretch]:
    """Yield the time from `begin` to `end` as stretches, with the off time of weekends and nights."""
    if not schedule.has_recurring_times:
        yield TimeStretch(begin, end, None)
        return
    week = {weekday: tuple(_stretches_of_day(schedule, weekday)) for weekday in range(1, 8)}
    for first, last, offset in _constant_offsets(schedule.tzinfo, begin, end):
        midnight = datetime.combine((first + offset).date(), time(0), UTC) - offset
        while midnight < last:
            for since, until, kind in week[(midnight + offset).isoweekday()]:
                piece = TimeStretch(max(first, midnight + since), min(last, midnight + until), kind)
                if piece.begin < piece.end:
                    yield piece
            midnight += DAY


def _stretches_of_day(schedule: Schedule, weekday: int) -> Iterator[tuple[timedelta, timedelta, OffTimeKind | None]]:
    """Yield the stretches of a weekday's 24 hours in wall-clock time. Each has its begin and end as the time since
    midnight, and its kind of off time (None: playing time)."""
    if weekday in schedule.weekend:
        yield NOTHING, DAY, OffTimeKind.WEEKEND
        return
    if schedule.night is None:
        yield NOTHING, DAY, None
        return
    begin, end = _since_midnight(schedule.night.begin), _since_midnight(schedule.night.end)
    inside = OffTimeKind.NIGHT if begin < end else None
    outside = None if begin < end else OffTimeKind.NIGHT
    early, late = sorted((begin, end))
    yield NOTHING, early, outside
    yield early, late, inside
    yield late, DAY, outside


def _since_midnight(at: time) -> timedelta:
    return timedelta(hours=at.hour, minutes=at.minute, seconds=at.second, microseconds=at.microsecond)


def _constant_offsets(zone: ZoneInfo, begin: datetime, end: datetime) -> Iterator[tuple[datetime, datetime, timedelta]]:
    """Yield the time between the two times in stretches of at most a day: begin, end, and the offset of local time from
    UTC, which is constant within a stretch."""
    while begin < end:
        offset, last = _utc_offset(zone, begin), min(begin + DAY, end)
        if _utc_offset(zone, last) != offset:
            last = _find_clock_change(zone, begin, last)
        yield begin, last, offset
        begin = last


def _find_clock_change(zone: ZoneInfo, before: datetime, after: datetime) -> datetime:
    """Return the time, in whole seconds, at which the zone's offset from UTC changes between these two times. Their
    offsets must differ."""
    offset = _utc_offset(zone, before)
    while after - before > timedelta(seconds=1):
        middle = before + (after - before) / 2
        if _utc_offset(zone, middle) == offset:
            before = middle
        else:
            after = middle
    return after.replace(microsecond=0)


def _utc_offset(zone: ZoneInfo, at: datetime) -> timedelta:
    offset = at.astimezone(zone).utcoffset()
    assert offset is not None
    return offset
