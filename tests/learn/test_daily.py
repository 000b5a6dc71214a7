"""The problem of the day as a feed, and on subscribers' devices (C70, C106, C110)."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta
from xml.etree import ElementTree

import pytest
from django.test import Client
from django.utils import timezone, translation

from accounts.models import Player
from accounts.privacy.account_deletion import delete
from foundation import timesource
from learn.models import DailyReader, DailyStreak
from learn.problems.daily import problem_of_day
from learn.services import daily_readers, progress, streaks, tries
from learn.views.days import daily_calendar
from programs.models import Event
from programs.models.event import EventKind
from programs.services.pushes import find_push_message
from tests.factories import make_player

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 12, 1, 12, tzinfo=UTC)
ATOM = "{http://www.w3.org/2005/Atom}"


@pytest.fixture
def days(monkeypatch):
    """Let this many days pass since the first of December."""

    def pass_by(count):
        monkeypatch.setattr(timesource, "now", lambda: NOON + timedelta(days=count))

    pass_by(0)
    return pass_by


def signed_in(player) -> Client:
    client = Client()
    client.force_login(player)
    return client


@pytest.mark.parametrize(("lang", "title"), [("en", "Go problem of the day"), ("fi", "Päivän go-tehtävä"),
                                             ("fa", "مسئلهٔ گوِ روز")])  # fmt: skip
def test_the_feed_has_the_problems_of_two_weeks_and_no_answer_C106(days, lang, title, django_assert_num_queries):
    Client().get("/problems/")
    with django_assert_num_queries(0):
        answer = Client(headers={"accept-language": lang}).get("/problems/daily.atom")

    assert answer["Content-Type"] == "application/atom+xml; charset=utf-8"
    assert answer["Cache-Control"] == "public, max-age=300"
    feed = ElementTree.fromstring(answer.content)
    assert feed.findtext(f"{ATOM}title") == title
    entries = feed.findall(f"{ATOM}entry")
    keys = [entry.find(f"{ATOM}link").get("href").split("/")[-2] for entry in entries]
    assert keys == [problem_of_day((NOON - timedelta(days=back)).date()).key for back in range(14)]
    assert len({entry.findtext(f"{ATOM}id") for entry in entries}) == 14
    assert '<link rel="alternate" type="application/atom+xml"' in Client().get("/problems/").content.decode()


def test_the_calendar_has_the_problems_of_five_weeks_and_marks_those_that_are_solved(days):
    aino = make_player("aino")
    today = NOON.date()
    solved = problem_of_day(today - timedelta(days=3))
    key, number = progress.progress_item_of_problem(solved)
    progress.add_progress(aino, {key: 1 << (number - 1)})

    def shown(query: str = "", lang: str = "en") -> list[str]:
        client = Client(headers={"accept-language": lang})
        client.force_login(aino)
        page = client.get(f"/problems/daily/{query}").content.decode()
        table = page[page.index('<table class="days"') :].split("</table>")[0]
        found = re.findall(r'<a href="/problems/([\w-]+)/"\s+(class="is-done")?', table)
        assert table.count('class="goban flat ') == len(found)
        return found

    def problems(first: int, last: int) -> list[str]:
        return [problem_of_day(today - timedelta(days=back)).key for back in range(first, last - 1, -1)]

    assert [key for key, _ in shown()] == problems(30, 0)  # a Tuesday; weeks begin on Sunday
    assert [key for key, _ in shown(lang="fi")] == problems(29, 0), "and on Monday"
    assert [key for key, is_done in shown() if is_done] == [solved.key]
    assert [key for key, _ in shown("?page=1")] == problems(65, 31)
    assert shown("?page=x") == shown()


def test_subscribers_get_one_notice_a_day_and_no_one_else_does_C106(days):
    aino = make_player("aino")
    make_player("babak")
    client = signed_in(aino)
    assert "Notify me daily" in client.get("/problems/daily/").content.decode()
    assert client.post("/problems/daily/", {"daily": "on"}).status_code == 302
    assert not daily_readers.notify_next_readers()  # of today's one knows already

    days(1)
    assert daily_readers.notify_next_readers()
    assert not daily_readers.notify_next_readers()
    event = Event.objects.get()
    assert (event.player, event.kind, event.game_id) == (aino, EventKind.PROBLEM_DAILY, None)
    days(2)
    while daily_readers.notify_next_readers():
        pass
    assert Event.objects.count() == 2
    Player.objects.filter(pk=aino.pk).update(is_active=False)
    days(3)
    assert not daily_readers.notify_next_readers(), "the account is closed"
    Player.objects.filter(pk=aino.pk).update(is_active=True)
    client.post("/problems/daily/", {"daily": "off"})
    assert not daily_readers.notify_next_readers()
    assert Client().get("/problems/daily/").status_code == 302


def test_a_device_is_notified_on_that_day_and_not_on_the_next_C70():
    player = make_player("aino")
    noon = timezone.now().replace(hour=12, minute=0, second=0, microsecond=0)
    event = Event(player=player, kind=EventKind.PROBLEM_DAILY, at=noon)

    push = find_push_message(event, noon)
    assert (push.kind, push.game, push.lasts) == ("problem", None, timedelta(hours=12))
    assert not push.ignores_quiet_hours
    assert find_push_message(event, noon + timedelta(hours=12)) is None
    assert '"problem": "/problems/today/"' in Client().get("/service-worker.js").content.decode().replace('":"', '": "')


def test_it_is_chosen_by_the_api_and_goes_with_the_account_C110(days):
    player = make_player("aino")
    client = signed_in(player)

    def put(wanted):
        return client.put("/api/v1/problems/daily", {"daily": wanted}, content_type="application/json").json()

    assert client.get("/api/v1/problems/daily").json() == {"daily": False}
    assert put(True) == {"daily": True}
    assert client.get("/api/v1/problems/daily").json() == {"daily": True}
    assert put(False) == {"daily": False}
    put(True)
    delete(player=player, now=timezone.now())
    assert not DailyReader.objects.exists()


def test_many_are_notified_by_the_same_statements_however_many(days, django_assert_max_num_queries):
    for _ in range(12):
        daily_readers.set_subscription(make_player(), wanted=True)
    days(1)
    with django_assert_max_num_queries(7):
        daily_readers.notify_next_readers()

    assert Event.objects.count() == 12


def test_a_streak_survives_one_missed_day_and_not_two(days):
    player = make_player()

    def solved_on(day: int) -> int:
        days(day)
        tries.record_try(player, problem_of_day(timesource.now().date()), right=True)
        return streaks.current_streak(player)

    assert [solved_on(day) for day in (0, 0, 1, 3)] == [1, 1, 2, 3]
    days(5)
    assert streaks.current_streak(player) == 3, "it can still be continued"
    tries.record_try(player, problem_of_day(timesource.now().date()), right=False)
    tries.record_try(player, problem_of_day((timesource.now() - timedelta(days=1)).date()), right=True)
    days(6)
    assert streaks.current_streak(player) == 0
    assert solved_on(6) == 1
    delete(player=player, now=timezone.now())
    assert not DailyStreak.objects.exists()


def test_the_streak_is_on_the_solved_problem_and_on_my_games(days):
    client = signed_in(make_player("aino"))
    today = problem_of_day(timesource.now().date())
    page = f"/problems/{today.key}/"
    assert "Streak" not in client.get(page).content.decode()
    assert "Streak: 1 day" in client.get(page, {"point": today.right.split()[0]}).content.decode()
    assert "Streak: 1 day" in client.get("/games/?view=list").content.decode()


@pytest.mark.parametrize(("language", "names"), [("en", "Sun Mon Tue Wed Thu Fri Sat"), ("fa", "ش ی د س چ پ ج")])
def test_weekdays_of_the_calendar_fit_its_columns(language, names):
    with translation.override(language):
        week = daily_calendar(date(2026, 11, 29), {}, 0).weeks[0]
        assert [day.short_weekday for day in week] == names.split()
