"""Dates and signs of numbers, formatted by the same rule on every page."""

from __future__ import annotations

import itertools
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone, translation

from accounts.core.digits import viewer_digits
from accounts.models import Player
from games.templatetags.igo import time_tag
from wording import dates, words

NOW = datetime(2026, 11, 22, 15, 0, tzinfo=UTC)
SOLAR = Player(calendar="solar")
LATIN = Player(digits="latin")


@pytest.mark.parametrize(
    ("ago", "text"),
    [
        ({"seconds": 20}, "just\xa0now"),
        ({"minutes": 12}, "12\xa0min\xa0ago"),
        ({"hours": 3}, "3\xa0h\xa0ago"),
        ({"hours": 20}, "yesterday"),
        ({"days": 3}, "3\xa0days\xa0ago"),
        ({"days": 8}, "14 Nov"),
        ({"days": 400}, "18 Oct 2025"),
        ({"days": -2}, "Tue 24 Nov 2026, 15:00 UTC"),
    ],
)
def test_near_times_are_shown_from_now_and_far_ones_as_a_date(ago, text):
    assert dates.relative_time(NOW - timedelta(**ago), NOW) == text


def test_every_language_writes_dates_in_one_way():
    text = {}
    for language in ("en", "fi", "fa"):
        with translation.override(language):
            text[language] = (dates.day_text(NOW), dates.relative_time(NOW - timedelta(days=8), NOW))
    assert text["en"] == ("22 Nov 2026", "14 Nov")
    assert text["fi"] == ("22.11.2026", "14.11.")
    assert text["fa"] == ("۲۲ نوامبر ۲۰۲۶", "۱۴ نوامبر")


@pytest.mark.parametrize(
    ("iso", "text"),
    [("1846-09-11", "11.9.1846"), ("1846-09", "1846-09"), ("1846", "1846"), ("1846-02-31", "1846-02-31")],
)
def test_a_date_in_a_record_is_written_as_in_the_language(iso, text):
    with translation.override("fi"):
        assert dates.iso_day_text(iso) == text


def test_persian_pages_tell_the_date_in_the_solar_calendar_to_those_who_chose_it():
    with viewer_digits(SOLAR):
        assert dates.day_text(NOW) == "22 Nov 2026"
        with translation.override("fa"):
            assert dates.day_text(NOW) == "۱ آذر ۱۴۰۵"
            assert dates.full_time(NOW).endswith("۱ آذر ۱۴۰۵، ۱۵:۰۰ UTC")
            assert dates.relative_time(NOW - timedelta(days=8), NOW) == "۲۳ آبان"


def test_one_time_is_shown_to_every_reader_in_their_own_way_again_and_again():
    text = {}
    for _ in range(2):
        for reader in itertools.product(("en", "fi", "fa"), ("UTC", "Asia/Tehran"), ("solar", "latin", "")):
            language, zone, chose = reader
            likes = {"solar": SOLAR, "latin": LATIN}.get(chose)
            with translation.override(language), timezone.override(ZoneInfo(zone)), viewer_digits(likes):
                assert text.setdefault(reader, dates.full_time(NOW)) == dates.full_time(NOW)

    assert len(set(text.values())) == 10
    assert text["fa", "UTC", "solar"] != text["fa", "UTC", ""] != text["fa", "UTC", "latin"]


def test_a_time_shows_the_full_date_and_time_when_it_is_pointed_at():
    tag = time_tag(datetime(2020, 1, 2, 3, 4, tzinfo=UTC))
    assert tag == '<time datetime="2020-01-02T03:04:00+00:00" title="Thu 2 Jan 2020, 03:04 UTC">2 Jan 2020</time>'


def test_a_minus_is_a_minus_and_stays_before_its_number_from_right_to_left():
    calls = []
    for language in ("en", "fi", "fa"):
        with translation.override(language):
            calls.append(words.localized_number(Decimal("-6.5")))
    assert calls == ["−6.5", "−6,5", "\u200e−۶٫۵"]


def test_the_attribute_datetime_has_no_fraction_of_a_second():
    at = datetime(2026, 3, 2, 12, 30, 15, 987654, tzinfo=UTC)

    assert dates.machine_readable_time(at) == "2026-03-02T12:30:15+00:00"
    assert 'datetime="2026-03-02T12:30:15+00:00"' in time_tag(at)
