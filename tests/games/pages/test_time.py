"""The pages about time: the offer's clock, a game's time, the player's vacation and week, the calendar."""

from datetime import timedelta

import pytest
from django.test import Client
from icalendar import Calendar

from challenges.models import Challenge
from foundation import timesource
from games.models import TimeSettings, Vacation
from games.terms import PRESETS
from rules import Color
from rules.clock import TimeControl, TimeoutPolicy
from tests.factories import days, make_game, make_player, play, reload, side
from wording import time_words

pytestmark = pytest.mark.django_db

OFFER = {
    "opponent_kind": "anyone", "size": "9", "rule_set": "japanese", "color": "black", "handicap": "0",
    "time": "custom", "lateness": "friendly", "off_time": ["night"],
}  # fmt: skip
DAY = timedelta(days=1)


@pytest.fixture
def me():
    return make_player(date_joined=timesource.now() - days(500))


@pytest.fixture
def browser(me):
    client = Client()
    client.force_login(me)
    return client


def text_of(answer) -> str:
    return answer.content.decode()


@pytest.mark.parametrize(
    ("fields", "control"),
    [
        ({"system": "days", "per_move_0": "36", "per_move_1": "hours"}, TimeControl.days_per_move(1.5 * DAY)),
        ({"system": "absolute", "main_time_0": "30", "main_time_1": "days"}, TimeControl.absolute(30 * DAY)),
        (
            {"system": "fischer", "main_time_0": "2", "main_time_1": "days", "increment_0": "90",
             "increment_1": "minutes", "cap_0": "5", "cap_1": "days"},
            TimeControl.fischer(2 * DAY, timedelta(minutes=90), 5 * DAY),
        ),
        (
            {"system": "byo_yomi", "main_time_0": "", "main_time_1": "days", "periods": "3", "period_time_0": "1",
             "period_time_1": "days"},
            TimeControl.byo_yomi(timedelta(0), 3, DAY),
        ),
        (
            {"system": "canadian", "main_time_0": "7", "main_time_1": "days", "stones": "10", "periods": "2",
             "period_time_0": "3", "period_time_1": "days"},
            TimeControl.canadian(7 * DAY, 10, 3 * DAY, 2),
        ),
    ],
)  # fmt: skip
def test_every_clock_can_be_made_by_the_form(browser, fields, control):
    answer = browser.post("/new/", {**OFFER, **fields})

    offer = Challenge.objects.get()
    assert answer.status_code == 302
    assert offer.agreed_time == control
    assert (offer.lateness, offer.off_time) == ("friendly", ["night"])


@pytest.mark.parametrize(
    "fields",
    [
        {"system": "days"},
        {"system": "days", "per_move_0": "61", "per_move_1": "days"},
        {"system": "days", "per_move_0": "0", "per_move_1": "days"},
        {"system": "days", "per_move_0": "-1", "per_move_1": "days"},
        {"system": "days", "per_move_0": "9" * 20, "per_move_1": "days"},
        {"system": "days", "per_move_0": "1", "per_move_1": "years"},
        {"system": "fischer", "main_time_0": "9", "main_time_1": "days", "increment_0": "1", "increment_1": "days",
         "cap_0": "5", "cap_1": "days"},
        {"system": "byo_yomi", "periods": "0", "period_time_0": "1", "period_time_1": "days"},
        {"system": "hourglass"},
    ],
)  # fmt: skip
def test_a_clock_that_is_none_is_refused_and_nothing_is_stored(browser, fields):
    answer = browser.post("/new/", {**OFFER, **fields})

    assert answer.status_code == 400
    assert 'role="alert"' in text_of(answer)
    assert not Challenge.objects.exists()


def test_the_terms_say_what_the_clock_means_before_joining(browser):
    browser.post("/new/", {**OFFER, "system": "days", "per_move_0": "3", "per_move_1": "days"})

    page = text_of(Client().get("/waiting/")) + text_of(browser.get(Challenge.objects.get().get_absolute_url()))

    assert "<dd>3 days per move. The first time either player&#x27;s time runs out, three days are added" in page
    assert "<dd>nights</dd>" in page


