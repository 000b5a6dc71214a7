"""A player's sessions in the API: only their owner sees and ends them."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import SecurityEvent, SecurityKind
from tests.factories import make_player
from tests.support.callers import Caller

pytestmark = pytest.mark.django_db


def browser(player, agent="Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0"):
    """A browser in which this player is signed in."""
    found = Client(headers={"User-Agent": agent})
    found.force_login(player)
    assert found.get("/games/").status_code == 200
    return found


def is_in(found):
    return found.get("/games/").status_code == 200


def test_a_program_sees_where_its_player_is_signed_in_and_signs_out_there(client):
    aino = make_player()
    one, other = browser(aino), browser(aino, "Mozilla/5.0 (Windows NT 10.0) Chrome/150.0")
    caller = Caller(client, aino, ["session:write"])

    rows = caller.get("me/sessions/").json()["results"]
    ended = caller.send("delete", f"me/sessions/{rows[0]['id']}/", "")

    assert [row["device"] for row in rows] == ["Chrome, Windows", "Firefox, Linux"]
    assert ended.status_code == 204
    assert (is_in(one), is_in(other)) == (True, False)
    assert caller.send("delete", f"me/sessions/{rows[0]['id']}/", "").status_code == 404
    assert SecurityEvent.objects.filter(player=aino, kind=SecurityKind.SESSION_ENDED).count() == 1


def test_all_sessions_end_at_once_but_for_the_one_that_asks():
    aino = make_player()
    one, other, third = browser(aino), browser(aino), browser(aino)

    answer = one.delete("/api/v1/me/sessions/")

    assert answer.json() == {"ended": 2}
    assert [is_in(found) for found in (one, other, third)] == [True, False, False]


def test_nobody_sees_or_ends_the_sessions_of_others(client):
    aino, babak = make_player(), make_player()
    open_one = browser(aino)
    mine = Caller(client, aino).get("me/sessions/").json()["results"][0]
    his = Caller(client, babak)

    assert his.get("me/sessions/").json()["results"] == []
    assert his.send("delete", f"me/sessions/{mine['id']}/", "").status_code == 404
    assert his.send("delete", "me/sessions/", "").json() == {"ended": 0}
    assert is_in(open_one)


def test_a_token_without_the_scope_neither_sees_nor_ends_sessions(client):
    aino = make_player()
    open_one = browser(aino)
    caller = Caller(client, aino, ["account:read", "account:write"])

    answers = [caller.get("me/sessions/"), caller.send("delete", "me/sessions/", "")]

    assert [(answer.status_code, answer.json()["scope"]) for answer in answers] == [(403, "session:write")] * 2
    assert is_in(open_one)
