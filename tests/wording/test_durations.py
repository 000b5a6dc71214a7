"""Durations as text: at most two units, and no zero units."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import translation

from wording.time_words import duration_in_full
from wording.words import duration_text


@pytest.mark.parametrize(
    ("left", "english", "persian"),
    [
        (timedelta(days=2, hours=21, minutes=5), "2 d 21 h", "۲ روز و ۲۱ ساعت"),
        (timedelta(days=3, minutes=59), "3 d", "۳ روز"),
        (timedelta(hours=5, minutes=12), "5 h 12 min", "۵ ساعت و ۱۲ دقیقه"),
        (timedelta(hours=5), "5 h", "۵ ساعت"),
        (timedelta(minutes=12), "12 min", "۱۲ دقیقه"),
        (timedelta(minutes=9), "less than 10 min", "کمتر از ۱۰ دقیقه"),
    ],
)
def test_the_time_left_has_two_units_and_none_that_is_zero(left, english, persian):
    assert duration_text(left).replace("\xa0", " ") == english
    with translation.override("fa"):
        assert duration_text(left).replace("\xa0", " ") == persian


def test_a_duration_in_full_joins_its_units_as_the_language_does():
    duration = timedelta(days=25, hours=18)
    assert duration_in_full(duration) == "25 days 18 hours"
    with translation.override("fa"):
        assert duration_in_full(duration) == "۲۵ روز و ۱۸ ساعت"
    assert duration_in_full(timedelta()) == ""
