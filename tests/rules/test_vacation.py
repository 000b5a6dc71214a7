"""The yearly allowance of vacation and the change of the weekend (R56)."""

from datetime import UTC, datetime, timedelta

import pytest

from rules.off_time import Interval
from rules.vacation import (
    YEAR,
    VacationAccrual,
    longest_vacation,
    may_change_weekend,
    remaining_vacation,
    vacation_used,
    weekend_may_change_at,
)

DAY = timedelta(days=1)
JOINED = datetime(2026, 1, 1, tzinfo=UTC)
THIRTY_A_YEAR = VacationAccrual(per_year=30 * DAY, most=40 * DAY)


def after(days):
    return JOINED + days * DAY


def vacation(begin, days):
    return Interval(after(begin), after(begin + days))


@pytest.mark.parametrize(
    ("days", "left"),
    [(0, timedelta(0)), (73, 6 * DAY), (365, 30 * DAY), (438, 36 * DAY), (1000, 40 * DAY)],
)
def test_the_allowance_accrues_up_to_the_most(days, left):
    assert remaining_vacation(THIRTY_A_YEAR, JOINED, [], after(days)) == left


def test_vacation_uses_it_and_nothing_accrues_meanwhile():
    taken = [vacation(365, 20)]

    assert remaining_vacation(THIRTY_A_YEAR, JOINED, taken, after(375)) == 20 * DAY
    assert remaining_vacation(THIRTY_A_YEAR, JOINED, taken, after(385)) == 10 * DAY
    assert remaining_vacation(THIRTY_A_YEAR, JOINED, taken, after(385 + 73)) == 16 * DAY


def test_vacations_that_overlap_count_once_in_any_order():
    taken = [vacation(370, 10), vacation(365, 10), vacation(366, 2)]

    assert remaining_vacation(THIRTY_A_YEAR, JOINED, taken, after(380)) == 15 * DAY
    assert vacation_used(taken, JOINED, after(1000)) == 15 * DAY
    assert vacation_used(taken, after(372), after(375)) == 3 * DAY


def test_it_never_goes_below_nothing():
    assert remaining_vacation(THIRTY_A_YEAR, JOINED, [vacation(73, 50)], after(123)) == timedelta(0)


def test_a_new_player_may_have_some_at_once():
    allowance = VacationAccrual(per_year=30 * DAY, most=30 * DAY, first=10 * DAY)

    assert remaining_vacation(allowance, JOINED, [], JOINED) == 10 * DAY
    assert longest_vacation(allowance, JOINED, [], JOINED) == vacation(0, 10)


def test_the_longest_vacation_uses_everything_up():
    whole = longest_vacation(THIRTY_A_YEAR, JOINED, [], after(365))

    assert whole == vacation(365, 30)
    assert remaining_vacation(THIRTY_A_YEAR, JOINED, [whole], whole.end) == timedelta(0)


@pytest.mark.parametrize(
    "make",
    [
        lambda: VacationAccrual(-DAY, DAY),
        lambda: VacationAccrual(YEAR, DAY, first=2 * DAY),
        lambda: VacationAccrual(YEAR, DAY, first=-DAY),
    ],
)
def test_an_allowance_that_makes_no_sense_is_refused(make):
    with pytest.raises(ValueError):
        make()


def test_the_weekend_changes_once_in_thirty_days():
    assert may_change_weekend(None, JOINED)
    assert weekend_may_change_at(None) is None
    assert not may_change_weekend(JOINED, after(30) - timedelta(seconds=1))
    assert may_change_weekend(JOINED, after(30))
    assert weekend_may_change_at(JOINED) == after(30)
