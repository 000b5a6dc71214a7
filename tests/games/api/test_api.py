"""The REST API: a whole game, retries, refusals, access."""

from __future__ import annotations

import itertools
import json

import pytest

from games.models import Game
from rules import Color
from tests.factories import make_player, reload, side
from tests.support.callers import Caller
from tests.support.games import make_game

pytestmark = pytest.mark.django_db


@pytest.fixture
def sides(client):
    """A game by API and its two callers."""
    aino, babak = make_player("aino"), make_player("babak")
    black, white = Caller(client, aino), Caller(client, babak)
    terms = {"size": 9, "color": "black", "opponent": "babak"}
    offer = black.post("challenges/", **terms).json()
    made = white.post(f"challenges/{offer['id']}/accept/")
    assert made.status_code == 201
    return Game.objects.get(pk=made.json()["id"]), black, white


def test_a_whole_game_with_capture_ko_marking_reject_resume_settle_and_accept(sides):
    game, black, white = sides
    turns = itertools.cycle((black, white))

    def play_all(*points):
        for point in points:
            answer = next(turns).act(game, "play", point=point)
            assert answer.status_code == 200, answer.json()
        return answer.json()

    taken = play_all("D5", "E5", "C4", "F4", "D3", "E3", "E4", "D4")
    assert taken["captured"] == ["E4"]
    ko = black.act(game, "play", point="E4")
    assert (ko.status_code, ko.json()["code"]) == (422, "ko")
    play_all("J9", "J1")
    state = black.get(f"games/{game.pk}/", legal="1").json()
    assert "E4" in state["legal"]["points"]
    assert state["prisoners"] == {"B": 0, "W": 1}
    black.act(game, "pass")
    stopped = white.act(game, "pass").json()
    assert stopped["stage"] == "marking"

    assert white.get(f"games/{game.pk}/").json()["marking"] is None
    assert black.get(f"games/{game.pk}/").json()["marking"]["draft"] is None
    proposed = black.act(game, "propose", dead=["J1"]).json()
    assert proposed["stage"] == "deciding"
    proposal = white.get(f"games/{game.pk}/").json()["proposal"]
    assert proposal["number"] == 1
    assert proposal["score"]["terms"][0]["name"] == "territory"
    white.act(game, "reject", proposal=1, then="resume", reason="J1 lives")
    white.act(game, "pass")
    black.act(game, "pass")
    white.act(game, "propose", dead=[])
    settling = black.act(game, "reject", proposal=2, then="settle").json()
    assert settling["stage"] == "play"
    black.act(game, "pass")
    white.act(game, "pass")
    black.act(game, "propose", dead=[])
    done = white.act(game, "accept", proposal=3).json()

    assert done["stage"] == "finished"
    assert done["result"] == reload(game).result
    record = white.get(f"games/{game.pk}/actions/").json()["results"]
    assert [action["number"] for action in record] == list(range(1, len(record) + 1))
    assert any(action.get("reason") == "J1 lives" for action in record)
    assert "J1 lives" in white.get(f"games/{game.pk}/sgf/").json()["sgf"]


def test_a_retry_gets_the_first_answer_and_plays_nothing(sides):
    game, black, _ = sides

    first = black.act(game, "play", key="k", expected=0, point="E5")
    again = black.act(game, "play", key="k", expected=0, point="E5")

    assert first.json() == again.json()
    assert reload(game).number == 1


def test_a_stale_number_is_a_conflict_that_says_the_current_one(sides):
    game, black, white = sides
    black.act(game, "play", point="E5")

    answer = white.act(game, "play", expected=0, point="D4")

    assert answer.status_code == 409
    assert answer["Content-Type"] == "application/problem+json"
    assert (answer.json()["code"], answer.json()["number"]) == ("stale_number", 1)


@pytest.mark.parametrize(
    ("fields", "status", "code"),
    [
        ({"kind": "play", "point": "E5"}, 422, "occupied"),
        ({"kind": "play", "point": "Z9"}, 422, "off_board"),
        ({"kind": "play", "point": "I5"}, 422, "bad_vertex"),
        ({"kind": "propose", "dead": []}, 422, "wrong_phase"),
        ({"kind": "accept", "proposal": 1}, 422, "wrong_phase"),
        ({"kind": "answer_undo", "allow": True}, 409, "no_undo_request"),
    ],
)
def test_refusals_have_stable_codes_R9(sides, fields, status, code):
    game, black, white = sides
    black.act(game, "play", point="E5")

    answer = white.act(game, **fields)

    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert reload(game).number == 1


def test_a_state_that_has_not_changed_is_not_sent_again(sides):
    game, black, _ = sides
    etag = black.get(f"games/{game.pk}/")["ETag"]

    black.headers["If-None-Match"] = etag

    assert black.get(f"games/{game.pk}/").status_code == 304


def test_the_draft_is_for_the_marking_side_only(client):
    game = make_game(moves="E5 D4 pass pass")
    black, white = Caller(client, side(game, Color.BLACK)), Caller(client, side(game, Color.WHITE))

    body = json.dumps({"dead": ["D4"], "expected": 4})
    assert black.send("put", f"games/{game.pk}/marks/", body).json() == {"dead": ["D4"]}

    assert black.get(f"games/{game.pk}/").json()["marking"]["draft"] == ["D4"]
    assert white.get(f"games/{game.pk}/").json()["marking"] is None


PRIVATE_ROUTES = ("games/{}/", "games/{}/actions/", "games/{}/sgf/")


