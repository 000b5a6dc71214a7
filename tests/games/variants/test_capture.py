"""Capture Go between two players: offered, played, ended, shown, exported (V10 to V17)."""

from __future__ import annotations

import random

import pytest
from django.core.management import call_command
from django.test import RequestFactory
from django.utils import timezone

from accounts.models import Player
from bot.capture import choose_move, choose_point
from challenges.errors import BotCannotPlayVariant
from challenges.forms.cards import NewGameFormData
from challenges.forms.counter import CounterForm
from challenges.forms.offers import ChallengeForm, initial_from_query
from challenges.models import Challenge
from challenges.services import OfferRecipients, create_challenge, offer_or_accept_rematch
from games import verbs
from games.errors import BadTerms
from games.game_view import GameView
from games.models import Game
from games.services.idempotency import PlayerRequest
from games.terms import Terms
from machine_review.errors import VariantNotSupported
from machine_review.services.reviews import request_review
from rules import ORDINARY, Board, Color, Point, legal_points, parse_vertex
from rules.errors import PassingNotAllowed
from rules.variants import OnStop
from rules.variants.presets import PRESETS, capture_go
from sharing.openings.filling import games_for_openings
from tests.factories import NOON, act, make_game, make_player, play, reload
from tests.support.browsers import browser
from wording.variant_words import variant_name, variant_sentences

pytestmark = pytest.mark.django_db
OFFER = {"opponent_kind": "anyone", "size": "9", "rule_set": "brainking", "color": "black", "handicap": "0",
         "time": "days_3"}  # fmt: skip
FIRST = PRESETS["capture"]
TAKEN = "A2 A1 C3 C5 B1"


def test_the_first_capture_wins_and_cannot_be_undone_V10_V16():
    game = make_game(variant=FIRST, moves=TAKEN)

    assert (game.phase, game.result, game.end_reason, game.winner) == ("finished", "B+", "capture", int(Color.BLACK))
    assert (game.rated, game.unrated_reason, game.komi) == (False, "variant", 0)
    state = game.state()
    assert "request_undo" not in [
        verb.name for verb in verbs.available_verbs(GameView(game, game.seat_list()[0].player), NOON)
    ]
    assert state.outcome is not None
    call_command("check_games")


def test_each_side_has_its_own_number_V11():
    game = make_game(variant=capture_go((2, 1)), moves=TAKEN)
    assert (game.phase, game.state().prisoners.black) == ("play", 1)


def test_two_passes_compare_captures_or_count_V14():
    most = make_game(variant=capture_go((5, 5)), moves=f"{TAKEN} pass pass")
    assert (most.phase, most.result, most.end_reason) == ("finished", "B+", "score")
    page = browser().get(most.get_absolute_url()).content.decode()
    assert "Black won on captures" in page
    even = make_game(variant=FIRST, moves="pass pass")
    assert (even.phase, even.result) == ("finished", "0")
    count = make_game(variant=capture_go((5, 5), OnStop.COUNT), moves="pass pass")
    assert (count.phase, count.komi) == ("stone_removal", count.agreed_setup.ruleset.default_komi(9, 9, 0))


def test_nobody_passes_where_there_is_no_passing_V15():
    game = make_game(variant=capture_go((1, 1), passing=False), now=timezone.now())
    player = game.seat_on_turn().player
    assert "pass" not in [verb.name for verb in verbs.available_verbs(GameView(game, player), NOON)]
    with pytest.raises(PassingNotAllowed):
        act(game, verbs.Pass, now=timezone.now())
    assert f"/g/{game.pk}/pass/" not in browser(player).get(game.get_absolute_url()).content.decode()
    other = make_game(black=player, now=timezone.now())
    assert f"/g/{other.pk}/pass/" in browser(player).get(other.get_absolute_url()).content.decode()
    assert reload(game).number == 0