def test_the_terms_say_each_thing_once():
    terms = time_words.clock_sentences(PRESETS["days_3"], TimeoutPolicy.STRICT)

    assert terms == "3 days per move. You lose when your time runs out."
    assert time_words.clock_sentences(PRESETS["fischer"], TimeoutPolicy.STRICT).count("runs out") == 1
    assert time_words.clock_sentences(PRESETS["none"], TimeoutPolicy.CLAIM).startswith("No clock. You can't lose")


def test_the_page_of_a_game_shows_period_deadline_and_reasons(browser, me):
    now = timesource.now()
    game = make_game(black=me, time=TimeControl.byo_yomi(timedelta(0), 5, DAY), now=now)
    Vacation.objects.create(player=me, begin=now, end=now + days(2))

    page = text_of(browser.get(f"/g/{game.pk}/"))

    assert "period 1 of 5, 1 day each" in page
    assert "+2 days (vacation)" in page
    assert "On vacation until" in page
    assert "data-countdown" not in page


def test_claiming_granting_and_refusing_from_the_page(browser, me):
    now = timesource.now()
    game = make_game(white=me, days=1, lateness=TimeoutPolicy.CLAIM, now=now - days(2))
    page = text_of(browser.get(f"/g/{game.pk}/"))
    assert "Claim the win" in page

    def send(verb, **data):
        return browser.post(f"/g/{game.pk}/{verb}/", {"number": reload(game).number, "key": f"key-{verb}", **data})

    send("grant-time", days=3)
    assert reload(game).deadline > now + days(2)
    assert send("claim-win").status_code == 409
    game = make_game(white=me, moves="E5 D4 C3 D3 F6 D2", days=1, lateness=TimeoutPolicy.CLAIM, now=now - days(2))
    assert send("claim-win").status_code == 302
    assert "Decline the win" in text_of(browser.get(f"/g/{game.pk}/"))
    send("refuse-win")

    assert not reload(game).is_finished


def test_pausing_from_the_page_of_the_games_time(browser, me):
    game = make_game(white=me, now=timesource.now())
    other = Client()
    other.force_login(side(game, Color.BLACK))
    assert "Pause the game" in text_of(browser.get(f"/g/{game.pk}/time/"))

    browser.post(f"/g/{game.pk}/pause/", {"number": 0, "key": "key-pause", "days": 7})
    assert "Accept the pause" in text_of(other.get(f"/g/{game.pk}/"))
    other.post(f"/g/{game.pk}/pause-answer/", {"number": 1, "key": "key-answer", "allow": "yes"})

    assert "Paused until" in text_of(browser.get(f"/g/{game.pk}/"))
    assert reload(game).deadline > timesource.now() + days(9)


def test_a_vacation_from_the_settings_and_back(browser, me):
    assert "Vacation left</dt><dd>30 days</dd>" in text_of(browser.get("/settings/time/"))

    browser.post("/settings/time/vacation-start/", {"days": "10"})
    assert "You are on vacation until" in text_of(browser.get("/settings/time/"))
    assert browser.post("/settings/time/vacation-start/", {"days": "10"}).status_code == 409
    browser.post("/settings/time/vacation-end/")

    assert "Go on vacation" in text_of(browser.get("/settings/time/"))
    assert browser.post("/settings/time/vacation-start/", {"days": "0"}).status_code == 400


def test_a_week_from_the_settings(browser, me):
    week = {"zone": "Asia/Tehran", "weekend": ["4", "5"], "night_begin": "23:00", "night_end": "07:10"}

    assert browser.post("/settings/time/week/", week).status_code == 302

    row = TimeSettings.objects.get(player=me)
    assert (row.zone, row.weekend, f"{row.night_begin:%H:%M}") == ("Asia/Tehran", [4, 5], "23:00")
    page = text_of(browser.get("/settings/time/"))
    assert "You can change the hours again from" in page
    for chosen in ("23:00", "07:10"):
        assert f'<option value="{chosen}" selected>' in page, "also a time that programs chose"
    assert browser.post("/settings/time/week/", {**week, "weekend": ["6", "7"]}).status_code == 409


