"""Time controls as SGF's TM and OT."""

from datetime import timedelta

import pytest

from rules.clock import TimeControl
from rules.overtime import from_sgf, parse_overtime, to_sgf

DAY, MINUTE, SECOND = timedelta(days=1), timedelta(minutes=1), timedelta(seconds=1)
NOTHING = timedelta(0)


@pytest.mark.parametrize(
    ("control", "tm", "ot"),
    [
        (TimeControl.absolute(60 * MINUTE), "3600", None),
        (TimeControl.byo_yomi(10 * MINUTE, 5, 30 * SECOND), "600", "5x30 byo-yomi"),
        (TimeControl.byo_yomi(NOTHING, 1, SECOND / 2), "0", "1x0.5 byo-yomi"),
        (TimeControl.canadian(10 * MINUTE, 15, 5 * MINUTE), "600", "15/300 Canadian"),
        (TimeControl.canadian(NOTHING, 10, DAY, 4), "0", "10/86400 Canadian, 4 periods"),
        (TimeControl.fischer(DAY, 30 * SECOND), "86400", "30 fischer"),
        (TimeControl.fischer(DAY, 30 * SECOND, 7 * DAY), "86400", "30 fischer, at most 604800"),
        (TimeControl.days_per_move(3 * DAY), None, "3 days per move"),
        (TimeControl.days_per_move(90 * SECOND), None, "90 simple"),
    ],
)
def test_every_control_is_written_and_read_back(control, tm, ot):
    assert to_sgf(control) == (tm, ot)
    assert from_sgf(tm, ot) == control


def test_no_clock_and_no_properties():
    assert to_sgf(TimeControl.none()) == (None, None)
    assert from_sgf(None, None) is None
    assert from_sgf("0", "") is None


def test_fischer_without_main_time_begins_with_one_increment():
    assert parse_overtime("30 Fischer") == TimeControl.fischer(30 * SECOND, 30 * SECOND)


@pytest.mark.parametrize(
    "text",
    [
        "", "none", "5x0 byo-yomi", "0 simple", "0 days per move", "5x-30 byo-yomi", "٥x30 byo-yomi", "1e9 simple",
        "99999999999999999999x30 byo-yomi", "9999/999999999 Canadian", "15/300 Canadian, 0 periods",
        "60 fischer, at most 30", "5x30 byo-yomi and more", "5x30.1234567 byo-yomi",
    ],
)  # fmt: skip
def test_what_says_nothing_known_is_none(text):
    assert parse_overtime(text) is None


@pytest.mark.parametrize("tm", ["soon", "-1", "1e3", "99999999999999"])
def test_a_main_time_that_is_no_number_is_none(tm):
    assert from_sgf(tm, "5x30 byo-yomi") is None
