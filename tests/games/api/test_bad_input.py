"""Malformed API calls are refused with a code and change nothing."""

from __future__ import annotations

import pytest
from django.apps import apps

from foundation import limits
from rules import Color
from tests.factories import reload, side
from tests.support.callers import Caller
from tests.support.games import make_game

pytestmark = pytest.mark.django_db


BAD_BODIES = [
    "null", "[]", "5", '"x"', "{", "[" * 1000, "[" * 100_000, '{"a": NaN}', '{"kind": 1e999}',
    '{"kind": "play", "kind": "pass"}', '{"kind": "play\\u0000"}', '{"kind": "\\ud800"}',
    '{"kind": "play", "expected": true, "point": "E5"}',
    '{"kind": "play", "expected": "0", "point": "E5"}',
    '{"kind": "play", "expected": 0.0, "point": "E5"}',
    '{"kind": "play", "expected": -1, "point": "E5"}',
    '{"kind": "play", "expected": 1000000000000000000000000000000, "point": "E5"}',
    '{"kind": "play", "expected": 0, "point": 5}',
    '{"kind": "play", "expected": 0, "point": "\u0665E"}',
    '{"kind": "play", "expected": 0, "point": "E5", "winner": "B"}',
    '{"kind": "play", "expected": 0}',
    '{"kind": "pass", "expected": 0, "point": "E5"}',
    '{"kind": "undo", "expected": 0}',
    '{"text": 5}', '{"text": "' + "x" * 1001 + '"}', '{"text": ""}',
    '{"dead": "E5", "expected": 0}', '{"dead": [["E5"]], "expected": 0}',
    '{"size": 3}', '{"size": 9, "komi": 6.5}', '{"size": 9, "komi": "6.25"}',
    '{"size": 9, "komi": "NaN"}', '{"size": 9, "width": 9, "height": 9}',
    '{"size": 9, "handicap": 1}', '{"size": 9, "opponent": "nobody-at-all"}',
    '{"size": 9, "days": 0}', '{"size": 9, "rule_set": "chess"}', '{"size": 9, "creator": 1}',
    '{"size": 9, "rated": "yes"}', '{"language": "de"}', '{"is_staff": true}',
    '{"username": "aino", "password": 5}', '{"x": "' + "y" * 70_000 + '"}',
]  # fmt: skip


OPERATIONS = [
    ("post", "games/{}/actions/"), ("put", "games/{}/marks/"), ("post", "games/{}/messages/"),
    ("post", "challenges/"), ("patch", "me/"), ("post", "token/"),
]  # fmt: skip


@pytest.mark.parametrize(("method", "route"), OPERATIONS)
def test_bad_input_is_refused_with_a_code_and_stores_nothing(client, method, route):
    game = make_game()
    caller = Caller(client, side(game, Color.BLACK))
    before = _row_counts()

    for body in BAD_BODIES:
        limits.reset_counts()
        answer = caller.send(method, route.format(game.pk), body)
        assert 400 <= answer.status_code < 500, (body[:80], answer.status_code)
        assert answer["Content-Type"] == "application/problem+json"
        assert answer.json()["code"]

    assert _row_counts() == before
    assert reload(game).number == 0


def _row_counts():
    return {m.__name__: m.objects.count() for m in apps.get_models() if m.__name__ != "Session"}


@pytest.mark.parametrize(
    "query",
    ["limit=0", "limit=101", "limit=1e3", "limit=" + "9" * 30, "cursor=%00", "cursor=garbage",
     "cursor=cD0yMDI2LTAx", "phase=chess", "size=" + "9" * 30, "player=" + "x" * 99, "player=%00", "unknown=1",
     "rated=maybe"],
)  # fmt: skip
def test_bad_filters_are_refused(client, query):
    make_game()

    answer = client.get(f"/api/v1/games/?{query}")

    assert answer.status_code == 400, answer.content
    assert answer["Content-Type"] == "application/problem+json"


@pytest.mark.parametrize("content_type", ["text/xml", "multipart/form-data; boundary=x", "text/plain"])
def test_only_json_is_read(client, content_type):
    game = make_game()
    caller = Caller(client, side(game, Color.BLACK))

    answer = caller.send("post", f"games/{game.pk}/actions/", "x", content_type=content_type)

    assert answer.status_code == 415


def test_an_action_needs_an_idempotency_key(client):
    game = make_game()
    caller = Caller(client, side(game, Color.BLACK))

    answer = client.post(
        f"/api/v1/games/{game.pk}/actions/",
        {"kind": "pass", "expected": 0},
        content_type="application/json",
        headers=caller.headers,
    )

    assert answer.status_code == 400
    assert "Idempotency-Key" in answer.json()["errors"]


@pytest.mark.parametrize("path", ["no-such-thing/", "games/x/", "games//actions/", "games/1/actions", "../v2/games/"])
def test_an_unknown_path_is_a_problem_too(client, path):
    answer = client.get(f"/api/v1/{path}")

    assert answer.status_code in (301, 404)
    assert answer.status_code == 301 or answer["Content-Type"] == "application/problem+json"
