"""Reports, decisions and appeals in the API; every answer is checked against the schema (tests/conftest.py)."""

import pytest
from django.test import Client
from django.utils import timezone

from accounts.security import tokens
from accounts.security.scopes import USUAL
from moderation.models import Appeal, Case, Report
from moderation.models.decision import Measure
from moderation.services import ReportTarget, report_finding_once
from rules import Color
from tests.factories import make_game, make_moderator, make_player, side
from tests.moderation.helpers import decide, insult, report

pytestmark = pytest.mark.django_db


def program(player, scopes=USUAL):
    _, text = tokens.make_token(player=player, wanted=tokens.NewToken("t", scopes, 1), now=timezone.now())
    return Client(headers={"Authorization": f"Bearer {text}"})


def post(client, path, body, **headers):
    return client.post(f"/api/v1/{path}/", body, content_type="application/json", headers=headers)


def test_a_program_reports_a_player_a_game_and_a_message():
    game = make_game(now=timezone.now())
    black, white = side(game, Color.BLACK), side(game, Color.WHITE)
    message = insult(game, black, now=timezone.now())
    client = program(white)

    bodies = [
        {"kind": "other", "player": black.username, "text": "look"},
        {"kind": "score", "game": game.pk},
        {"kind": "abuse", "message": message.pk},
    ]
    answers = [post(client, "reports", body) for body in bodies]

    assert [answer.status_code for answer in answers] == [201, 201, 201]
    assert {case.player for case in Case.objects.all()} == {black}
    mine = client.get("/api/v1/reports/").json()["results"]
    assert [row["kind"] for row in mine] == ["abuse", "score", "other"]
    assert mine[0]["answer"] is None


def test_a_retry_with_the_same_key_reports_once():
    client, player = program(make_player()), make_player()
    body = {"kind": "other", "player": player.username, "text": "look"}

    first, second = (post(client, "reports", body, **{"Idempotency-Key": "k"}) for _ in range(2))

    assert first.json() == second.json()
    assert Report.objects.get().text == "look"


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({}, 400, "invalid"),
        ({"kind": "other"}, 400, "invalid"),
        ({"kind": "referee", "player": "x"}, 400, "invalid"),
        ({"kind": "other", "player": "x", "message": 1}, 400, "invalid"),
        ({"kind": "other", "player": "x", "score": 5}, 400, "invalid"),
        ({"kind": "other", "player": "nobody"}, 404, "no_such_player"),
        ({"kind": "other", "message": 10**15}, 404, "no_such_message"),
        ({"kind": "other", "game": 10**15}, 404, "no_such_game"),
        ({"kind": "other", "player": "\x00"}, 400, "parse_error"),
    ],
)
def test_bad_reports_are_refused_with_a_code(body, status, code):
    answer = post(program(make_player()), "reports", body)

    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert not Report.objects.exists()


def test_a_program_reads_decisions_and_appeals_once_also_for_the_suspended():
    player, other = make_player(), make_player()
    staff = make_moderator()
    done = decide(report(player, now=timezone.now()), staff, Measure.SUSPENDED, now=timezone.now())
    client = program(player)

    row = client.get("/api/v1/decisions/").json()["results"][0]
    assert (row["measure"], row["reason"], row["appeal"]) == ("suspended", "for a reason", None)
    assert staff.username not in str(row)
    answers = [post(client, f"decisions/{done.pk}/appeal", {"text": "please"}) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [201, 409]
    assert answers[0].json()["appeal"] == {"text": "please", "outcome": None, "reason": None}
    assert post(program(other), f"decisions/{done.pk}/appeal", {"text": "x"}).json()["code"] == "no_such_decision"
    assert Appeal.objects.count() == 1


def test_tokens_need_the_scopes():
    client = program(make_player(), ["game:read"])

    for answer in (
        client.get("/api/v1/reports/"),
        client.get("/api/v1/decisions/"),
        post(client, "reports", {}),
        post(client, "decisions/1/appeal", {}),
    ):
        assert answer.json()["code"] == "scope_missing"


def test_what_the_server_noticed_is_shown_in_words_to_those_who_keep_order():
    player = make_player()
    finding = {
        "kind": "time_out_wave", "player": player.pk, "others": [], "games": [], "strength": 0.7,
        "evidence": [["time_out_wave", {"days": 3, "losses": 7, "opponents": 5}]],
    }  # fmt: skip
    report_finding_once(key="k", target=ReportTarget(player, None, {"signal": finding}), now=timezone.now())
    client = Client()
    client.force_login(make_moderator())

    page = client.get(Case.objects.get().get_absolute_url()).content.decode()

    assert "Repeated losses on time" in page
    assert "Lost on time within 3 days: 7 games, against 5 opponents." in page
