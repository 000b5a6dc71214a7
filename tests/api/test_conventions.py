"""Common behaviour of all operations: ETags, query parameters, quotas, files."""

from __future__ import annotations

import io
import json
import zipfile
from datetime import timedelta

import pytest
from django.urls import get_resolver
from django.utils import timezone

from api.base import Api
from api.etags import etag_matches
from games import verbs
from rules import AfterRejection, Color, sgf
from tests import factories
from tests.factories import act, make_player, play, reload, side
from tests.support.callers import Caller
from tests.support.games import make_game
from tests.support.schema import schema

pytestmark = pytest.mark.django_db


# ETags


def ask_again(caller, path, etag):
    return caller.client.get(f"/api/v1/{path}", headers={**caller.headers, "If-None-Match": etag})


def test_a_tag_is_found_in_a_list_weak_or_not_and_a_star_is_any():
    tag = '"abc"'

    known = ['"abc"', 'W/"abc"', '"x", "abc"', '"x",W/"abc" , "y"', "*", " * "]
    unknown = ["", '"x"', "abc", '"ab"', 'W/"x", "y"', '"*"', "garbage", '"abc']
    assert [one for one in known if not etag_matches(one, tag)] == []
    assert [one for one in unknown if etag_matches(one, tag)] == []
    assert etag_matches('"abc"', 'W/"abc"')


def test_lists_and_single_things_are_not_sent_again_until_they_change(client):
    aino, babak = make_player(), make_player()
    game = make_game(black=aino, white=babak)
    caller = Caller(client, aino)
    caller.get("me/")  # notes that the token is in use
    paths = ["games/", f"games/{game.pk}/", f"games/{game.pk}/actions/", f"games/{game.pk}/sgf/",
             f"games/{game.pk}/game.sgf", "challenges/", "notices/", "me/", f"players/{babak.username}/"]  # fmt: skip
    tags = {path: caller.get(path)["ETag"] for path in paths}

    for path, tag in tags.items():
        for wanted in (tag, f'"other", {tag}', f"W/{tag.removeprefix('W/')}", "*"):
            answer = ask_again(caller, path, wanted)
            assert (answer.status_code, answer.content, answer["ETag"]) == (304, b"", tag), (path, wanted)
        assert ask_again(caller, path, '"other"').status_code == 200

    play(game, "E5", now=timezone.now())
    for path in paths[:5]:
        assert ask_again(caller, path, tags[path]).status_code == 200, path


def test_the_ticking_of_the_clocks_alone_makes_no_new_state(client, settings):
    game = make_game(days=3)
    caller = Caller(client, side(game, Color.BLACK))

    tag = caller.get(f"games/{game.pk}/")["ETag"]

    assert tag.startswith('W/"')  # weak: the same but for the seconds
    assert ask_again(caller, f"games/{game.pk}/", tag).status_code == 304


# The query


def views():
    found = [pattern for part in get_resolver().url_patterns for pattern in getattr(part, "url_patterns", [])]
    return {pattern.callback.cls for pattern in found if issubclass(getattr(pattern.callback, "cls", object), Api)}


def test_the_parameters_that_a_view_knows_are_those_in_the_schema():
    paths = {f"/{part.pattern}{pattern.pattern}": pattern.callback.cls
             for part in get_resolver().url_patterns for pattern in getattr(part, "url_patterns", [])
             if issubclass(getattr(pattern.callback, "cls", object), Api)}  # fmt: skip
    known = {}
    for path, methods in schema()["paths"].items():
        for method, operation in methods.items():
            names = [one["name"] for one in operation.get("parameters", []) if one["in"] == "query"]
            known[path, method] = sorted(names)
    by_plain = {
        path.replace("<int:", "{").replace("<str:", "{").replace(">", "}"): view for path, view in paths.items()
    }

    for (path, method), names in known.items():
        view = by_plain.get(path)
        if view is not None:
            assert names == (sorted(view.query) if method == "get" else []), (path, method)
    assert len(views()) > 40