def test_the_form_offers_it_and_its_sentence_says_it_V17():
    page = browser(make_player())
    wanted = {**OFFER, "variant": "capture", "black_needs": "3", "white_needs": "5", "on_stop": "most",
              "start_from": "crosscut", "komi": "6.5"}  # fmt: skip
    assert page.post("/new/", wanted).status_code == 302
    offer = Challenge.objects.get()
    assert offer.agreed_variant == capture_go((3, 5))
    assert (offer.unrated_reason, offer.agreed_komi) == ("variant", 0)
    assert offer.agreed_setup().start[4] == "....XO..."
    query = RequestFactory().get("/new/", {key: value for key, value in wanted.items() if key != "komi"}).GET
    sentence = NewGameFormData(ChallengeForm(initial=initial_from_query(query))).sentence
    assert sentence.startswith("Capture Go, BrainKing rules, you play Black, unrated.")
    assert CounterForm(offer=offer)["black_needs"].value() == 3
    shown = page.get(offer.get_absolute_url()).content.decode()
    assert "Capture Go." in shown
    assert "Black wins by capturing 3, White by capturing 5." in shown
    assert ">Komi<" not in shown
    assert "Capture Go" in browser(make_player()).get("/waiting/").content.decode()
    for name, value in (("black_needs", "21"), ("white_needs", "0"), ("variant", "x"), ("on_stop", "x")):
        assert page.post("/new/", {**wanted, name: value}).status_code == 400, name
    assert page.post("/new/", {**wanted, "handicap": "2"}).status_code == 400
    assert Challenge.objects.count() == 1


def test_programs_offer_any_variant_that_can_be_played_and_are_shown_what_cannot_V1_V61():
    player = make_player()
    page = browser(player)

    def offer(**expected):
        key = f"offer {expected}"[:200]
        return page.post(
            "/api/v1/challenges/", {"size": 7, **expected}, "application/json", headers={"Idempotency-Key": key}
        )

    made = offer(variant={"goal": {"captures": [2, 4], "on_stop": "count"}}, start_from="crosscut")
    assert made.status_code == 201, made.content
    assert made.json()["variant"] == {
        "colors": {"count": 2, "komi": []},
        "seats": [],
        "clock": "team",
        "goal": {"captures": [2, 4], "on_stop": "count"},
        "view": {"kind": "open", "keep": 0, "of": None, "tries": 3},
        "passing": True,
        "wraps": False,
    }
    assert made.json()["position"]["start"][3] == "...XO.."
    assert offer().json()["variant"]["goal"]["captures"] == []
    for wrong in (
        {"goal": {"captures": [0, 1]}}, {"goal": {"captures": [1]}}, {"goal": {"captures": [True, 1]}}, [], "capture",
        {"goal": {}}, {"passing": 1}, {"sides": 3}, {"view": {"kind": "x"}}, {"goal": {"captures": ["1", "1"]}},
        {"colors": {"count": 3, "komi": ["x", "0", "0"]}}, {"colors": {"count": 7}}, {"seats": [1, 9]}, {"seats": [[]]},
    ):  # fmt: skip
        answer = offer(variant=wrong)
        assert answer.status_code == 400, wrong
        assert answer.json()["code"] in ("invalid", "bad_terms", "validation_error"), answer.json()
    assert offer(variant={"passing": False}, start_from="crosscut", handicap=2).status_code == 400
    assert Challenge.objects.count() == 2


def test_a_game_says_its_variant_to_programs_and_on_its_page_V61():
    game = make_game(variant=capture_go((2, 5)), moves=TAKEN)
    body = browser().get(f"/api/v1/games/{game.pk}/").json()
    assert body["variant"]["goal"] == {"captures": [2, 5], "on_stop": "most"}
    page = browser().get(game.get_absolute_url()).content.decode()
    assert "<b>Capture Go.</b>" in page
    assert "needs 2 captures" in page
    assert "needs 5 captures" in page
    assert "Capture Go" in browser().get("/games/archive/").content.decode()
    plain = browser().get(make_game().get_absolute_url()).content.decode()
    assert "needs " not in plain


def test_a_rematch_keeps_it_and_an_ordinary_game_stores_nothing_of_it():
    game = make_game(variant=FIRST, moves=TAKEN)
    again = offer_or_accept_rematch(game_id=game.pk, player=game.seat_list()[0].player, now=NOON)
    assert isinstance(again, Challenge)
    assert again.agreed_variant == FIRST
    ordinary = make_game()
    assert "variant" not in ordinary.setup
    assert (ordinary.agreed_variant, ordinary.rated) == (ORDINARY, True)


def test_a_handicap_goes_with_it_V11():
    game = make_game(variant=FIRST, handicap=2)
    assert (game.handicap, game.state().board.cells.count(Color.BLACK)) == (2, 2)


def test_the_record_is_an_ordinary_one_V64():
    game = make_game(variant=FIRST, moves=TAKEN)
    assert "RE[B+]" in GameView(game, game.seat_list()[0].player).sgf()


