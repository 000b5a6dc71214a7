"""The first queries of a program: the server's description and its players."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.core import site
from goserver.operations.own_command import igo_version
from ratings.models import Category, Rating
from ratings.ranks import Rank
from rules import RULE_SETS
from tests.factories import NOON, make_player
from tests.support.callers import Caller
from tests.support.schema import schema

pytestmark = pytest.mark.django_db


def get(client, path="", **query):
    return client.get(f"/api/v1/{path}", query)


def rated(name, rank):
    player = make_player(name)
    at = {"category": Category.OVERALL, "deviation": 60.0, "volatility": 0.06, "games": 30, "at": NOON}
    Rating.objects.create(player=player, rating=Rank.parse(rank).least_rating + 1, **at)
    return player


def names(answer):
    return [row["username"] for row in answer.json()["results"]]


def test_the_server_says_what_it_is_and_where_to_go_on(client):
    found = get(client).json()

    assert (found["name"], found["software"], found["version"]) == (site.name(), "igo", igo_version())
    assert found["rule_sets"][0]["key"] == "brainking"
    assert {rules["key"] for rules in found["rule_sets"]} == set(RULE_SETS)
    assert found["rule_sets"][0]["komi"] == {"9": "3.5", "13": "4.5", "19": "5.5"}
    assert found["sizes"] == {"offered": [9, 13, 19], "smallest": 5, "largest": 25}
    for link in found["links"].values():
        assert client.get(link, follow=True).status_code == 200, link
    assert client.get("/api/v1").json() == found


def test_a_server_that_takes_no_accounts_links_to_no_sign_up(client, settings):
    settings.IGO_OPEN_FOR_SIGNUP = False

    assert get(client).json()["links"]["sign_up"] is None


def test_head_answers_wherever_get_does(client):
    """Of the operations that need no number and no name; the others share their way."""
    plain = [path for path, item in schema()["paths"].items() if "get" in item and "{" not in path]

    for path in plain:
        get_, head = client.get(path), client.head(path)

        assert head.status_code == get_.status_code, path
        assert not head.getvalue(), path
        assert get_.status_code == 401 or "HEAD" in head["Allow"], path


def test_a_stream_ends_at_once_for_head(client):
    caller = Caller(client, make_player("aino"))

    answer = client.head("/api/v1/events", headers=caller.headers)

    assert (answer.status_code, answer["Content-Type"]) == (503, "application/problem+json")
    answer = client.head("/api/v1/events?wait=0", headers=caller.headers)
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/x-ndjson; charset=utf-8")


def test_players_are_listed_by_rank_the_strongest_first(client):
    for name, rank in (("aino", "12k"), ("babak", "2d"), ("cyrus", "1k"), ("dara", "30k")):
        rated(name, rank)
    make_player("emre")

    assert names(get(client, "players/")) == ["babak", "cyrus", "aino", "dara"]
    assert names(get(client, "players/", min_rank="12k", max_rank="1k")) == ["cyrus", "aino"]
    assert names(get(client, "players/", max_rank="9d", min_rank="30k")) == ["babak", "cyrus", "aino", "dara"]
    assert names(get(client, "players/", max_rank="2k")) == ["aino", "dara"]


def test_players_are_found_by_how_their_name_begins_with_a_rank_or_without(client):
    rated("Ernest", "12k")
    make_player("ernie")
    make_player("Bernie")
    make_player("err", is_active=False)
    make_player("erguest", is_guest=True)

    assert sorted(names(get(client, "players/", search="ER"))) == ["Ernest", "ernie"]
    assert names(get(client, "players/", search="er", min_rank="20k")) == ["Ernest"]
    assert names(get(client, "players/", search="%")) == []


@pytest.mark.parametrize("query", [{"min_rank": "10d"}, {"max_rank": "0k"}, {"search": ""}, {"search": "x" * 31}])
def test_a_rank_or_a_name_that_cannot_be_is_refused_and_named(client, query):
    answer = get(client, "players/", **query)

    assert (answer.status_code, set(answer.json()["errors"])) == (400, set(query))


def test_pages_of_players_go_on_where_the_last_one_ended_by_as_many_statements(client):
    for steps in range(12):
        rated(f"player{steps:02}", str(Rank(steps)))

    first = get(client, "players/", limit=5).json()
    rest = client.get(first["next"]).json()
    with CaptureQueriesContext(connection) as few:
        get(client, "players/", limit=2)
    with CaptureQueriesContext(connection) as many:
        get(client, "players/", limit=12)

    assert [row["rank"] for row in first["results"] + rest["results"]] == [str(Rank(11 - step)) for step in range(10)]
    assert len(few) == len(many)
