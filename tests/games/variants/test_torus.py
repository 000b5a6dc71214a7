"""Games on boards with joined edges: offered, played, counted, shown, exported, played by bots (V70 to V72)."""

from __future__ import annotations

import random
import re

import pytest
from django.contrib.admin import site
from django.core.management import call_command
from django.utils import timezone

from bot.capture import choose_move
from bot.table import BuiltInPlayer, EngineBoard
from challenges.errors import BotCannotPlayVariant
from challenges.forms.cards import NewGameFormData
from challenges.forms.counter import CounterForm
from challenges.models import Challenge
from challenges.server_bots import LEVELS, bot_name
from challenges.services import OfferRecipients, create_challenge
from challenges.sgf_import import position_from_json, position_json, read_upload
from games import verbs
from games.admin import GameAdmin
from games.errors import BadTerms
from games.models import Game
from games.models.action import rules_actions
from games.services.idempotency import PlayerRequest
from games.sgf_export import sgf_of_actions
from games.terms import Terms
from machine_review.views.review_page import ReviewPage
from rules import Board, Color, Point, parse_vertex
from rules.variants import HiddenInformation, Variant, VariantGoal, ViewKind
from rules.variants.presets import PRESETS
from rules.variants.view import SeenBoard
from sharing.drawing import board_svg_file, frame_sheet, preview_svg_file
from sharing.films import drawn_places
from tests.factories import act, make_game, make_player, reload
from tests.support.browsers import browser
from wording.board_png import board_png
from wording.board_svg import board_svg, small_board_svg
from wording.board_text import position_legend

pytestmark = pytest.mark.django_db
TORUS = PRESETS["torus"]
TAKEN = "B9 A9 A8 E5 J9 E6 A1"
"""Black captures A9, whose last two liberties are at the opposite edges."""


def test_it_is_offered_in_the_form_and_by_programs_and_can_be_searched_V70():
    player = make_player()
    page = browser(player)
    form = {"opponent_kind": "anyone", "size": "9", "rule_set": "brainking", "color": "black", "handicap": "2",
            "time": "days_3", "variant": "torus"}  # fmt: skip
    assert page.post("/new/", form).status_code == 302
    offer = Challenge.objects.get()
    assert (offer.agreed_variant, offer.unrated_reason) == (TORUS, "handicap")
    shown = page.get(offer.get_absolute_url()).content.decode()
    assert "Torus Go." in shown
    assert "The left edge is joined" in shown
    other = browser(make_player())
    assert "Torus Go" in other.get("/waiting/?variant=torus").content.decode()
    assert other.get("/api/v1/challenges/?variant=torus").json()["results"][0]["variant"]["wraps"] is True
    assert other.get("/api/v1/challenges/?variant=pair").json()["results"] == []
    made = page.post(
        "/api/v1/challenges/", {"size": 7, "variant": {"wraps": True, "goal": {"captures": [1, 1]}}},
        "application/json", headers={"Idempotency-Key": "1"},
    )  # fmt: skip
    assert made.status_code == 201, made.content
    wrong = page.post("/api/v1/challenges/", {"size": 7, "variant": {"wraps": 1}}, "application/json",
                      headers={"Idempotency-Key": "2"})  # fmt: skip
    assert wrong.status_code == 400


FIRST_OF_THREE = Variant(goal=VariantGoal((3, 3)), wraps=True)
COUNTER = {"size": "9", "rule_set": "japanese", "color": "random", "handicap": "0", "time": "days_3"}


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ({}, FIRST_OF_THREE),
        ({"time": "days_7"}, FIRST_OF_THREE),
        ({"black_needs": "5"}, Variant(goal=VariantGoal((5, 3)), wraps=True)),
        ({"variant": "torus"}, TORUS),
        ({"variant": "capture", "on_stop": "no"}, Variant(goal=VariantGoal((3, 3)), passing=False, wraps=True)),
        ({"variant": "no_pass"}, PRESETS["no_pass"]),
        ({"variant": ""}, Variant()),
    ],
)
def test_a_counter_offer_keeps_the_parts_that_its_form_does_not_ask_for_V78(changed, expected):
    made = browser(make_player()).post(
        "/api/v1/challenges/", {"size": 9, "variant": FIRST_OF_THREE.to_json()}, "application/json",
        headers={"Idempotency-Key": "1"},
    )  # fmt: skip
    offer = Challenge.objects.get(pk=made.json()["id"])
    page = browser(make_player())
    shown = page.get(offer.counter_url).content.decode()
    assert 'value="capture" selected' in shown
    for kind in ("pair", "multi_color", "zen"):
        assert f'value="{kind}"' not in shown, kind
    form = {**COUNTER, "variant": "capture", "black_needs": "3", "white_needs": "3", "on_stop": "most"}
    answer = page.post(offer.counter_url, {**form, **changed})
    assert answer.status_code == 302, answer.content.decode()
    assert Challenge.objects.latest("pk").agreed_variant == expected


