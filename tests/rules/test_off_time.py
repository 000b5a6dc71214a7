"""Off time on known days of the calendar (R54 to R56)."""

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest

from rules.calendar import MOST_OFF_TIME, AddedOffTime, Deadline, deadline_with_reasons, playing_time_between
from rules.off_time import Interval, NightHours, OffTimeKind, Schedule

DAY, HOUR, MINUTE = timedelta(days=1), timedelta(hours=1), timedelta(minutes=1)
HELSINKI, NEW_YORK, LORD_HOWE = "Europe/Helsinki", "America/New_York", "Australia/Lord_Howe"
SLEEP = NightHours(time(22), time(7))
WEEKEND = frozenset({6, 7})
EVERYTHING = frozenset(OffTimeKind)


def local(zone, *numbers, fold=0):
    return datetime(*numbers, tzinfo=ZoneInfo(zone), fold=fold)


def utc(*numbers):
    return datetime(*numbers, tzinfo=UTC)


def test_a_night_and_a_weekend_are_added_with_their_reasons_R55():
    friday_evening = local(HELSINKI, 2026, 5, 15, 20)
    schedule = Schedule(HELSINKI, WEEKEND, SLEEP)

    due = deadline_with_reasons(friday_evening, 4 * HOUR, schedule)

    assert due.instant == local(HELSINKI, 2026, 5, 18, 9)
    assert due.reasons == (AddedOffTime(OffTimeKind.WEEKEND, 48 * HOUR), AddedOffTime(OffTimeKind.NIGHT, 9 * HOUR))


def test_without_off_time_the_deadline_is_just_later():
    assert deadline_with_reasons(utc(2026, 5, 15), DAY) == Deadline(utc(2026, 5, 16))
    assert deadline_with_reasons(utc(2026, 5, 15), DAY, Schedule()) == Deadline(utc(2026, 5, 16))
    assert playing_time_between(utc(2026, 5, 15), utc(2026, 5, 16)) == DAY
    assert playing_time_between(utc(2026, 5, 16), utc(2026, 5, 15)) == timedelta(0)


def test_a_day_is_24_hours_whatever_the_wall_clock_does():
    evening = local(HELSINKI, 2026, 3, 28, 20)

    assert playing_time_between(evening, local(HELSINKI, 2026, 3, 29, 20)) == 23 * HOUR
    assert deadline_with_reasons(evening, DAY).instant == local(HELSINKI, 2026, 3, 29, 21)


def test_time_is_up_when_it_is_used_up_not_after_the_night():
    evening = local(HELSINKI, 2026, 5, 12, 20)

    assert deadline_with_reasons(evening, 2 * HOUR, Schedule(HELSINKI, night=SLEEP)) == Deadline(
        local(HELSINKI, 2026, 5, 12, 22)
    )


def test_no_time_at_all_ends_where_it_begins():
    midnight = utc(2026, 5, 12)

    assert deadline_with_reasons(midnight, timedelta(0), Schedule(night=SLEEP)) == Deadline(midnight)
    with pytest.raises(ValueError):
        deadline_with_reasons(midnight, -HOUR, Schedule(night=SLEEP))


def test_what_overlaps_counts_once_as_the_first_of_its_kinds():
    saturday = utc(2026, 5, 16)
    schedule = Schedule(
        weekend=WEEKEND,
        night=SLEEP,
        vacations=(Interval(saturday, saturday + 3 * DAY), Interval(saturday + DAY, saturday + 2 * DAY)),
        pauses=(Interval(saturday, saturday + 12 * HOUR),),
        outages=(Interval(saturday - HOUR, saturday + 6 * HOUR),),
    )

    due = deadline_with_reasons(saturday, HOUR, schedule)

    assert due.instant == saturday + 3 * DAY + 8 * HOUR
    assert due.reasons == (
        AddedOffTime(OffTimeKind.OUTAGE, 6 * HOUR),
        AddedOffTime(OffTimeKind.PAUSE, 6 * HOUR),
        AddedOffTime(OffTimeKind.VACATION, 60 * HOUR),
        AddedOffTime(OffTimeKind.NIGHT, 7 * HOUR),
    )


def test_a_weekend_may_be_thursday_and_friday():
    wednesday_noon = local("Asia/Tehran", 2026, 5, 13, 12)
    schedule = Schedule("Asia/Tehran", frozenset({4, 5}))

    assert deadline_with_reasons(wednesday_noon, DAY, schedule).instant == local("Asia/Tehran", 2026, 5, 16, 12)


@pytest.mark.parametrize(
    ("day", "added"),
    [
        ((2026, 3, 28), 8 * HOUR),  # the hour from 3 to 4 does not exist
        ((2026, 10, 24), 10 * HOUR),  # the hour from 3 to 4 comes twice
        ((2026, 5, 13), 9 * HOUR),
    ],
)
def test_a_night_is_as_long_as_the_wall_clock_makes_it(day, added):
    due = deadline_with_reasons(local(HELSINKI, *day, 21), 2 * HOUR, Schedule(HELSINKI, night=SLEEP))

    assert due.reasons == (AddedOffTime(OffTimeKind.NIGHT, added),)
    assert due.instant.astimezone(ZoneInfo(HELSINKI)).time() == time(8)


