"""Clocks, off time and reminders over the API."""

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from challenges.models import Challenge
from games.models import TimeSettings
from rules import Color
from rules.clock import TimeControl, TimeoutPolicy
from tests.factories import days, make_game, make_player, reload, side

pytestmark = pytest.mark.django_db

DAY = 86400
FISCHER = {"system": "fischer", "main_time": 3 * DAY, "increment": DAY, "cap": 7 * DAY}


def client_of(player) -> APIClient:
    client = APIClient()
    client.force_authenticate(player)
    return client


def offer(client, **terms):
    return client.post("/api/v1/challenges/", {"size": 9, **terms}, "json", HTTP_IDEMPOTENCY_KEY="k")


def do(client, game, kind, **data):
    body = {"kind": kind, "expected": reload(game).number, **data}
    return client.post(f"/api/v1/games/{game.pk}/actions/", body, "json", HTTP_IDEMPOTENCY_KEY=f"{kind}{data}")


def test_an_offer_with_any_clock_and_its_terms():
    answer = offer(client_of(make_player()), time=FISCHER, lateness="claim", off_time=["night"])

    assert answer.status_code == 201
    assert answer.data["time"] == FISCHER
    assert (answer.data["lateness"], answer.data["off_time"], answer.data["days"]) == ("claim", ["night"], None)


def test_a_number_that_is_not_counted_may_be_null():
    canadian = {"system": "canadian", "main_time": 0, "stones": 10, "period_time": DAY, "periods": None}

    assert offer(client_of(make_player()), time=canadian).data["time"] == canadian


def test_days_are_short_for_days_per_move():
    answer = offer(client_of(make_player()), days=2)

    assert answer.data["time"] == {"system": "days", "per_move": 2 * DAY}
    assert answer.data["days"] == 2
    assert answer.data["off_time"] == ["vacation", "weekend", "pause"]


@pytest.mark.parametrize(
    "terms",
    [
        {"time": {"system": "hourglass"}}, {"time": "3 days"}, {"time": []}, {"time": None}, {"time": {}},
        {"time": {"system": "days"}}, {"time": {"system": "days", "per_move": 59}},
        {"time": {"system": "days", "per_move": True}},
        {"time": {"system": "days", "per_move": 1e5}}, {"time": {"system": "days", "per_move": 10**30}},
        {"time": {"system": "days", "per_move": DAY, "main_time": DAY}}, {"time": {**FISCHER, "cap": DAY}},
        {"time": {"system": "byo_yomi", "main_time": 0, "periods": 101, "period_time": DAY}},
        {"time": FISCHER, "days": 3}, {"lateness": "never"}, {"off_time": ["outage"]}, {"off_time": "night"},
    ],
)  # fmt: skip
def test_clocks_that_are_none_are_refused(terms):
    answer = offer(client_of(make_player()), **terms)

    assert (answer.status_code, answer.data["code"]) == (400, "invalid")
    assert not Challenge.objects.exists()


def test_the_state_has_both_clocks_and_the_reasons_of_the_deadline():
    me = make_player(date_joined=timezone.now() - days(500))
    game = make_game(black=me, time=TimeControl.from_json(FISCHER), now=timezone.now())
    client = client_of(me)
    client.post("/api/v1/me/vacation/", {}, "json")

    clock = client.get(f"/api/v1/games/{game.pk}/").data["clock"]

    assert clock["B"]["running"]
    assert 3 * DAY - 60 < clock["B"]["left"] <= 3 * DAY
    assert clock["W"] == {**clock["W"], "running": False, "left": 3 * DAY}
    assert [reason["kind"] for reason in clock["reasons"]] == ["vacation"]
    assert clock["standing_still"]["kind"] == "vacation"


def test_a_state_is_unchanged_while_only_the_clock_ticks():
    game = make_game(now=timezone.now())
    client = client_of(side(game, Color.BLACK))
    tag = client.get(f"/api/v1/games/{game.pk}/")["ETag"]

    assert client.get(f"/api/v1/games/{game.pk}/", HTTP_IF_NONE_MATCH=tag).status_code == 304


def test_claim_grant_refuse_and_pause_over_the_api():
    game = make_game(moves="E5 D4 C3 C4", days=1, lateness=TimeoutPolicy.CLAIM, now=timezone.now() - days(2))
    black, white = client_of(side(game, Color.BLACK)), client_of(side(game, Color.WHITE))

    assert do(black, game, "claim_win").data["code"] == "nothing_to_claim"
    assert do(white, game, "claim_win").data["result"] == "W+T"
    assert do(black, game, "refuse_win").data["code"] == "not_won_on_time"
    assert do(white, game, "refuse_win").data["result"] is None
    assert do(white, game, "grant_time", days=2).status_code == 200
    assert do(white, game, "grant_time", days=15).status_code == 400
    until = (timezone.now() + days(5)).isoformat()
    assert do(white, game, "request_pause", until=until).status_code == 200
    assert black.get(f"/api/v1/games/{game.pk}/").data["pause_offer"]["by"] == "W"
    assert do(black, game, "answer_pause", allow=True).status_code == 200
    assert do(black, game, "report_stalling").data["code"] == "not_scoring"


