"""One name for each thing: requests in v1 may use either of two names (docs/api.md, Names)."""

from __future__ import annotations

import pytest

from games.terms import PRESETS
from rules import Color
from tests.factories import make_moderator, make_player, side
from tests.support.callers import Caller
from tests.support.games import make_game

pytestmark = pytest.mark.django_db


def test_colours_are_understood_as_letters_and_as_words_wherever_one_is_sent(client):
    game = make_game(moves="E5 D4")
    aino = Caller(client, side(game, Color.BLACK))
    head = aino.get(f"games/{game.pk}/tree/").json()["head"]
    add = {"op": "add", "id": "a", "parent": head, "color": "black", "move": "C3"}

    words = [aino.post("challenges/", size=9, color=color).json()["color"] for color in ("B", "black", "W", "white")]
    tree = aino.post(f"games/{game.pk}/tree/", operations=[add])

    assert words == ["black", "black", "white", "white"]
    assert tree.status_code == 200
    assert [node["color"] for node in aino.get(f"games/{game.pk}/tree/").json()["nodes"]] == ["B"]
    assert aino.post("challenges/", size=9, color="R").json()["errors"]["color"][0]["code"] == "invalid_choice"


@pytest.mark.parametrize("wrong", [[], ["black"], {}, {"black": 1}, True, 1, 1.5, "purple"])
def test_what_is_not_a_colour_is_refused_whatever_it_is(client, wrong):
    game = make_game()
    aino = Caller(client, side(game, Color.BLACK))
    offer = aino.post("challenges/", size=9).json()["id"]
    babak = Caller(client, side(game, Color.WHITE))

    answers = {
        "create": aino.post("challenges/", size=9, color=wrong),
        "accept": babak.post(f"challenges/{offer}/accept/", handicap=0, color=wrong),
        "bid": babak.post(f"challenges/{offer}/bid/", color=wrong),
        "side": aino.act(game, "adjust_clock", side=wrong, minutes=60, reason="x"),
        "ruling": aino.act(game, "decide", ruling=wrong, reason="x"),
    }

    assert {name: answer.status_code for name, answer in answers.items()} == dict.fromkeys(answers, 400)


def test_the_komi_that_was_shown_is_text_as_everywhere(client):
    game = make_game()
    offer = Caller(client, side(game, Color.BLACK)).post("challenges/", size=9).json()["id"]
    babak = Caller(client, side(game, Color.WHITE))

    for wrong in (1.5, "1.25", "۶٫۵", "1e1"):
        answer = babak.post(f"challenges/{offer}/accept/", handicap=0, color="random", komi=wrong)
        assert answer.status_code == 400, wrong
        assert list(answer.json()["errors"]) == ["komi"]


@pytest.mark.parametrize("wrong", ["22:00:00.5", "22:00+03:00", "22:00Z", "۲۲:۰۰", "24:00", 2200, ["22:00"]])
def test_a_time_of_day_has_no_zone_and_no_fractions(client, wrong):
    week = {"zone": "Europe/Helsinki", "weekend": [6], "night": {"begin": wrong, "end": "07:00"}}

    answer = Caller(client, make_player()).send("put", "me/week/", week)

    assert (answer.status_code, list(answer.json()["errors"])) == (400, ["night.begin"])


def test_a_ruling_names_a_colour_either_way(client):
    moderator = Caller(client, make_moderator(), ["moderation:write", "game:play"])

    for word in ("W", "white"):
        game = make_game(time=PRESETS["byo_yomi"])
        answer = moderator.act(game, "adjust_clock", side=word, minutes=60, reason="The server was down.")
        assert answer.status_code == 200, answer.json()
        ended = moderator.act(game, "decide", ruling=word, reason="White left.")
        assert ended.json()["outcome"]["winner"] == "W", ended.json()


def test_ones_own_place_is_at_the_same_address_in_ladders_and_leagues_as_in_team_matches(client):
    aino = Caller(client, make_player("aino"))
    made = aino.post("ladders/", name="Winter", terms={"size": 9}).json()["id"]
    league = aino.post("leagues/", name="Winter", terms={"size": 9}).json()["id"]

    joined = aino.post(f"ladders/{made}/place/", do="join")
    plays = aino.post(f"leagues/{league}/place/", do="join")

    assert (joined.status_code, plays.status_code) == (200, 200), (joined.json(), plays.json())
    assert aino.get(f"ladders/{made}/places/").json()["results"][0]["player"] == "aino"
    assert aino.get(f"ladders/{made}/log/").json() == aino.get(f"ladders/{made}/moves/").json()
