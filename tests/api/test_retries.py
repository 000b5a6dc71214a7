"""Every operation that creates or changes something can be retried with its Idempotency-Key."""

import json

import pytest

from accounts.models import ApiToken
from games.models import IdempotencyKey
from notifications.models import Notice
from tests.factories import NOON, make_player
from tests.support.callers import Caller
from tests.support.schema import schema

pytestmark = pytest.mark.django_db
CHANGES_NOTHING = {"me_export", "tournament_federation_file"}
"""Operations that send data as it is at the time. The file for a federation is also noted in the log, once a call."""


def test_every_post_that_changes_something_takes_a_key():
    posts = [item["post"] for item in schema()["paths"].values() if "post" in item]
    without = {
        post["operationId"]
        for post in posts
        if "Idempotency-Key" not in {parameter["name"] for parameter in post.get("parameters", [])}
    }

    assert without == CHANGES_NOTHING


def test_a_retry_of_reading_all_notifications_counts_what_the_first_request_read(client):
    aino = make_player("aino")
    Notice.objects.create(player=aino, kind="follow", created_at=NOON)
    caller = Caller(client, aino)

    first = caller.post("notices/", key="read")
    Notice.objects.create(player=aino, kind="follow", created_at=NOON)
    again = caller.post("notices/", key="read")
    other = caller.post("notices/", key="another")

    assert [answer.json()["read"] for answer in (first, again, other)] == [1, 1, 1]


def test_a_key_is_good_for_one_request_only(client):
    caller = Caller(client, make_player("aino"))
    caller.post("notices/", key="one")

    refused = caller.post("me/calendar/", key="one")

    assert (refused.status_code, refused.json()["code"]) == (422, "idempotency_key_reused")


def test_a_retry_gets_the_secret_address_of_the_first_answer_and_the_database_has_it_sealed(client):
    caller = Caller(client, make_player("aino"))

    first, again = caller.post("me/calendar/", key="one"), caller.post("me/calendar/", key="one")

    assert first.json() == again.json()
    assert client.get(first.json()["path"]).status_code == 200
    kept = json.dumps(IdempotencyKey.objects.get(key="one").answer)
    assert first.json()["path"] not in kept


def test_a_retry_of_making_a_token_gets_the_same_token_and_another_password_nothing(client):
    aino = make_player("aino")
    asked = {"username": "aino", "password": "correct horse"}

    first, again = (_token(client, asked, "one").json() for _ in range(2))
    refused = _token(client, {**asked, "password": "wrong horse"}, "one")

    assert first == again
    assert ApiToken.objects.filter(player=aino).count() == 1
    assert first["token"] not in json.dumps(IdempotencyKey.objects.get(key="one").answer)
    assert refused.status_code == 401


def _token(client, asked, key):
    return client.post(
        "/api/v1/token/", json.dumps(asked), content_type="application/json", headers={"Idempotency-Key": key}
    )