def test_three_colours_are_not_offered_under_rules_that_know_two():
    assert variant_name(PRESETS["multi_color"])
    Terms(variant=PRESETS["multi_color"]).check()
    with pytest.raises(BadTerms):
        Terms(variant=PRESETS["multi_color"], rule_set="japanese").check()


def test_lists_are_filtered_by_it_for_everybody_and_one_player():
    running, ended = make_game(variant=FIRST, now=timezone.now()), make_game(variant=FIRST, moves=TAKEN)
    ordinary, other = make_game(), make_game(variant=PRESETS["no_pass"], black=running.seat_list()[0].player)
    for query, found in (
        ("variant=capture", {running, ended}), ("variant=capture&phase=running", {running}),
        ("variant=capture&phase=finished", {ended}), ("variant=no_pass", {other}),
        (f"variant=capture&player={running.seat_list()[0].player.username}", {running}),
    ):  # fmt: skip
        listed = browser().get(f"/api/v1/games/?{query}").json()["results"]
        assert {game["id"] for game in listed} == {game.pk for game in found}, query
        page = browser().get(f"/games/archive/?{query}").content.decode()
        paths = {game.get_absolute_url() for game in (running, ended, ordinary, other)}
        assert {path for path in paths if f'"{path}"' in page} == {game.get_absolute_url() for game in found}, query
    assert browser().get("/api/v1/games/?variant=chess").status_code == 400


def test_games_of_a_variant_are_no_openings_and_no_engine_reviews_them(settings):
    settings.IGO_REVIEW_ENGINE = "engine"
    ended = make_game(variant=FIRST, moves=TAKEN)
    assert not games_for_openings().exists()
    with pytest.raises(VariantNotSupported):
        request_review(ended, ended.seat_list()[0].player, now=NOON)


# The server bot


def test_newcomers_play_it_with_the_server_bot_by_one_click_C103(settings):
    settings.IGO_HOUSE_BOT = True
    bot = Player.objects.create_user(settings.IGO_HOUSE_BOT_NAME, is_bot=True)
    visitor = browser()
    answer = visitor.post("/play/", {"capture": "3", "size": "5"})
    game = Game.objects.get()
    assert answer["Location"] == game.get_absolute_url()
    assert (game.width, game.agreed_variant) == (5, capture_go((3, 3)))
    assert visitor.post("/play/", {"capture": "3", "size": "5"})["Location"] == game.get_absolute_url()
    visitor.post("/play/")
    assert Game.objects.count() == 2
    assert 'name="capture" value="1"' in browser().get("/learn/play/").content.decode()
    for capture_to, size in (("0", "5"), ("1", "19"), ("x", "5"), ("1", "")):
        visitor.post("/play/", {"capture": capture_to, "size": size})
    assert Game.objects.count() == 2
    with pytest.raises(BotCannotPlayVariant):
        other = Player.objects.create_user("otherbot", is_bot=True)
        create_challenge(PlayerRequest(make_player(), NOON), Terms(variant=FIRST), OfferRecipients(other))
    play(game, "C3", by=game.seat_list()[0].player, now=timezone.now())
    state = browser(bot).get(f"/api/v1/games/{game.pk}/?legal=1").json()
    assert parse_vertex(choose_move(state, "W", random.Random(1)), 5, 5) in legal_points(reload(game).state())


def chosen(*rows: str, left: tuple[int, int] = (1, 1)) -> Point:
    board = Board.from_rows(rows)
    empty = [point for point in board.points() if board[point] is None]
    return choose_point(board, (Color.BLACK, left), empty, random.Random(1))


def test_the_bot_takes_what_wins_and_saves_what_loses():
    assert chosen(".....", "..XO.", ".XO..", "..X..", ".....") == parse_vertex("D3", 5, 5)
    assert chosen(".....", ".OXO.", "..O..", ".....", ".....") == parse_vertex("C5", 5, 5)


def test_sentences_of_variants():
    assert variant_sentences(FIRST).startswith("The first to capture a stone wins.")
    assert variant_sentences(capture_go((5, 5), OnStop.COUNT)) == (
        "The first to capture 5 stones wins. If both players pass, the game is scored."
    )
    assert variant_sentences(PRESETS["no_pass"]) == "Passing is not allowed. A player without a legal move loses."
    assert (variant_name(ORDINARY), variant_sentences(ORDINARY)) == ("", "")
