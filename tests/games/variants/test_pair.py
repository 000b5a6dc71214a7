"""Pair Go and rengo: offered, agreed to, played in turns, ended, shown (V30 to V40)."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.urls import reverse

from challenges.models import Challenge
from games.management.commands.check_games import find_record_faults
from games.models import Game
from rules.variants.presets import PRESETS
from tests.factories import make_player, reload
from tests.support.browsers import browser
from tests.support.callers import Caller

pytestmark = pytest.mark.django_db
PAIR = {"size": 7, "variant": {"seats": [2, 2]}, "rule_set": "chinese"}
NAMES = ("aino", "babak", "cyrus", "daria")


@pytest.fixture
def four(client):
    """Four players by API, by name."""
    return {name: Caller(client, make_player(name)) for name in NAMES}


def offered(four, **expected):
    """An offer of aino's with all places taken: aino and cyrus against babak and daria."""
    made = four["aino"].post("challenges/", **(PAIR | {"seats": list(NAMES)} | expected))
    assert made.status_code == 201, made.content
    return made.json()


def begun(four, **expected):
    """The game, when all have agreed."""
    offer = offered(four, **expected)
    for name in NAMES[1:]:
        answer = four[name].post(f"challenges/{offer['id']}/seat/")
        assert answer.status_code == 201, answer.content
    return Game.objects.get(pk=answer.json()["game"])


def test_the_creator_places_people_and_the_game_begins_when_all_have_agreed_V32(four):
    exchanged = '{"seats": ["daria", "babak", "aino", "cyrus"]}'
    offer = offered(four)
    path = f"challenges/{offer['id']}"
    assert [(one["index"], one["color"], one["player"], one["agreed"]) for one in offer["seats"]] == [
        (0, "B", "aino", True), (1, "W", "babak", False), (2, "B", "cyrus", False), (3, "W", "daria", False),
    ]  # fmt: skip
    stranger = Caller(four["aino"].client, make_player("eero"))
    assert stranger.get(path + "/").status_code == 404
    assert offer["id"] not in [row["id"] for row in stranger.get("challenges/").json()["results"]]
    assert [row["id"] for row in four["daria"].get("challenges/").json()["results"]] == [offer["id"]]
    assert stranger.post(f"{path}/seat/").json()["code"] == "no_such_challenge"
    assert stranger.post(f"{path}/seat/", token=offer["token"]).json()["code"] == "no_seat_for_you"
    assert four["babak"].post(f"{path}/accept/").json()["code"] == "take_a_seat"
    assert four["babak"].post(f"{path}/counter/", size=9).json()["code"] == "take_a_seat"
    assert (
        four["babak"].send("put", f"{path}/seats/", '{"seats": ["babak", "aino", "cyrus", "daria"]}').status_code == 403
    )

    assert four["babak"].post(f"{path}/seat/").json()["game"] is None
    assert four["daria"].post(f"{path}/decline/").json()["seats"][3]["player"] is None
    assert stranger.post(f"{path}/seat/", token=offer["token"], index=3).json()["seats"][3]["player"] == "eero"
    moved = four["aino"].send("put", f"{path}/seats/", exchanged).json()
    assert [(one["player"], one["agreed"]) for one in moved["seats"]] == [
        ("daria", False), ("babak", False), ("aino", True), ("cyrus", False),
    ]  # fmt: skip
    kinds = set(make_player().__class__.objects.get(username="babak").notices.values_list("kind", flat=True))
    assert kinds == {"challenged", "seats_changed"}
    for name in ("cyrus", "babak"):
        assert four[name].post(f"{path}/seat/").json()["status"] == "open"
    last = four["daria"].post(f"{path}/seat/", key="the last").json()
    again = four["daria"].post(f"{path}/seat/", key="the last").json()
    assert (last["status"], again["game"]) == ("accepted", last["game"])
    game = Game.objects.get()
    assert [seat.player.username for seat in game.seat_list()] == ["daria", "babak", "aino", "cyrus"]
    assert (game.rated, game.unrated_reason, game.analysis) == (False, "variant", False)


@pytest.mark.parametrize(
    "wrong",
    [
        {"seats": ["babak", "cyrus", "daria", None]},
        {"seats": ["aino", "aino", "cyrus", "daria"]},
        {"seats": ["aino", "babak", "cyrus"]},
        {"seats": ["aino", "babak", "cyrus", "nobody"]},
        {"opponent": "babak"},
        {"color": "black"},
        {"lateness": "claim"},
        {"games": 2},
        {"by_rank": True},
        {"variant": {}, "seats": ["aino", "babak", None, None]},
    ],
    ids=str,
)
def test_an_offer_that_does_not_fit_is_refused_and_stores_nothing_V32_V40(four, wrong):
    answer = four["aino"].post("challenges/", **(PAIR | wrong))
    assert 400 <= answer.status_code < 500
    assert not Challenge.objects.exists()


