"""Limits of an offer in the form of a new game and in the API (issue 16)."""

from __future__ import annotations

import pytest

from challenges.models import Challenge
from games.models import Game
from tests.challenges.test_new_game_page import OFFER, sentence
from tests.factories import make_player
from tests.ratings.test_pages import known
from tests.support.browsers import browser

pytestmark = pytest.mark.django_db
SIX_KYU = 1500


def post(client, player, path: str, body):
    """Post this to the API as the player, and return the answer."""
    client.force_login(player)
    return client.post(f"/api/v1/{path}", body, "application/json", headers={"Idempotency-Key": "x"})


def test_the_sentence_says_the_limits_of_an_offer_to_anyone_and_of_a_link():
    for query, text in (
        ("rank_span=3", "up to 3 ranks apart"),
        ("lowest_rank=20&highest_rank=24", "\u206610k\u2069 to \u20666k\u2069"),
        ("lowest_rank=20", "\u206610k\u2069 or stronger"),
        ("highest_rank=30", "\u20661d\u2069 or weaker"),
        ("established=on", "established ranks only"),
        ("same_opponent=after", "one game at a time against the same player"),
        ("same_opponent=never&opponent_kind=player", "new opponents only"),
        ("games=3", "up to 3 players"),
        ("color=both", "two games, one with each colour"),
    ):
        assert text in sentence(query), query
    assert "ranks apart" not in sentence("rank_span=3&to=babak")
    for nonsense in ("games=x", "games=%D9%A3", "lowest_rank=99", "rank_span=-1", "same_opponent=x"):
        assert sentence(nonsense), nonsense


def test_the_page_makes_an_offer_with_limits():
    maker = known(SIX_KYU)
    sent = {**OFFER, "rank_span": "3", "established": "on", "same_opponent": "days_30", "games": "2"}

    assert browser(maker).post("/new/", sent).status_code == 302

    made = Challenge.objects.get()
    assert (made.rank_span, made.established, made.same_opponent, made.games) == (3, True, "days_30", 2)


def test_an_offer_to_one_player_is_made_without_the_limits_that_are_not_shown_then():
    make_player("babak")
    sent = {**OFFER, "opponent_kind": "player", "opponent": "babak", "games": "3", "lowest_rank": "20"}

    assert browser(make_player()).post("/new/", sent).status_code == 302

    assert (Challenge.objects.get().games, Challenge.objects.get().lowest_rank) == (1, None)


@pytest.mark.parametrize(
    ("sent", "text"),
    [
        ({"rank_span": "3"}, "a rank yet."),
        ({"rank_span": "3", "lowest_rank": "20"}, "Choose either ranks near yours or a rank range, not both."),
        ({"lowest_rank": "24", "highest_rank": "20"}, "The highest rank must not be below the lowest."),
        ({"games": "9"}, "Select a valid choice."),
    ],
)
def test_limits_that_cannot_be_are_refused_next_to_their_field(sent, text):
    answer = browser(make_player()).post("/new/", {**OFFER, **sent})
    assert answer.status_code == 400
    assert text in answer.content.decode()
    assert not Challenge.objects.exists()


def test_programs_make_see_and_are_refused_what_is_limited(client):
    maker, weak, strong = known(SIX_KYU), make_player(), known(SIX_KYU)
    limits = {"lowest_rank": "10k", "highest_rank": "1d", "games": 2, "same_opponent": "after", "color": "both"}

    made = post(client, maker, "challenges/", {"size": 9, **limits})

    assert made.status_code == 201, made.json()
    offer = made.json()
    values = {name: offer[name] for name in ("lowest_rank", "highest_rank", "rank_span", "established", "same_opponent",
                                           "games", "games_left", "part_of", "cannot_accept", "color")}  # fmt: skip
    assert values == {
        "lowest_rank": "10k", "highest_rank": "1d", "rank_span": None, "established": False, "same_opponent": "after",
        "games": 2, "games_left": 2, "part_of": None, "cannot_accept": None, "color": "both",
    }  # fmt: skip
    refused = post(client, weak, f"challenges/{offer['id']}/accept/", {})
    seen = client.get("/api/v1/challenges/").json()["results"][0]
    assert seen["cannot_accept"] == "rank_outside"
    assert client.get(f"/api/v1/challenges/{offer['id']}/").json()["cannot_accept"] == "rank_outside"
    assert (refused.status_code, refused.json()["code"], refused.json()["lowest"]) == (403, "rank_outside", "10k")
    assert not Game.objects.exists()
    assert post(client, strong, f"challenges/{offer['id']}/accept/", {}).status_code == 201
    assert Game.objects.count() == 2


@pytest.mark.parametrize(
    ("sent", "field"),
    [
        ({"lowest_rank": "31k"}, "lowest_rank"),
        ({"highest_rank": 10}, "highest_rank"),
        ({"rank_span": 0}, "rank_span"),
        ({"games": "2"}, "games"),
        ({"same_opponent": "no"}, "same_opponent"),
        ({"opponent": "babak", "games": 2}, "opponent"),
    ],
)
def test_programs_are_shown_which_limit_cannot_be(client, sent, field):
    make_player("babak")
    answer = post(client, make_player(), "challenges/", {"size": 9, **sent})
    assert answer.status_code == 400
    assert field in str(answer.json())
    assert not Challenge.objects.exists()