def test_a_night_that_ends_in_the_hour_which_comes_twice_has_two_parts():
    # New York, 1 November 2026: 01:59 is followed by 01:00. The night shows on the wall from 0:00 to 1:30, and
    # from 1:00 to 1:30 again.
    schedule = Schedule(NEW_YORK, night=NightHours(time(0), time(1, 30)))
    begin = local(NEW_YORK, 2026, 11, 1, 0)

    assert playing_time_between(begin, local(NEW_YORK, 2026, 11, 1, 1, 30, fold=0), schedule) == timedelta(0)
    assert playing_time_between(begin, local(NEW_YORK, 2026, 11, 1, 2), schedule) == HOUR
    due = deadline_with_reasons(begin, 31 * MINUTE, schedule)
    assert due == Deadline(utc(2026, 11, 1, 6, 31), (AddedOffTime(OffTimeKind.NIGHT, 2 * HOUR),))


def test_a_night_inside_the_hour_that_does_not_exist_is_no_time():
    schedule = Schedule(NEW_YORK, night=NightHours(time(2, 10), time(2, 50)))

    assert playing_time_between(local(NEW_YORK, 2026, 3, 8, 0), local(NEW_YORK, 2026, 3, 8, 12), schedule) == 11 * HOUR


def test_half_an_hour_of_summer_time():
    schedule = Schedule(LORD_HOWE, weekend=WEEKEND)

    # Sunday, 4 October 2026 has 23.5 hours there, and Sunday, 5 April 24.5.
    assert deadline_with_reasons(local(LORD_HOWE, 2026, 10, 3, 0), HOUR, schedule).reasons == (
        AddedOffTime(OffTimeKind.WEEKEND, 47 * HOUR + 30 * MINUTE),
    )
    assert deadline_with_reasons(local(LORD_HOWE, 2026, 4, 4, 0), HOUR, schedule).reasons == (
        AddedOffTime(OffTimeKind.WEEKEND, 48 * HOUR + 30 * MINUTE),
    )


def test_the_29th_of_february_is_a_day():
    # Fifteen hours of play on the 28th, the 29th and the 1st of March: 7 to 22 each.
    due = deadline_with_reasons(utc(2028, 2, 28), 31 * HOUR, Schedule(night=SLEEP))

    assert due == Deadline(utc(2028, 3, 1, 8), (AddedOffTime(OffTimeKind.NIGHT, 25 * HOUR),))


def test_off_time_counts_for_five_years_at_most():
    start = utc(2026, 1, 1)
    for_ever = Schedule(vacations=(Interval(start, start + 100 * MOST_OFF_TIME),))

    due = deadline_with_reasons(start, DAY, for_ever)

    assert due == Deadline(start + MOST_OFF_TIME + DAY, (AddedOffTime(OffTimeKind.VACATION, MOST_OFF_TIME),))
    assert playing_time_between(start, due.instant, for_ever) == DAY
    half = MOST_OFF_TIME / 2 + DAY
    twice = Schedule(
        vacations=(Interval(start, start + half), Interval(start + half + HOUR, start + 2 * half + HOUR)),
        pauses=(Interval(start + 2 * half + 2 * HOUR, start + 3 * half),),
    )
    assert deadline_with_reasons(start, 90 * DAY, twice) == Deadline(
        start + MOST_OFF_TIME + 90 * DAY, (AddedOffTime(OffTimeKind.VACATION, MOST_OFF_TIME),)
    )
    nearly_always = Schedule(weekend=WEEKEND, night=NightHours(time(0), time(23, 59, 59)))
    assert deadline_with_reasons(start, DAY, nearly_always).instant == start + MOST_OFF_TIME + DAY


def test_a_game_may_forbid_kinds_of_off_time_but_not_outages_R56():
    interval = (Interval(utc(2026, 1, 1), utc(2026, 1, 2)),)
    schedule = Schedule(HELSINKI, WEEKEND, SLEEP, interval, interval, interval)

    assert schedule.limited_to(EVERYTHING) == schedule
    assert schedule.limited_to({OffTimeKind.NIGHT}) == Schedule(HELSINKI, night=SLEEP, outages=interval)
    assert schedule.limited_to(()) == Schedule(HELSINKI, outages=interval)


@pytest.mark.parametrize(
    "make",
    [
        lambda: Schedule("Europe/Atlantis"),
        lambda: Schedule("../secrets"),
        lambda: Schedule(""),
        lambda: Schedule(weekend=frozenset({7})),
        lambda: Schedule(weekend=frozenset({0, 7})),
        lambda: NightHours(time(7), time(7)),
        lambda: NightHours(time(7, tzinfo=UTC), time(9)),
        lambda: Interval(utc(2026, 1, 2), utc(2026, 1, 1)),
        lambda: Interval(datetime(2026, 1, 1), utc(2026, 1, 2)),
        lambda: playing_time_between(datetime(2026, 1, 1), datetime(2026, 1, 2), Schedule()),
    ],
)
def test_what_makes_no_sense_is_refused(make):
    with pytest.raises(ValueError):
        make()