def test_what_the_query_should_not_have_is_refused_by_every_operation(client):
    game = make_game()
    caller = Caller(client, side(game, Color.BLACK))
    values = {"{game_id}": str(game.pk), "{username}": side(game, Color.WHITE).username}
    paths = [
        path for path in schema()["paths"] if not path.replace("{game_id}", "").replace("{username}", "").count("{")
    ]

    for path in paths:
        for name, value in values.items():
            path = path.replace(name, value)
        for method in schema()["paths"].get(path, {"get": {}}):
            call = getattr(client, method)
            answer = call(f"{path}?lmit=5", headers={**caller.headers, "Idempotency-Key": "k"})
            if answer.status_code in (401, 405):
                continue  # the door itself, and what there is not
            assert answer.status_code == 400, (method, path, answer.status_code)
            errors = answer.json()["errors"]
            assert [(name, [one["code"] for one in found]) for name, found in errors.items()] == [
                ("lmit", ["unknown_parameter"])
            ], (method, path)
    assert reload(game).number == 0


def test_a_parameter_that_is_there_twice_is_refused(client):
    answer = client.get("/api/v1/games/?limit=5&limit=6")

    assert (answer.status_code, answer.json()["errors"]["limit"][0]["code"]) == (400, "doubled_parameter")


def test_the_schema_itself_is_made_once_has_a_tag_and_knows_no_parameters(client):
    first = client.get("/api/v1/schema/")
    again = client.get("/api/v1/schema/", headers={"If-None-Match": first["ETag"]})

    assert first["Content-Type"].partition(";")[0] == "application/vnd.oai.openapi+json"
    assert first.json()["openapi"].startswith("3.1")
    assert (again.status_code, again.content) == (304, b"")
    assert client.get("/api/v1/schema/?lang=fi").status_code == 400
    assert '"api-anonymous"' in first["RateLimit"]


def test_a_method_that_there_is_not_is_a_405_whatever_the_view_calls_its_own(client):
    for method in ("QUERY", "TRACE", "PUT", "SCHEMA"):
        for path in ("/api/v1/games/", "/api/v1/token/", "/api/v1/schema/"):
            assert client.generic(method, path).status_code == 405, (method, path)


# Quotas


def test_every_answer_says_what_is_left_of_the_rate(client, settings):
    settings.IGO_API_READS, settings.IGO_API_WRITES, settings.IGO_OFFERS = "3/minute", "50/minute", "20/hour"
    caller = Caller(client, make_player())

    left = [caller.get("me/") for _ in range(4)]
    offer = caller.post("challenges/", size=9)

    assert [answer.status_code for answer in left] == [200, 200, 200, 429]
    assert {answer["RateLimit-Policy"] for answer in left} == {'"read";q=3;w=60'}
    assert [answer["RateLimit"].partition(";t=")[0] for answer in left] == [f'"read";r={n}' for n in (2, 1, 0, 0)]
    assert all(0 < int(answer["RateLimit"].partition(";t=")[2]) <= 60 for answer in left)
    assert int(left[-1]["Retry-After"]) <= 61
    assert offer["RateLimit-Policy"] == '"write";q=50;w=60, "offers";q=20;w=3600'
    assert '"offers";r=19;' in offer["RateLimit"]


def test_who_is_not_signed_in_is_shown_the_rate_of_their_network(client, settings):
    settings.IGO_API_ANONYMOUS = "7/minute"

    answer = client.get("/api/v1/games/")

    assert answer["RateLimit-Policy"] == '"api-anonymous";q=7;w=60'
    assert answer["RateLimit"].startswith('"api-anonymous";r=6;')


# Files


def test_the_record_is_a_file_at_its_own_address(client):
    game = make_game(moves="E5 C3 pass")

    answer = client.get(f"/api/v1/games/{game.pk}/game.sgf")

    assert answer["Content-Type"] == "application/x-go-sgf; charset=utf-8"
    assert answer["Content-Disposition"] == f'attachment; filename="{game.pk}.sgf"'
    text = answer.content.decode()
    assert text == client.get(f"/api/v1/games/{game.pk}/sgf/").json()["sgf"]
    assert [turn.point is None for turn in sgf.read_game(sgf.parse(text)[0]).moves] == [False, False, True]


