"""Multi-colour Go between three or more players: played to its end on the page and API, shown, exported (V50 to
V64)."""

from __future__ import annotations

import json
import os
import random
import re
from datetime import timedelta
from decimal import Decimal
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from challenges.models import Challenge
from challenges.services import offer_or_accept_rematch
from games import verbs
from games.errors import NoUndoRequest
from games.game_view import GameView
from games.models import Game
from games.services.timeouts import apply_timeout
from rules import legal_points, parse_vertex
from rules.clock import TimeControl
from rules.errors import NotYourTurn
from rules.variants import Variant, VariantColors, VariantGoal
from tests import factories
from tests.factories import make_player, reload
from tests.support import seated as building
from tests.support.browsers import browser
from tests.support.callers import Caller
from tests.support.nights import by_night_but

pytestmark = pytest.mark.django_db
THREE = Variant(colors=VariantColors(3))
GAMES = 250 if os.environ.get("IGO_NIGHTLY") else 1
"""Random games of this many colours each."""
FOUR = Variant(colors=VariantColors(4, tuple(map(Decimal, ("0", "0.5", "1", "1.5")))))


def seated(variant, **terms):
    """A game that has just begun, by the real clock."""
    return building.seated(variant, now=timezone.now(), **terms)


def act(game, verb, **expected):
    return factories.act(game, verb, **{"now": timezone.now(), **expected})


def at(game, text):
    return parse_vertex(text, game.width, game.height)


def go_on(game, *moves):
    """Play these moves, each by the player on turn, with `pass` for a pass; return the game."""
    for move in moves:
        if move == "pass":
            act(game, verbs.Pass)
        else:
            act(game, verbs.Play, point=at(game, move))
    return reload(game)


def people(game):
    return [seat.player for seat in game.seat_list()]


def may(game, player):
    game = reload(game)
    return {verb.name for verb in verbs.available_verbs(GameView(game, player), timezone.now())}


def test_four_play_a_whole_game_by_api_with_maps_of_four_letters_V56_V57_V58_V61(client):
    game = seated(FOUR)
    callers = [Caller(client, player) for player in people(game)]
    for number, point in enumerate(["A1", "A9", "J1", "J9", "B2", "B8", "H2", "H8", "C3", "C7", "G3", "G7"]):
        assert callers[number % 4].act(game, "play", point=point).status_code == 200
    refused = callers[2].act(game, "play", point="E5").json()
    assert (refused["code"], refused["seat"]) == ("not_your_turn", "B")
    for number in range(4):
        assert callers[number].act(game, "pass").status_code == 200

    shown = callers[3].get(f"games/{game.pk}/", line="true", legal="true").json()
    assert [(one["index"], one["color"], one["out"]) for one in shown["players"]] == [
        (0, "B", False), (1, "W", False), (2, "R", False), (3, "U", False)]  # fmt: skip
    assert (shown["stage"], shown["to_play"], shown["seat"], shown["ranking"]) == ("marking", "B", 0, None)
    assert shown["prisoners"] == shown["pass_stones"] == {"B": 0, "W": 0, "R": 0, "U": 0}
    assert shown["board"][0] == "O.......U"
    assert shown["clock"].keys() >= {"B", "W", "R", "U"}
    assert [move["color"] for move in shown["line"]["moves"][:5]] == ["B", "W", "R", "U", "B"]
    assert shown["suggestion"] is None or shown["suggestion"]["dead"] == []

    assert callers[0].act(game, "propose", dead=["J9"]).status_code == 200
    assert callers[2].act(game, "reject", proposal=1, then="mark").status_code == 200
    assert callers[2].act(game, "propose", dead=[]).status_code == 200
    proposal = callers[3].get(f"games/{game.pk}/").json()["proposal"]
    assert (proposal["by"], proposal["awaited"]) == ("R", ["U", "B", "W"])
    assert proposal["score"]["totals"] == {"B": "3", "W": "3.5", "R": "4", "U": "4.5"}
    assert proposal["score"]["ranking"] == ["U", "R", "W", "B"]
    assert callers[3].act(game, "settle").json()["code"] in ("no_settling", "too_early_to_settle")
    for number in (1, 0, 3):  # in any order
        assert callers[number].act(game, "accept", proposal=2).status_code == 200
    ended = callers[1].get(f"games/{game.pk}/").json()
    assert (ended["result"], ended["end_reason"], ended["ranking"]) == ("U+0.5", "score", ["U", "R", "W", "B"])
    assert callers[1].get(f"games/{game.pk}/count/").json()["side_by_side"] == {}
    assert [seat.result for seat in reload(game).seat_list()] == ["lost", "lost", "lost", "won"]
    call_command("check_games")


