"""The analysis page without a script: variations, marks, text, deleting and restoring, as forms (C2, C33, C43)."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from games.models import Action, Game
from study.core.nodes import ROOT, node_name
from tests.factories import make_player
from tests.support.games import make_game

pytestmark = pytest.mark.django_db


@pytest.fixture
def game():
    return make_game(moves="E5 D4")


@pytest.fixture
def browser(game):
    client = Client()
    client.force_login(game.seat_list()[0].player)
    return client


def do(browser, game, page="", **expected):
    page = browser.get(f"/g/{game.pk}/analysis/{page}").content.decode()
    hidden = dict(re.findall(r'name="(node|key|over)" value="([^"]*)"', page))
    return browser.post(f"/g/{game.pk}/analysis/change/", {**hidden, **expected})


def shown(browser, answer):
    assert answer.status_code == 302
    return browser.get(answer["Location"]).content.decode()


def test_variations_marks_and_text_are_made_by_forms_and_the_game_stays_as_it_is(game, browser):
    first = do(browser, game, do="tap", point="C3")
    head = node_name(node_name(ROOT, "B", "E5"), "W", "D4")
    assert node_name(head, "B", "C3") in first["Location"]
    text = shown(browser, do(browser, game, do="tap", point="F6"))
    assert '3 <span class="stone in-text b">●</span> <bdi>F6</bdi>' in text

    page = shown(browser, do(browser, game, do="text", text="where now?"))
    page += shown(browser, do(browser, game, do="tap", tool="letter", point="G7"))
    page += shown(browser, do(browser, game, do="tap", tool="number", point="E5"))
    for written in ("where now?", '<text class="sign" x="6" y="2">A</text>', '<text class="sign ob"', "marked 1"):
        assert written in page
    assert "next move A" in page
    assert Action.objects.filter(game=game, kind="play").count() == 2

    branch = node_name(head, "B", "C3")
    page = shown(browser, do(browser, game, f"?at={branch}", do="cut"))
    assert f"?at={branch}" not in page
    assert "Restore 1 move" in page
    cut = re.search(r'name="cut" value="(\w+)"', page)[1]
    assert branch in shown(browser, do(browser, game, do="undo", cut=cut))


def test_what_cannot_be_played_is_shown_and_nothing_is_stored(game, browser):
    answer = do(browser, game, do="tap", point="E5")

    assert answer.status_code == 422
    assert "There is already a stone on that point." in answer.content.decode()
    assert do(browser, game, do="text", text="x" * 2001).status_code == 400
    assert do(browser, game, do="dance").status_code == 302


def test_it_is_for_who_plays_and_not_while_the_terms_forbid_it_C31(game, browser):
    stranger = Client()
    stranger.force_login(make_player())

    assert stranger.get(f"/g/{game.pk}/analysis/").status_code == 404
    assert Client().get(f"/g/{game.pk}/analysis/").status_code == 302
    Game.objects.update(analysis=False)
    page = browser.get(f"/g/{game.pk}/analysis/")
    assert (page.status_code, "analysis board and conditional moves are not allowed" in page.content.decode()) == (
        403,
        True,
    )
    assert do(browser, game, do="pass").status_code == 403


def test_the_list_and_the_picture_say_the_same_C43(game, browser):
    for move in ("C3", "F6", "pass"):
        do(browser, game, **({"do": "pass"} if move == "pass" else {"do": "tap", "point": move}))
    page = browser.get(f"/g/{game.pk}/analysis/").content.decode()

    outline = page[page.index('id="outline"') :]
    assert len(re.findall(r'<a href="\?at=\w+"', outline)) == 6
    picture = re.search(r'<svg class="tree".*?</svg>', page)[0]
    stones = "".join(re.findall(r'class="t-[bw]" d="([^"]*)"', picture))
    assert stones.count("M") == 5
    in_picture = re.findall(r'<a href="([^"]+)" tabindex="-1"><path d="(M[^"]+h0)"/></a>', picture)
    assert {where for where, _ in in_picture} == set(re.findall(r'<a href="(\?at=\w+)"', outline))
    assert {spot for _, spot in in_picture} - {"M0 0h0"} == {f"M{spot}" for spot in stones.split("M")[1:]}
    assert page.count("<ol") == page.count("</ol>")
