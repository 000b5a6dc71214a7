"""Conditional moves that were played are marked wherever the record is shown (C200)."""

import json
import re

import pytest
from django.test import Client
from django.utils import timezone
from sgfmill import sgf

from games import sgf_export, verbs
from games.game_view import GameView
from games.models import Game
from rules import Color
from tests.factories import act, play, reload, side
from tests.games.verbs.test_conditional_moves import plan
from tests.support.games import make_game

pytestmark = pytest.mark.django_db
RECORD = re.compile(r'<script id="record" type="application/json">(.*?)</script>')


def answered():
    """A game in which White's plan answered Black's third move, and Black has played on."""
    game = make_game(moves="E5 D5", days=3)
    plan(game, [["E6", "D6", [["E7", "D7"]]]], now=timezone.now())
    play(reload(game), "E6", now=timezone.now())
    return reload(game)


def page_of(game, move=None) -> str:
    address = game.get_absolute_url()
    return Client().get(address if move is None else f"{address}?move={move}").content.decode()


def comments(text: str) -> list[str]:
    nodes = sgf.Sgf_game.from_string(text).get_main_sequence()
    return [
        node.get("C") if node.has_property("C") else ""
        for node in nodes
        if node.has_property("B") or node.has_property("W")
    ]


def test_the_last_stone_has_a_ring_and_the_line_under_the_headline_says_so_C200():
    game = answered()
    page = " ".join(page_of(game).split())
    assert 'class="last plan ow"' in page
    assert "White played D6 · move 4 · conditional move · after" in page

    earlier = " ".join(page_of(game, 3).split())
    assert 'class="last ob"' in earlier
    assert "· conditional move" not in earlier.partition('id="record"')[0]

    play(game, "A1", now=timezone.now())
    assert 'class="last ob"' in page_of(game)
    assert 'class="last plan ow"' in page_of(game, 4)


def test_the_list_of_moves_has_a_star_and_the_stepping_script_the_numbers_C200():
    page = page_of(answered())
    assert ">4&nbsp;W D6*</a>" in page
    assert ">3&nbsp;B E6</a>" in page
    assert "* played as a conditional move" in page
    record = json.loads(RECORD.search(page)[1])
    assert (record["planned"], record["plan"]) == ([4], "conditional move")


def test_a_game_without_them_has_no_mark_and_no_byte_for_it_C200():
    page = page_of(make_game(moves="E5 D5", days=3))
    assert "conditional move" not in page
    assert '"planned"' not in page


def test_a_conditional_move_that_was_undone_takes_its_star_along_C200():
    game = answered()
    act(game, verbs.RequestUndo, by=side(game, Color.BLACK), now=timezone.now())
    act(reload(game), verbs.AnswerUndo, by=side(game, Color.WHITE), allow=True, now=timezone.now())
    play(reload(game), "E6", now=timezone.now())
    play(reload(game), "D6", now=timezone.now())
    assert ">4&nbsp;W D6</a>" in page_of(reload(game))


def test_the_API_and_the_file_say_which_moves_were_planned_C200():
    game = answered()
    moves = Client().get(f"/api/v1/games/{game.pk}/actions/").json()["results"]
    assert [move.get("planned", False) for move in moves] == [False, False, False, True]
    assert comments(GameView(game, side(game, Color.BLACK)).sgf()) == ["", "", "", "Conditional move."]


def test_files_of_many_games_say_it_too_C200():
    game = answered()
    ((_name, text),) = sgf_export.sgf_files_of(Game.objects.filter(pk=game.pk))
    assert comments(text)[-1] == "Conditional move."
    ((_game, record),) = sgf_export.iterate_records([game.pk], Game.objects.all())
    assert record.planned == {3}