def test_a_pair_game_goes_from_its_offer_to_its_result_by_api_V30_V31_V34_V35_V61(four):
    game = begun(four)
    assert {row["id"] for row in four["daria"].get("games/").json()["results"]} == {game.pk}
    order = [*NAMES, *NAMES, *NAMES][:9]
    for number, name in enumerate(order):
        state = four["aino"].get(f"games/{game.pk}/").json()
        assert (state["seat"], state["players"][state["seat"]]["username"]) == (NAMES.index(name), name)
        partner = NAMES[(NAMES.index(name) + 2) % 4]
        refused = four[partner].act(game, "play", point="D4")
        assert (refused.status_code, refused.json()["code"]) == (422, "not_your_turn")
        assert refused.json()["seat"] == "BWBW"[NAMES.index(name)] + "1122"[NAMES.index(name)]
        row = "ABCDEFG"[number % 7] + str(1 + 2 * (number % 2) + number // 7)
        answer = four[name].act(game, "play", point=row)
        assert answer.status_code == 200, answer.content
        assert (answer.json()["seat"], answer.json()["turn"]) == (NAMES.index(name), (NAMES.index(name) + 1) % 4)
    assert "play" in four["babak"].get(f"games/{game.pk}/").json()["actions"]
    assert "play" not in four["daria"].get(f"games/{game.pk}/").json()["actions"]
    for name in ("babak", "cyrus"):
        assert four[name].act(game, "pass").status_code == 200
    assert reload(game).phase == "stone_removal"
    assert four["babak"].act(game, "propose", dead=[]).status_code == 200, "either member marks"
    assert four["daria"].act(game, "accept", proposal=1, confirmed=True).json()["code"] == "not_your_turn"
    assert four["cyrus"].act(game, "accept", proposal=1, confirmed=True).status_code == 200
    ended = reload(game)
    assert (ended.phase, ended.end_reason, find_record_faults(ended)) == ("finished", "score", [])
    results = {seat.player.username: seat.result for seat in ended.seat_list()}
    assert results["aino"] == results["cyrus"] != results["babak"] == results["daria"]
    assert PRESETS["pair"] == ended.agreed_variant


FORM = {"opponent_kind": "link", "size": "9", "rule_set": "japanese", "color": "random", "handicap": "0",
        "time": "days_3", "variant": "pair"}  # fmt: skip


def test_by_page_people_are_placed_agree_and_play_in_turn_V30_V32():
    pages = {name: browser(make_player(name)) for name in (*NAMES, "eero")}
    answer = pages["aino"].post("/new/", FORM)
    assert answer.status_code == 302
    offer = Challenge.objects.get()
    path = offer.get_absolute_url()
    assert (answer.url, offer.agreed_variant) == (path, PRESETS["pair"])
    shown = pages["aino"].get(path).content.decode()
    assert shown.count('name="seat"') == 4
    assert "2 against 2. Teammates take turns and must not talk about the game." in shown
    refused = pages["aino"].post(path, {"answer": "arrange", "seat": ["aino", "babak", "nobody here", ""]})
    assert refused.status_code == 404
    assert 'value="nobody here"' in refused.content.decode()
    for wrong in (["babak", "cyrus", "daria", ""], ["aino"], ["aino", "aino", "", ""]):
        assert pages["aino"].post(path, {"answer": "arrange", "seat": wrong}).status_code == 400, wrong
    pages["aino"].post(path, {"answer": "arrange", "seat": ["aino", "babak", "cyrus", ""]})
    assert "Challenges for you" in pages["babak"].get("/games/").content.decode()
    assert pages["eero"].get(f"/challenge/{offer.pk}/").status_code == 404
    assert "Take this seat" in pages["eero"].get(path).content.decode()
    pages["eero"].post(path, {"answer": "sit 3"})
    assert pages["eero"].post(path, {"answer": "decline"}).status_code == 302
    pages["daria"].post(path, {"answer": "sit 3"})
    assert "Confirm my place" in pages["cyrus"].get(path).content.decode()
    pages["cyrus"].post(path, {"answer": "sit"})
    assert "has not agreed yet" in pages["daria"].get(path).content.decode()
    last = pages["babak"].post(path, {"answer": "sit"})
    game = Game.objects.get()
    assert last.url == game.get_absolute_url()
    assert pages["aino"].get(path).url == game.get_absolute_url()
    watcher = browser()
    for number, name in enumerate(("aino", "babak", "cyrus", "daria")):
        for other, page in pages.items():
            shown = page.get(game.get_absolute_url()).content.decode()
            assert (f"/g/{game.pk}/pass/" in shown) == (other == name), (number, other)
        assert watcher.get(game.get_absolute_url()).content.decode().count('class="strip') == 5
        data = {"number": reload(game).number, "key": str(uuid4()), "point": f"{'CDEF'[number]}3"}
        wrong = pages["daria" if name == "babak" else "babak"].post(f"/g/{game.pk}/play/", data | {"key": str(uuid4())})
        assert wrong.status_code == 422
        assert pages[name].post(f"/g/{game.pk}/play/", data).status_code == 302
    assert reload(game).turn == 0
    assert game.get_absolute_url() in pages["cyrus"].get("/games/").content.decode()
    for path in ("/games/archive/?variant=pair", reverse("games:profile", args=["babak"]), f"/g/{game.pk}.sgf"):
        assert watcher.get(path).status_code == 200, path
    assert "PB[aino, cyrus]" in watcher.get(f"/g/{game.pk}.sgf").content.decode()