def test_the_file_of_a_private_game_is_for_its_players(client):
    game = make_game(private=True)

    assert client.get(f"/api/v1/games/{game.pk}/game.sgf").status_code == 404
    assert Caller(client, side(game, Color.WHITE)).get(f"games/{game.pk}/game.sgf").status_code == 200


# Many games


def lines(answer):
    assert answer["Content-Type"] == "application/x-ndjson; charset=utf-8"
    return [json.loads(line) for line in b"".join(answer.streaming_content).decode().splitlines()]


def test_many_games_by_their_numbers_come_line_by_line_with_their_records(client):
    games = [make_game(moves="E5 C3") for _ in range(4)]
    wanted = [games[2], games[0]]

    rows = lines(client.get("/api/v1/games/export", {"ids": ",".join(str(game.pk) for game in wanted)}))

    assert [row["id"] for row in rows] == [games[2].pk, games[0].pk]
    assert all("B[ee]" in row["sgf"] and row["started_at"].endswith("Z") for row in rows)
    allowed = schema()["components"]["schemas"]["GameRecord"]
    assert set(rows[0]) == set(allowed["properties"]) == set(allowed["required"])


def test_the_games_of_a_player_come_with_dates_and_go_on_before_the_last(client, monkeypatch):
    aino, now = make_player(), timezone.now()
    games = [factories.make_game(black=aino, now=now - timedelta(days=age)) for age in (40, 30, 20, 10)]
    make_game()
    monkeypatch.setattr("games.api.record_views.MOST_EXPORTED", 2)

    def export(**query):
        return [row["id"] for row in lines(client.get("/api/v1/games/export", {"player": aino.username, **query}))]

    first = export()
    between = {"since": (now - timedelta(days=35)).isoformat(), "until": (now - timedelta(days=15)).isoformat()}

    assert first == [games[3].pk, games[2].pk]
    assert export(before=first[-1]) == [games[1].pk, games[0].pk]
    assert export(before=games[0].pk) == []
    assert export(**between) == [games[2].pk, games[1].pk]
    listed = client.get("/api/v1/games/", {"player": aino.username, **between}).json()["results"]
    assert [row["id"] for row in listed] == [games[2].pk, games[1].pk]


def test_what_has_changed_since_one_looked_is_a_filter(client):
    now = timezone.now()
    old, moved = (factories.make_game(now=now - timedelta(days=2)) for _ in range(2))
    play(moved, "E5", now=now)

    found = client.get("/api/v1/games/", {"active_since": (now - timedelta(hours=1)).isoformat()}).json()["results"]

    assert [row["id"] for row in found] == [moved.pk]
    assert old.pk != moved.pk


def test_nobody_gets_private_games_or_reasons_of_others_by_the_many(client):
    private, public = make_game(private=True), make_game(moves="E5 pass pass")
    act(public, verbs.Propose, dead=[], now=timezone.now())
    act(public, verbs.Reject, proposal=1, then=AfterRejection.MARK, reason="look at E5", now=timezone.now())

    asked = {"ids": f"{private.pk},{public.pk}"}
    strangers = lines(client.get("/api/v1/games/export", asked))
    mine = lines(Caller(client, side(public, Color.BLACK)).get("games/export", **asked))

    assert [row["id"] for row in strangers] == [public.pk]
    assert "look at E5" not in strangers[0]["sgf"]
    assert [row["id"] for row in mine] == [public.pk]
    assert "look at E5" in mine[0]["sgf"]


def test_many_games_are_asked_for_a_few_times_a_minute_and_not_more_at_once(client, settings):
    settings.IGO_API_EXPORTS = "2/minute"
    caller = Caller(client, make_player())

    answers = [caller.get("games/export") for _ in range(3)]

    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert '"exports";r=0;' in answers[-1]["RateLimit"]
    too_many = Caller(client).get("games/export", ids=",".join(["1"] * 301))
    assert (too_many.status_code, list(too_many.json()["errors"])) == (400, ["ids"])