def test_an_unchanged_counter_offer_has_the_whole_variant_V78():
    variant = Variant(view=HiddenInformation(ViewKind.ONE_COLOR, tries=5), passing=False, wraps=True)
    offer = Challenge(
        width=9, height=9, rule_set="japanese", color="black", time_control={"system": "none"}, off_time=[],
        variant=variant.to_json(),
    )  # fmt: skip
    assert CounterForm(offer=offer).chosen_variant() == variant
    assert NewGameFormData(CounterForm(offer=offer)).variant == variant


def test_a_capture_across_the_edges_is_played_shown_and_taken_back_V70_V71():
    game = make_game(variant=TORUS, moves=TAKEN, now=timezone.now())
    assert game.state().board[Point(0, 0)] is None
    assert game.state().prisoners.black == 1
    html = browser(game.seat_on_turn().player).get(game.get_absolute_url()).content.decode()
    assert 'data-wraps="1"' in html
    assert "css/torus.css" in html
    assert re.search(r'role="grid"\s+class="grid c9 r9 torus"', html)
    assert "Go board, 9 by 9" in html
    assert html.count("The left edge is joined to the right") >= 3
    assert html.count('<use href="#edge-b-') == 8
    assert "1XX" not in html
    ordinary = make_game(moves="B9 A9", now=timezone.now())
    html = browser(ordinary.seat_on_turn().player).get(ordinary.get_absolute_url()).content.decode()
    assert "torus" not in html
    assert "data-wraps" not in html
    call_command("check_games")


def test_the_record_comes_back_as_a_position_on_a_board_that_wraps_V72():
    game = make_game(variant=TORUS, moves=TAKEN)
    upload = read_upload(sgf_of_actions(game, rules_actions(game), reasons=True))
    assert upload.position.board == game.state().board
    assert position_from_json(position_json(upload.position)).board == game.state().board
    with pytest.raises(BadTerms):
        Terms(width=9, height=9, position=upload.position).check()
    Terms(width=9, height=9, position=upload.position, variant=TORUS).check()


def test_dead_stones_are_marked_and_territory_counts_across_the_edges_V70():
    game = make_game(variant=TORUS, moves="E5 A1 pass pass", now=timezone.now())
    act(game, verbs.Propose, dead=frozenset({Point(0, 8)}), now=timezone.now())
    act(game, verbs.Accept, proposal=1, confirmed=True, now=timezone.now())
    game = reload(game)
    assert game.end_reason == "score"
    state = game.state()
    assert state.proposal is not None
    assert len(state.proposal.score.territory.black) == 80


def test_boards_that_wrap_are_drawn_without_a_frame_V71():
    flat = Board.empty(9, 9).with_stones([(Color.BLACK, Point(0, 0))])
    board = flat.wrapped()
    assert 'd="M0 0h8v8h-8z"' in board_svg(flat)
    assert 'd="M0 0h8v8h-8z"' not in board_svg(board)
    assert "M-.5 0h9" in small_board_svg(board, None)
    drawn = board_svg(board)
    assert drawn.startswith('<svg class="goban c9 r9" viewBox="-1.879 -1.879 11.758 11.758"')
    black = re.search(r'<path class="b" id="(edge-b-[0-9a-f]+)" d="M0 0h0"/>', drawn)[1]
    assert drawn.count(f'<use href="#{black}"') == 8
    assert black not in board_svg(board.with_stones([(Color.WHITE, Point(1, 0))]))
    assert "edge-" not in board_svg(flat)
    assert board_png(board) != board_png(flat)
    assert "The left edge is joined" in position_legend(board)
    assert "The left edge is joined" not in position_legend(flat)


def test_boards_of_one_colour_have_their_edges_again_V71():
    flat = Board.empty(9, 9)
    one, other = (SeenBoard(board, ["S" + "." * 8, *["." * 9] * 8]) for board in (flat, flat.wrapped()))
    assert '<path class="n" d="M0 0h0"/>' in board_svg(one)
    assert re.search(r'<path class="n" id="edge-n-[0-9a-f]+" d="M0 0h0"/>', board_svg(other))


