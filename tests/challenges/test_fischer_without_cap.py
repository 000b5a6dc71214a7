"""A Fischer clock without a cap: time adds up to 365 days (R50)."""

from datetime import timedelta

import pytest
from django.test import Client

from challenges.models import Challenge
from rules.clock import NO_CAP, TimeControl
from tests.factories import make_player
from tests.support.browsers import browser
from tests.support.callers import Caller
from wording import time_words

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)
OFFER = {"opponent_kind": "anyone", "size": "9", "rule_set": "japanese", "color": "random", "handicap": "0",
         "time": "custom", "system": "fischer", "main_time_0": "3", "main_time_1": "days", "increment_0": "1",
         "increment_1": "days"}  # fmt: skip


def test_the_page_takes_an_empty_maximum_and_names_none():
    page = browser(make_player()).post("/new/", {**OFFER, "cap_0": "", "cap_1": "days"}, follow=True)

    control = Challenge.objects.get().agreed_time
    assert control == TimeControl.fischer(3 * DAY, DAY, NO_CAP)
    assert time_words.time_control_name(control) == "3 days, +1 day per move"
    assert "Each move adds 1 day. You lose when" in page.content.decode()


@pytest.mark.parametrize("cap", [None, 0])
def test_the_api_takes_null_as_no_cap_and_refuses_a_clock_without_the_field(cap):
    caller = Caller(Client(), make_player())
    clock = {"system": "fischer", "main_time": 259200, "increment": 86400}

    answer = caller.post("challenges/", size=9, time={**clock, "cap": cap})
    assert answer.status_code == 201
    assert answer.json()["time"] == {**clock, "cap": None}
    assert Challenge.objects.get().agreed_time.cap == NO_CAP
    assert caller.post("challenges/", size=9, time=clock).status_code == 400