def test_an_offer_to_many_begins_when_all_agreed_by_lot_or_as_placed_V50(client):
    aino, babak, cyrus = (make_player(name) for name in ("aino", "babak", "cyrus"))
    form = {"opponent_kind": "link", "size": "9", "rule_set": "chinese", "color": "random", "handicap": "0",
            "time": "days_3", "variant": "multi_color", "colors": "3", "komi_each": "0 0,5 1"}  # fmt: skip
    page = browser(aino)
    refused = page.post("/new/", {**form, "komi_each": "1 2"}).content.decode()
    assert "Enter one number per colour" in refused
    assert "japanese" in page.post("/new/", {**form, "rule_set": "japanese"}).content.decode()
    made = page.post("/new/", form)
    offer = Challenge.objects.get()
    assert (made.status_code, offer.by_lot, len(offer.place_list())) == (302, True, 3)
    assert offer.agreed_variant.komi == {"B": 0, "W": Decimal("0.5"), "R": 1}
    mine = page.get(offer.get_absolute_url()).content.decode()
    assert "drawn at random" in mine
    assert "3 colours, one player each." in mine
    assert page.post(offer.get_absolute_url(), {"answer": "arrange", "seat": ["babak", "", "aino"]}).status_code == 302
    assert "You assigned the players" in page.get(offer.get_absolute_url()).content.decode()
    body = Caller(client, babak).get(f"challenges/{offer.pk}/").json()
    assert (body["seats_by_lot"], [one["player"] for one in body["seats"]]) == (False, ["babak", None, "aino"])
    for player in (babak, cyrus):
        browser(player).post(offer.get_absolute_url(), {"answer": "sit"})
    game = Game.objects.get()
    assert people(game) == [babak, cyrus, aino]
    assert game.agreed_setup.ruleset.key == "chinese"

    by_api = Caller(client, aino)
    variant = {"colors": {"count": 4, "komi": []}, "goal": {"captures": [2, 2, 2, 2]}}
    made = by_api.post("challenges/", size=9, rule_set="tromp_taylor", variant=variant)
    assert (made.status_code, made.json()["seats_by_lot"], len(made.json()["seats"])) == (201, True, 4)
    for wrong in ({"rule_set": "japanese"}, {"handicap": 2}, {"komi": "6.5"}, {"lateness": "claim"}):
        refused = by_api.post("challenges/", **{"size": 9, "rule_set": "chinese", "variant": variant, **wrong})
        found = refused.json()
        assert (found["code"], found["field"]) == ("bad_terms", next(iter(wrong)))
    offer = Challenge.objects.get(pk=made.json()["id"])
    for player in (babak, cyrus, make_player("dara")):
        assert Caller(client, player).post(f"challenges/{offer.pk}/seat/", token=offer.token).status_code == 201
    assert {player.username for player in people(Game.objects.latest("pk"))} == {"aino", "babak", "cyrus", "dara"}