@pytest.mark.parametrize("route", [*PRIVATE_ROUTES, "games/{}/messages/"])
def test_a_private_game_is_absent_for_everybody_else(client, route):
    game = make_game(private=True, moves="E5")
    stranger, player = Caller(client, make_player()), Caller(client, side(game, Color.BLACK))

    absent = stranger.get(route.format(999999))
    private = stranger.get(route.format(game.pk))

    assert private.status_code == absent.status_code == 404
    assert private.json() == absent.json()
    assert player.get(route.format(game.pk)).status_code == 200


@pytest.mark.parametrize("route", PRIVATE_ROUTES)
def test_anybody_may_watch_a_public_game(client, route):
    assert Caller(client).get(route.format(make_game(moves="E5").pk)).status_code == 200


def test_the_chat_is_for_the_players(client):
    game = make_game()
    player, stranger = Caller(client, side(game, Color.BLACK)), Caller(client, make_player())

    assert player.post(f"games/{game.pk}/messages/", text="hello").status_code == 201
    assert player.get(f"games/{game.pk}/messages/").json()["results"][0]["text"] == "hello"
    assert stranger.get(f"games/{game.pk}/messages/").status_code == 403
    assert stranger.post(f"games/{game.pk}/messages/", text="hello").status_code == 403


@pytest.mark.parametrize(
    ("method", "route"),
    [
        ("post", "games/{}/actions/"),
        ("put", "games/{}/marks/"),
        ("post", "games/{}/messages/"),
        ("post", "games/{}/rematch/"),
        ("post", "challenges/"),
        ("get", "me/"),
        ("get", "notices/"),
    ],
)
def test_acting_needs_somebody_signed_in(client, method, route):
    path = route.format(make_game().pk)
    caller = Caller(client)

    answer = caller.get(path) if method == "get" else caller.send(method, path, "{}")

    assert (answer.status_code, answer.json()["code"]) == (401, "not_authenticated")


def test_the_list_of_games_is_filtered_and_paged(client):
    mine = [make_game(moves="E5") for _ in range(3)]
    caller = Caller(client, side(mine[0], Color.WHITE))

    first = caller.get("games/", limit=2).json()

    assert len(first["results"]) == 2
    assert len(caller.client.get(first["next"], headers=caller.headers).json()["results"]) == 1
    assert [g["id"] for g in caller.get("games/", waiting="true").json()["results"]] == [mine[0].pk]


def test_a_list_takes_the_same_number_of_statements_for_any_number_of_games(client, django_assert_num_queries):
    caller = Caller(client, make_player())
    for _ in range(2):
        make_game()
    caller.get("games/")  # notes that the token is in use
    with django_assert_num_queries(7):  # keys of public games and of own ones, games, seats, ranks, ratings; the token
        caller.get("games/")
    for _ in range(8):
        make_game()
    with django_assert_num_queries(7):
        caller.get("games/")


def test_guessing_passwords_is_limited_whatever_the_client_says_of_its_address(client):
    make_player("victim")

    codes = [
        client.post(
            "/api/v1/token/",
            {"username": "victim", "password": f"guess {n}"},
            content_type="application/json",
            headers={"X-Forwarded-For": f"10.0.0.{n}"},
        ).status_code
        for n in range(12)
    ]

    assert codes == [401] * 10 + [429] * 2


def test_a_token_can_be_revoked(client):
    caller = Caller(client, make_player())
    assert caller.get("me/").status_code == 200

    assert caller.send("delete", "token/", "").status_code == 204

    assert caller.get("me/").status_code == 401


def test_a_session_needs_the_csrf_token_to_act():
    from django.test import Client

    game = make_game()
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(side(game, Color.BLACK))

    answer = browser.post(
        f"/api/v1/games/{game.pk}/actions/",
        {"kind": "pass", "expected": 0},
        content_type="application/json",
        headers={"Idempotency-Key": "k"},
    )

    assert answer.status_code == 403
    assert reload(game).number == 0


def test_the_schema_is_openapi_31_and_names_every_operation(client):
    schema = client.get("/api/v1/schema/").json()

    operations = {o["operationId"] for path in schema["paths"].values() for o in path.values()}
    assert schema["openapi"].startswith("3.1")
    assert {"act", "game", "games", "actions", "challenge_create", "challenge_accept", "marks", "say"} <= operations


def test_rematch_and_notices_are_in_the_api(client):
    game = make_game(moves="E5 D4 C3 C4")
    black = Caller(client, side(game, Color.BLACK))
    black.act(game, "resign")

    made = black.post(f"games/{game.pk}/rematch/").json()

    assert made["challenge"]
    assert black.get("notices/").json()["results"][0]["kind"] == "game_finished"
    assert black.post("notices/").json()["read"] >= 1


def test_a_bug_reveals_nothing_but_that_it_happened(client, monkeypatch):
    monkeypatch.setattr("games.api.game_views.game_state_json", lambda *a, **k: 1 / 0)
    client.raise_request_exception = False

    answer = client.get(f"/api/v1/games/{make_game().pk}/")

    assert (answer.status_code, answer.json()["code"]) == (500, "server_error")
    assert b"ZeroDivision" not in answer.content


def test_a_message_goes_along_with_a_move_for_those_who_may_write_and_with_nothing_else(client):
    game = make_game(days=3)
    black = side(game, Color.BLACK)
    reader, writer = Caller(client, black, ["game:play"]), Caller(client, black, ["game:play", "chat:write"])
    assert reader.act(game, "play", point="E5", message="Hello").json()["code"] == "scope_missing"
    assert writer.act(game, "resign", message="Hello").status_code == 400
    for _ in range(2):
        played = writer.act(game, "play", key="one-of-them", expected=0, point="E5", message="Hello")
        assert played.json()["number"] == 1
    assert [(text.text, text.number) for text in game.messages.all()] == [("Hello", 1)]
    other = writer.act(game, "play", key="one-of-them", expected=0, point="E5", message="Another")
    assert other.json()["code"] == "idempotency_key_reused"
