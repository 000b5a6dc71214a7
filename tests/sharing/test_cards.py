"""Share cards: the pictures of links to games, with names, ranks, result and the server's name (C90)."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from django.test import Client
from django.utils import timezone

from accounts.core import site
from games import verbs
from games.stored_positions import example_position
from ratings.models import Category, Rating
from rules import Color
from sharing import cards
from sharing.cards import ShareCard, ShareCardSide, draw_share_card
from tests.factories import NOON, act, make_player, side
from tests.support.games import make_game

pytestmark = pytest.mark.django_db
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def browser():
    return Client(headers={"Accept-Language": "fi"})


def lines_in(source):
    return [one for one in ElementTree.fromstring(source).iter(f"{SVG}text") if one.get("font-size")]


def texts_in(source):
    return [one.text for one in lines_in(source)]


def drawn(card):
    state = example_position()
    return draw_share_card(state.board, state.last_move, card)


def ranked(name, rating):
    player = make_player(name)
    about = {"deviation": 60.0, "volatility": 0.06, "games": 30, "at": NOON}
    Rating.objects.create(player=player, category=Category.OVERALL, rating=rating, **about)
    return player


def test_a_card_has_names_ranks_the_result_and_the_name_of_the_server(browser, monkeypatch):
    monkeypatch.setattr(site, "name", lambda: "Helsingin Go-palvelu")
    game = make_game(moves="D4 F6", black=ranked("Aino", 1500), white=ranked("شیرین", 1900))

    path = f"/g/{game.pk}/2/card.svg"
    before = texts_in(browser.get(path).content)
    act(game, verbs.Resign, now=timezone.now())
    answer = browser.get(path)
    after = texts_in(answer.content)

    ranks = [str(cards.rank_at_game_or_now(game, seat)) for seat in game.seat_list()]
    assert all(ranks)
    assert before == [
        "Helsingin Go-palvelu", "Aino", ranks[0], "شیرین", ranks[1], "move 2", "9×9 · BrainKing rules"
    ]  # fmt: skip
    assert " ".join(after[-3:]) == "White won by resignation 9×9 · BrainKing rules · move 2"
    assert answer["Content-Type"] == "image/svg+xml"
    assert "won" not in " ".join(texts_in(browser.get(f"/g/{game.pk}/1/card.svg").content))
    assert f'href="{path}"' in browser.get(f"/g/{game.pk}/").content.decode()


def test_the_picture_of_a_link_is_the_card_and_changes_with_the_names(browser):
    game = make_game(moves="D4 F6")
    path = f"/g/{game.pk}/2"

    first = browser.get(f"{path}.png")
    card = browser.get(f"{path}/card.svg")
    black = side(game, Color.BLACK)
    black.username = "Somebody-else"
    black.save(update_fields=["username"])

    assert first["ETag"] == card["ETag"]
    assert browser.get(f"{path}.png")["ETag"] != first["ETag"]
    assert "Somebody-else" in texts_in(browser.get(f"{path}/card.svg").content)


def test_there_is_no_card_of_a_private_game_or_of_moves_that_are_not_played(browser):
    private, public = make_game(private=True, moves="D4"), make_game(moves="D4")

    for path in (f"/g/{private.pk}/1/card.svg", f"/g/{public.pk}/2/card.svg", "/g/999999/0/card.svg"):
        assert browser.get(path).status_code == 404


@pytest.mark.parametrize(
    "name", ["W" * 30, "محمدرضا-شفیعی-کدکنی-تهرانی", "囲碁囲碁囲碁囲碁囲碁囲碁囲碁囲碁囲碁囲碁", "ab"]
)
def test_long_names_fit_next_to_the_board(name):
    sides = tuple(ShareCardSide(color, name, "12k?") for color in Color)
    result = "White won, because Black left the game and could not be reached for a long time after it"

    source = drawn(ShareCard(name + name[:10], sides, result, " · ".join([name, name])))

    lines = lines_in(source)
    for line in lines:
        size, start = float(line.get("font-size")), float(line.get("x"))
        if line.get("text-anchor") is None:
            assert start + size * cards._text_width(line.text) <= cards.RIGHT
            assert size >= cards.SMALLEST
    assert max(float(line.get("y")) for line in lines) < 620


def test_names_are_text_and_never_markup():
    sides = (ShareCardSide(Color.BLACK, '<script x="1">&', ""), ShareCardSide(Color.WHITE, "b", ""))

    source = drawn(ShareCard("A & <B>", sides, "move 1", "9×9"))

    assert texts_in(source)[:2] == ["A & <B>", '<script x="1">&']
    assert not re.search("<script|<style|style=", source)