def test_boards_of_a_torus_on_other_pages_have_their_edges_again_V80():
    game = make_game(variant=TORUS, moves=TAKEN, now=timezone.now())
    player = game.seat_on_turn().player
    drawn = {
        "my games": browser(player).get("/games/").content.decode(),
        "admin site": GameAdmin(Game, site).board(game),
        "analysis": ReviewPage(game, None, 1).played_board,
    }
    assert {name: text.count('<use href="#edge-b-') for name, text in drawn.items()} == dict.fromkeys(drawn, 8)


def test_studies_reviews_and_pictures_show_the_edges_again_V77():
    game = make_game(variant=TORUS)
    for move in TAKEN.split():
        act(game, verbs.Play, point=parse_vertex(move, 9, 9))
    act(game, verbs.Resign)
    ended, other = reload(game), make_game()
    act(other, verbs.Resign)
    page = browser(ended.seat_list()[0].player)
    for path in (f"/g/{ended.pk}/analysis/", f"/g/{ended.pk}/review/"):
        shown = page.get(path).content.decode()
        assert 'id="edge-b-' in shown, path
        assert 'viewBox="-1.879 -1.879 11.758 11.758"' in shown, path
    analysis = page.get(f"/g/{ended.pk}/analysis/").content.decode()
    assert 'class="grid c9 r9 torus"' in analysis
    assert "css/torus" in analysis
    assert "The left edge is joined" in analysis.partition('role="grid"')[2][:400]
    assert 'id="edge-b-' in page.get(f"/embed/g/{ended.pk}/").content.decode()
    plain = browser(other.seat_list()[0].player).get(f"/g/{other.pk}/analysis/").content.decode()
    assert 'class="grid c9 r9"' in plain
    assert 'id="edge-b-' not in plain
    board = ended.state().board
    for drawn in (board_svg_file(board, None), preview_svg_file(board, None)):
        assert 'href="#edge-b-' in drawn
    assert board_svg_file(board, None).startswith('<svg xmlns="http://www.w3.org/2000/svg" viewBox="-1.879 -1.879')
    assert 'href="#edge-b-' not in board_svg_file(board.wrapped(False), None)


def test_an_animation_changes_the_points_of_an_edge_on_all_sides_V77():
    board = Board.empty(9, 7).wrapped()
    places = {
        Point(4, 3): [(5, 4)],
        Point(0, 3): [(1, 4), (10, 4)],
        Point(4, 6): [(5, 0), (5, 7)],
        Point(8, 0): [(0, 1), (0, 8), (9, 1), (9, 8)],
    }
    for point, shown in places.items():
        assert list(drawn_places(board, board.index(point))) == shown
        assert list(drawn_places(board.wrapped(False), board.index(point))) == [(point.column, point.row)]
    sheet, flat = (frame_sheet(one, 20, (1, False)) for one in (board, board.wrapped(False)))
    assert 'width="226" height="186"' in sheet
    assert 'width="186" height="146"' in flat


def test_the_servers_bots_play_it_and_others_do_not_V70():
    now = timezone.now()
    player, own, other = make_player(), make_player(bot_name(LEVELS), is_bot=True), make_player(is_bot=True)
    create_challenge(PlayerRequest(player, now), Terms(variant=TORUS), OfferRecipients(opponent=own))
    with pytest.raises(BotCannotPlayVariant):
        create_challenge(PlayerRequest(player, now), Terms(variant=TORUS), OfferRecipients(opponent=other))


def of_api(game, **fields):
    return browser(game.seat_on_turn().player).get(f"/api/v1/games/{game.pk}/?line=1&legal=1").json() | fields


def test_the_built_in_player_knows_that_edges_are_joined_V70():
    game = make_game(variant=TORUS, moves="B9 A9 A8 E5 J9 E6", now=timezone.now())
    state = of_api(game)
    table = EngineBoard(BuiltInPlayer)
    assert table.can_join_edges()
    assert table.choose_move(state, "B") in state["legal"]["points"]
    assert " 9 O X" in table.engine_board_text()
    flat = EngineBoard(BuiltInPlayer)
    flat.choose_move(state | {"variant": state["variant"] | {"wraps": False}}, "B")
    assert " 9 . X" in flat.engine_board_text()

    first = make_game(
        variant=Variant(goal=VariantGoal((1, 1)), wraps=True), moves="B9 A9 A8 E5 J9 E6", now=timezone.now()
    )
    assert choose_move(of_api(first), "B", random.Random(1)) == "A1"
