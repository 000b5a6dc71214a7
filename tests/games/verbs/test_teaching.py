"""Teaching games (C37, R42): unrated, and an undo needs no consent."""

import json

import pytest

from challenges.models import Challenge
from games import verbs
from games.errors import BadTerms, NothingToUndo
from games.game_view import GameView
from games.management.commands.check_games import find_record_faults
from games.terms import Terms
from notifications.models import Notice
from rules import Color, parse_vertex, sgf
from rules.errors import BadHandicap
from tests.factories import act, make_game, make_player, play, reload, side, to_act
from tests.study.test_tree_api import client_of
from tests.support.games import make_game as make_game_now

pytestmark = pytest.mark.django_db


def point(name):
    return parse_vertex(name, 9, 9)


def test_a_teaching_game_is_unrated_and_says_why_C37():
    game = make_game(teaching=True)
    assert (game.rated, game.unrated_reason) == (False, "teaching")
    assert make_game().unrated_reason != "teaching"
    assert Terms(teaching=True).analysis


def test_an_undo_is_done_without_asking_and_the_other_is_notified_C37():
    game = make_game(moves="E5 D4 C3", teaching=True)
    before = game.state().board
    play(game, "C4")
    white = side(game, Color.WHITE)
    act(game, verbs.RequestUndo, by=white)

    game = reload(game)
    assert (game.state().board, game.move_number, game.requests) == (before, 3, {})
    assert to_act(game) == white
    assert Notice.objects.get(kind="move_undone").player == side(game, Color.BLACK)
    assert find_record_faults(game) == []

    act(game, verbs.RequestUndo, by=side(game, Color.BLACK))
    assert reload(game).move_number == 2
    assert find_record_faults(reload(game)) == []


def test_there_must_be_a_move_to_undo_and_elsewhere_the_other_is_asked_C37():
    with pytest.raises(NothingToUndo):
        act(make_game(teaching=True), verbs.RequestUndo)
    game = make_game(moves="E5 D4")
    act(game, verbs.RequestUndo, by=side(game, Color.WHITE))
    assert reload(game).move_number == 2


def test_page_and_programs_offer_it_C37():
    player = make_player()
    client = client_of(player)
    sent = client.post(
        "/api/v1/challenges/",
        json.dumps({"width": 9, "height": 9, "teaching": True}),
        "application/json",
        headers={"Idempotency-Key": "teach"},
    )
    assert sent.status_code == 201, sent.content
    challenge = Challenge.objects.get()
    assert challenge.teaching
    assert challenge.unrated_reason == "teaching"
    assert 'name="teaching"' in client.get("/new/").content.decode()
    assert "Teaching game" in client.get(challenge.get_absolute_url()).content.decode()
    game = make_game_now(moves="E5 D4", teaching=True)
    page = client_of(side(game, Color.WHITE)).get(f"/g/{game.pk}/").content.decode()
    assert "Undo my last move" in page


def test_more_than_nine_stones_are_nine_on_the_star_points_and_the_others_where_black_wants_R42():
    for refused in (
        {"handicap": 10},
        {"handicap": 26, "teaching": True},
        {"handicap": 5, "teaching": True, "width": 8},
    ):
        with pytest.raises(BadTerms):
            Terms(**refused).check()
    Terms(handicap=25, teaching=True).check()

    game = make_game_now(handicap=11, teaching=True)
    black = side(game, Color.BLACK)
    client = client_of(black)
    page = client.get(f"/g/{game.pk}/?placed=C3&point=B2").content.decode()
    assert "Place 1 of 2 handicap stones" in page, "a point with a stone is not taken"
    for points in ("E4", "E4 C3"):
        with pytest.raises(BadHandicap):
            act(game, verbs.PlaceHandicap, by=black, points=frozenset(map(point, points.split())))
    act(game, verbs.PlaceHandicap, by=black, points=frozenset(map(point, ["E4", "B2"])))

    game = reload(game)
    stones = [at for at in game.state().board.points() if game.state().board[at] is Color.BLACK]
    assert (len(stones), to_act(game), game.rated) == (11, side(game, Color.WHITE), False)
    play(game, "D2")
    record = sgf.read_game(sgf.parse(GameView(reload(game), black).sgf())[0])
    assert (record.setup.handicap, record.setup.start, len(record.free_handicap)) == (11, (), 2)
    assert sgf.position_after(record).board == reload(game).state().board
    assert find_record_faults(reload(game)) == []