def test_a_refused_win_is_not_refused_twice_by_a_retry():
    game = make_game(moves="E5 D4 C3 C4", days=1, lateness=TimeoutPolicy.CLAIM, now=timezone.now() - days(2))
    white = client_of(side(game, Color.WHITE))
    do(white, game, "claim_win")
    body = {"kind": "refuse_win", "expected": reload(game).number}

    answers = [
        white.post(f"/api/v1/games/{game.pk}/actions/", body, "json", HTTP_IDEMPOTENCY_KEY="same") for _ in range(2)
    ]

    assert answers[0].data == answers[1].data
    assert reload(game).actions.filter(kind="refuse_win").count() == 1


def test_vacation_week_reminders_and_calendar_over_the_api():
    me = make_player(date_joined=timezone.now() - days(500))
    client = client_of(me)
    week = {"zone": "Europe/Helsinki", "weekend": [6, 7], "night": {"begin": "22:00", "end": "07:00"}}

    assert client.put("/api/v1/me/week/", week, "json").data["week"]["night"] == week["night"]
    assert client.put("/api/v1/me/week/", {**week, "night": None}, "json").data["code"] == "week_changed_lately"
    assert client.post("/api/v1/me/vacation/", {}, "json").status_code == 201
    assert client.post("/api/v1/me/vacation/", {}, "json").data["code"] == "on_vacation"
    assert client.delete("/api/v1/me/vacation/").status_code == 200
    assert client.patch("/api/v1/me/time/", {"automatic_vacation": True}, "json").data["automatic_vacation"]
    path = client.post("/api/v1/me/calendar/", {}, "json").data["path"]
    assert APIClient().get(path).status_code == 200
    assert client.delete("/api/v1/me/calendar/").status_code == 204
    assert not client.get("/api/v1/me/time/").data["has_calendar"]


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("put", "week", {"zone": "Mars", "weekend": [], "night": None}),
        ("put", "week", {"zone": "../../etc/passwd", "weekend": [], "night": None}),
        ("put", "week", {"zone": "UTC", "weekend": [1], "night": None}),
        ("put", "week", {"zone": "UTC", "weekend": [True, 2], "night": None}),
        ("put", "week", {"zone": "UTC", "weekend": [], "night": {"begin": 5, "end": "07:00"}}),
        ("put", "week", {"zone": "UTC", "weekend": [], "night": {"begin": "22:00+01:00", "end": "07:00"}}),
        ("post", "vacation", {"until": "tomorrow"}),
        ("post", "vacation", {"until": 5}),
        ("patch", "time", {"remind_day": "yes"}),
        ("patch", "time", {"calendar": "mine"}),
    ],
)
def test_bad_input_about_time_is_refused_and_stores_nothing(method, path, body):
    answer = getattr(client_of(make_player()), method)(f"/api/v1/me/{path}/", body, "json")

    assert answer.status_code == 400
    assert not TimeSettings.objects.exclude(weekend=[], calendar="").exists()


NO_ZONES = [
    "localtime", "Factory", "right/Europe/Paris", "posix/UTC", "posixrules", "SystemV/PST8PDT", "Mars",
    "europe/helsinki", "../../etc/passwd", "/etc/localtime", "tzdata.zi", "",
]  # fmt: skip


@pytest.mark.parametrize("zone", NO_ZONES)
def test_what_is_no_zone_of_the_iana_database_is_refused_by_its_field(zone):
    client = client_of(make_player())

    week = client.put("/api/v1/me/week/", {"zone": zone, "weekend": [6, 7], "night": None}, "json")
    mine = client.patch("/api/v1/me/", {"time_zone": zone}, "json")

    assert (week.status_code, list(week.json()["errors"])) == (400, ["zone"])
    assert (mine.status_code, list(mine.json()["errors"])) == (400, ["time_zone"])
    assert not TimeSettings.objects.exclude(zone="UTC").exists()


@pytest.mark.parametrize("zone", ["UTC", "Europe/Helsinki", "Asia/Tehran", "Etc/GMT-5", "EST5EDT", "Japan"])
def test_zones_of_the_iana_database_are_taken(zone):
    client = client_of(make_player())

    answer = client.put("/api/v1/me/week/", {"zone": zone, "weekend": [], "night": None}, "json")

    assert answer.data["week"]["zone"] == zone