def test_three_play_by_page_and_see_the_colours_in_words_V65(client):
    game = go_on(seated(THREE), "D4", "E4", "D5", "E5", "C4")
    black, white, red = map(browser, people(game))

    page = red.get(game.get_absolute_url()).content.decode()
    assert "Your move" in page
    assert 'aria-label="D 5, red"' in page
    assert 'data-color="R"' in page
    assert "1</b>\xa0· Black" in page
    assert page.count('class="stone') >= 3
    number = game.number
    sent = {"number": number, "key": uuid4().hex, "point": "F5"}
    assert red.post(f"/g/{game.pk}/play/", sent).status_code == 302
    assert "Red played F5" in white.get(game.get_absolute_url()).content.decode()
    go_on(game, "pass", "pass", "pass")
    assert "small stones: territory" in black.get(game.get_absolute_url()).content.decode()
    act(game, verbs.Propose, dead=[at(game, "E4")])
    act(game, verbs.Accept, by=people(game)[2], proposal=1)
    waiting = white.get(game.get_absolute_url()).content.decode()
    assert "Do you agree?" in waiting
    assert "Waiting for an answer from:" in waiting
    act(game, verbs.Accept, by=people(game)[1], proposal=1)
    for reader in (black, browser()):
        over = reader.get(game.get_absolute_url()).content.decode()
        assert "Place 1" in over
        assert reader.get(f"/g/{game.pk}/count/").status_code == 200
        assert reader.get(f"{game.get_absolute_url()}?move=3").status_code == 200
    assert "E 4, white, dead" in over


def test_who_resigns_or_runs_out_of_time_is_out_and_skipped_and_the_last_wins_V54_V55(client):
    game = seated(FOUR, time=TimeControl.days_per_move(timedelta(days=3)))
    black, white, red, blue = people(game)
    game = go_on(game, "A1", "B2", "pass", "pass")
    act(game, verbs.Resign, by=blue)
    assert may(game, blue) & {"resign", "play", "request_undo", "request_pause"} == set()
    game = go_on(game, "E5", "E6", "E7")
    assert game.seat_on_turn().player == black  # blue is skipped
    assert apply_timeout(game_id=game.pk, now=game.deadline + timedelta(minutes=1))
    game = reload(game)
    assert (game.phase, game.seat_on_turn().player) == ("play", white)
    shown = Caller(client, white).get(f"games/{game.pk}/").json()
    assert [one["out"] for one in shown["players"]] == [True, False, False, True]
    with pytest.raises(NotYourTurn):
        act(game, verbs.Resign, by=blue)
    act(game, verbs.Resign, by=red, now=game.deadline - timedelta(hours=1))
    ended = reload(game)
    again = offer_or_accept_rematch(game_id=game.pk, player=red, now=timezone.now())
    assert ([place.player for place in again.place_list()], again.by_lot) == ([white, red, blue, black], True)
    for player in (black, white):
        assert offer_or_accept_rematch(game_id=game.pk, player=player, now=timezone.now()) == again
    assert set(people(offer_or_accept_rematch(game_id=game.pk, player=blue, now=timezone.now()))) == {
        black,
        white,
        red,
        blue,
    }
    assert (ended.result, ended.ranking) == ("W+R", ["W", "R", "B", "U"])
    assert "White won when the last opponent resigned" in browser().get(game.get_absolute_url()).content.decode()
    call_command("check_games")


def test_an_undo_takes_the_consent_of_all_sides_and_superko_names_the_move_V40_V53():
    game = go_on(seated(THREE), "A1", "B1", "C1", "D1")
    black, white, red = people(game)
    act(game, verbs.RequestUndo, by=white)
    assert reload(game).requests["undo"]["to"] == 1
    act(game, verbs.AnswerUndo, by=red, allow=True)
    assert reload(game).requests["undo"]["agreed"] == [2]
    with pytest.raises(NoUndoRequest):
        act(game, verbs.AnswerUndo, by=red, allow=True)
    act(game, verbs.AnswerUndo, by=black, allow=True)
    game = reload(game)
    assert (game.move_number, game.seat_on_turn().player, game.requests) == (1, white, {})
    act(game, verbs.RequestUndo, by=black)
    act(game, verbs.AnswerUndo, by=white, allow=False)
    assert (reload(game).requests, reload(game).move_number) == ({}, 1)
    assert game.agreed_setup.ruleset.ko.value == "positional"
    call_command("check_games")