def test_bad_dates_and_numbers_are_refused(client):
    for query in (
        "since=yesterday",
        "until=2026-13-01",
        "active_since=",
        "ids=1,,2",
        "ids=-1",
        "ids=x",
        "since=0001-01-01T00:00:00%2B14:00",
        "until=9999-12-31T23:59:59-14:00",
    ):
        answer = client.get(f"/api/v1/games/?{query}")
        assert (answer.status_code, list(answer.json()["errors"])) == (400, [query.partition("=")[0]]), query


def test_many_games_take_a_handful_of_statements(client, django_assert_max_num_queries):
    for _ in range(12):
        make_game(moves="E5 C3")

    with django_assert_max_num_queries(8):
        assert len(lines(client.get("/api/v1/games/export"))) == 12


def test_my_records_go_on_before_the_last_whatever_begins_meanwhile(client):
    aino = make_player()
    games = [make_game(black=aino) for _ in range(3)]
    caller = Caller(client, aino)

    archive = b"".join(caller.get("me/games.zip", before=games[2].pk).streaming_content)

    assert [name.rpartition("-")[2] for name in zipfile.ZipFile(io.BytesIO(archive)).namelist()] == [
        f"{games[0].pk}.sgf", f"{games[1].pk}.sgf",
    ]  # fmt: skip
    for page in ("0", "10000", "x"):
        assert caller.get("me/games.zip", page=page).status_code == 400


# Addresses that there are not


def test_an_unknown_address_of_the_api_is_a_problem_with_a_type(client):
    for path in ("/api/v1/nothing/", "/api/v1/games/x/", "/api/v2/games/", "/api/nothing", "/api/v1/me/games.zip/x"):
        for method in ("get", "post", "delete"):
            answer = getattr(client, method)(path)
            problem = answer.json()
            assert (answer.status_code, answer["Content-Type"]) == (404, "application/problem+json"), (method, path)
            assert (problem["type"], problem["code"], problem["title"]) == (
                "/api/docs/#not_found", "not_found", "not found",
            )  # fmt: skip


@pytest.mark.parametrize("body", ["x", '{"a": "\\u0000"}', "[" * 70])
def test_a_refusal_before_the_body_is_read_stays_what_it_is_whatever_the_body(client, body):
    caller = Caller(client, make_player())
    for method, path in (("delete", "follows/nobody/"), ("patch", "collections/nobody/")):
        assert caller.send(method, path, body).status_code == 404


# A record to play on from, and a vacation


def test_the_komi_of_a_record_that_says_none_is_that_of_the_rule_set_that_is_named(client):
    caller = Caller(client, make_player())

    def komi(record, **terms):
        answer = caller.post("challenges/", sgf=record, **terms)
        assert answer.status_code == 201, answer.json()
        return answer.json()["rule_set"], answer.json()["komi"]

    assert komi("(;SZ[9];B[ee])", rule_set="chinese") == ("chinese", "7.5")
    assert komi("(;SZ[9];B[ee])", rule_set="japanese") == ("japanese", "6.5")
    assert komi("(;SZ[9]RU[Japanese];B[ee])", rule_set="chinese") == ("chinese", "7.5")
    assert komi("(;SZ[9]RU[Japanese];B[ee])") == ("japanese", "6.5")
    assert komi("(;SZ[9];B[ee])") == ("brainking", "3.5")
    assert komi("(;SZ[9]KM[5.5];B[ee])", rule_set="chinese") == ("chinese", "5.5")  # what the record says stays
    assert komi("(;SZ[9]KM[5.5];B[ee])", rule_set="chinese", komi="2.5") == ("chinese", "2.5")


def test_a_vacation_says_that_it_is_shorter_than_asked(client):
    caller, now = Caller(client, make_player()), timezone.now()

    short = caller.post("me/vacation/", until=(now + timedelta(days=2)).isoformat()).json()
    caller.send("delete", "me/vacation/", "{}")
    long = caller.post("me/vacation/", until=(now + timedelta(days=300)).isoformat()).json()
    caller.send("delete", "me/vacation/", "{}")
    whole = caller.post("me/vacation/").json()

    assert (short["shortened"], short["end"]) == (False, short["asked_until"])
    assert long["shortened"] is True
    assert long["end"] < long["asked_until"]
    assert (whole["shortened"], whole["asked_until"]) == (False, None)