@pytest.mark.parametrize(
    "wrong",
    [{"zone": "Mars"}, {"weekend": ["6"]}, {"weekend": ["8", "9"]}, {"night_begin": "25:00"}, {"night_begin": "22:00"},
     {"night_begin": "12:00", "night_end": "11:00"}],
)  # fmt: skip
def test_a_week_that_makes_no_sense_is_refused_by_the_page(browser, wrong):
    answer = browser.post("/settings/time/week/", {"zone": "UTC", "weekend": [], **wrong})

    assert answer.status_code == 400
    assert 'role="alert"' in text_of(answer)
    assert not TimeSettings.objects.exists()


def test_reminders_from_the_settings(browser, me):
    browser.post("/settings/time/choices/", {"automatic_vacation": "on", "reminders": "6"})

    row = TimeSettings.objects.get(player=me)
    assert (row.automatic_vacation, row.remind_day, row.remind_hours) == (True, False, True)
    assert browser.post("/settings/time/nothing/").status_code == 404


def test_a_calendar_of_ones_own_deadlines_at_a_secret_address(browser, me):
    mine = make_game(black=me, days=3, now=timesource.now())
    theirs = make_game(black=me, days=3, now=timesource.now())
    play(theirs, "E5", now=timesource.now())
    browser.post("/settings/time/calendar/")
    secret = TimeSettings.objects.get(player=me).calendar
    assert f"http://testserver/calendar/{secret}.ics" in text_of(browser.get("/settings/time/"))

    answer = Client().get(f"/calendar/{secret}.ics")

    (event,) = Calendar.from_ical(answer.content).walk("VEVENT")
    assert event["dtstart"].dt == reload(mine).deadline.replace(microsecond=0)
    assert event["url"] == f"http://testserver/g/{mine.pk}/"
    browser.post("/settings/time/calendar/", {"end": "1"})
    assert Client().get(f"/calendar/{secret}.ics").status_code == 404


def test_the_calendar_of_a_closed_account_is_gone(browser, me):
    browser.post("/settings/time/calendar/")
    secret = TimeSettings.objects.get(player=me).calendar
    me.is_active = False
    me.save()

    assert Client().get(f"/calendar/{secret}.ics").status_code == 404
    assert Client().get("/calendar/.ics").status_code == 404


def test_a_profile_says_that_its_owner_is_on_vacation(browser, me):
    browser.post("/settings/time/vacation-start/", {"days": "3"})

    assert "On vacation until" in text_of(Client().get(f"/u/{me.username}/"))


@pytest.mark.parametrize("model", ["outage", "heartbeat", "vacation"])
def test_moderators_read_what_stopped_the_clocks(admin_client, browser, model):
    browser.post("/settings/time/vacation-start/", {"days": "3"})

    assert admin_client.get(f"/admin/games/{model}/").status_code == 200
    assert admin_client.get(f"/admin/games/{model}/add/").status_code == 403


def test_a_deadline_is_written_with_persian_digits_on_persian_pages(browser, me):
    game = make_game(black=me, days=3, now=timesource.now())
    me.language = "fa"
    me.save()

    page = text_of(browser.get(f"/g/{game.pk}/time/"))

    assert "۲۰۲" in page


FORMS = {"vacation-start": {}, "vacation-end": {}, "week": {"zone": "UTC"}, "choices": {}, "calendar": {}}


@pytest.mark.parametrize("what", FORMS)
def test_ones_own_time_is_changed_by_oneself_only_and_with_the_csrf_token(me, what):
    nobody, forged = Client(), Client(enforce_csrf_checks=True)
    forged.force_login(me)

    assert nobody.post(f"/settings/time/{what}/", FORMS[what]).headers["Location"].startswith("/accounts/login/")
    assert forged.post(f"/settings/time/{what}/", FORMS[what]).status_code == 403
    assert not TimeSettings.objects.exists()
    assert not Vacation.objects.exists()