def test_the_first_capture_wins_among_three_and_the_captor_counts_V51_V59():
    game = seated(Variant(colors=VariantColors(3), goal=VariantGoal((1, 1, 1))))
    game = go_on(game, "A2", "A1", "B1")  # red takes white with black's help
    assert (game.result, game.ranking, game.end_reason) == ("R+", ["R", "BW"], "capture")
    assert game.state().prisoners.values == (0, 0, 1)
    page = browser(people(game)[0]).get(game.get_absolute_url()).content.decode()
    assert "Red won by capture" in page


def test_talk_is_public_among_many_and_the_records_say_who_played_what_V60_V64(client):
    game = go_on(seated(THREE), "A1", "B1", "C1")
    _black, _white, red = people(game)
    page = browser(red)
    page.post(f"/g/{game.pk}/chat/", {"number": game.number, "key": uuid4().hex, "text": "Peace with Black?"})
    assert "Peace with Black?" in browser().get(game.get_absolute_url()).content.decode()
    reader = make_player()
    assert Caller(client, reader).get(f"games/{game.pk}/messages/").json()["results"][0]["text"] == "Peace with Black?"
    sgf = browser().get(f"/g/{game.pk}.sgf").content.decode()
    assert "XC[3]" in sgf
    assert "XM[R:ci]" in sgf
    record = json.loads(
        browser()
        .get(game.get_absolute_url())
        .content.decode()
        .split('id="record"')[1]
        .split(">", 1)[1]
        .split("</script>")[0]
    )
    assert (record["moves"], len(record["shapes"])) == ("1ai 2bi 3ci", 3)


@pytest.mark.parametrize("colors", by_night_but({6}, range(3, 7)))
def test_random_games_of_many_replay_as_they_were_played_V51(colors):
    for seed in range(GAMES):
        play_at_random(seated(Variant(colors=VariantColors(colors))), random.Random(f"{colors} {seed}"))
    call_command("check_games")


def play_at_random(game, chance):
    """Forty turns: stones, passes, and now and then someone resigns."""
    for _ in range(40):
        points = list(legal_points(reload(game).state()))
        if not points or chance.random() < 0.05:
            act(game, verbs.Pass)
        elif chance.random() < 0.97:
            act(game, verbs.Play, point=chance.choice(points))
        else:
            act(game, verbs.Resign, by=reload(game).seat_on_turn().player)
        if reload(game).phase != "play":
            return


def test_a_profile_names_the_third_colour():
    game = seated(THREE)
    red = game.seat_list()[2].player
    act(game, verbs.Resign, by=red)
    act(game, verbs.Resign, by=reload(game).seat_on_turn().player)

    shown = browser().get(f"/u/{red.username}/").content.decode()

    assert "<td>Red</td>" in shown
    assert "<td>White</td>" not in shown


def test_a_finished_game_of_four_colors_can_be_analysed_and_reviewed():
    game = go_on(seated(FOUR), "A1", "B1", "C1", "D1", "E1", "F1")
    for player in people(game)[:3]:
        act(game, verbs.Resign, by=player)
    winner = people(game)[3]
    client = Client()
    client.force_login(winner)
    page = f"/g/{game.pk}/analysis/"

    shown = client.get(page).content.decode()
    assert 'value="C1" tabindex="-1" aria-label="C 1, red"' in shown
    assert "js/analysis.js" not in shown, "the script knows two colours"
    hidden = dict(re.findall(r'name="(node|key|over)" value="([^"]*)"', shown))
    marked = client.post(f"{page}change/", {**hidden, "do": "tap", "tool": "triangle", "point": "C1"})
    assert 'class="mk ob"' in client.get(marked["Location"]).content.decode()

    review = f"/g/{game.pk}/review/"
    node = re.search(r'name="at" value="(\w+)"', client.get(review).content.decode())[1]
    assert client.post(f"{review}say/", {"at": node, "text": "Here", "moves": "G1"}).status_code == 302
    assert "Here" in client.get(f"{review}?at={node}").content.decode()
