"""Ratings in the API; every answer is checked against the schema (tests/conftest.py)."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from challenges import services as challenging
from games.services.idempotency import PlayerRequest
from games.terms import Terms
from ratings.models import Rating
from rules import Color
from tests.factories import make_player, side
from tests.ratings.test_games import rated_game, resigned
from tests.ratings.test_pages import five_games, known

pytestmark = pytest.mark.django_db


def get(path: str, viewer=None) -> dict:
    client = Client()
    if viewer is not None:
        client.force_login(viewer)
    answer = client.get(f"/api/v1/{path}")
    assert answer.status_code == 200
    return answer.json()


def test_a_player_has_a_rank_and_ratings_by_size():
    _, white, _ = five_games()

    found = get(f"players/{white.username}/")

    overall = Rating.objects.overall().get(player=white)
    assert found["rank"] == overall.label
    assert [(row["size"], row["games"]) for row in found["ratings"]] == [(None, 5), (9, 5)]
    assert found["ratings"][0]["rating"] == round(overall.rating, 2)
    assert found["ratings"][0]["provisional"] == overall.is_provisional
    assert get("me/", white)["rank"] == overall.label


def test_who_was_never_rated_has_no_rank_and_no_ratings():
    found = get(f"players/{make_player().username}/")

    assert (found["rank"], found["ratings"]) == (None, [])


def test_the_history_comes_in_pages_the_newest_first():
    _, white, games = five_games()

    first = get(f"players/{white.username}/ratings/?limit=3")
    second = get(first["next"].partition("/api/v1/")[2])

    rows = first["results"] + second["results"]
    assert [row["game"] for row in rows] == [game.pk for game in reversed(games)]
    assert {(row["color"], row["score"], row["size"]) for row in rows} == {("W", 1.0, 9)}
    assert rows[0]["rating_before"] == rows[1]["rating"]


def test_the_history_names_private_games_to_their_players_only():
    black, white, games = five_games(private=True)
    path = f"players/{white.username}/ratings/"

    assert {row["game"] for row in get(path, black)["results"]} == {game.pk for game in games}
    for row in get(path)["results"]:
        assert (row["game"], row["opponent"]) == (None, None)


def test_the_history_of_nobody_is_not_found(client):
    assert client.get("/api/v1/players/nobody/ratings/").status_code == 404
    assert client.get("/api/v1/players/nobody/ratings/?cursor=x").status_code in (400, 404)


def test_a_finished_game_says_what_it_did_to_both_ratings():
    game = resigned(now=timezone.now())

    black, white = get(f"games/{game.pk}/")["players"]

    assert black["rating_before"] == white["rating_before"] == 1500
    assert black["rating_after"] < 1500 < white["rating_after"]
    assert black["rank"].endswith("?")


def test_a_running_or_unrated_game_says_nothing_of_ratings():
    for game in (rated_game(now=timezone.now()), resigned(rated=False, now=timezone.now())):
        for seat in get(f"games/{game.pk}/")["players"]:
            assert (seat["rating_before"], seat["rating_after"], seat["rank"]) == (None, None, None)


@pytest.mark.parametrize("path", ["games/?limit=100", "players/{name}/ratings/?limit=100", "challenges/?limit=100"])
def test_lists_take_the_same_number_of_statements_for_any_number_of_rows(path):
    white, counts = known(1500), []
    for _ in range(2):
        for _ in range(3):
            resigned(white=white, now=timezone.now())
            challenging.create_challenge(PlayerRequest(known(1700), timezone.now()), Terms(by_rank=True))
        with CaptureQueriesContext(connection) as asked:
            get(path.format(name=white.username), white)
        counts.append(len(asked))

    assert counts[0] == counts[1]


def test_black_and_white_are_the_seats_of_the_game():
    game = resigned(now=timezone.now())

    seats = {seat["color"]: seat["username"] for seat in get(f"games/{game.pk}/")["players"]}

    assert seats == {"B": side(game, Color.BLACK).username, "W": side(game, Color.WHITE).username}
