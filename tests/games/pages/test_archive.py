"""The archive: boards in a grid, the first of them large."""

import re

import pytest
from django.db import connection
from django.template.loader import render_to_string
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.thumbnails import kept
from social.services.follows import follow_player
from tests.factories import make_player
from tests.support.browsers import browser
from tests.support.games import make_game

pytestmark = pytest.mark.django_db


def boards_of(client: Client, query: str = "") -> list[str]:
    """The addresses of the games on the page, in its order."""
    text = client.get(f"/games/archive/?{query}").content.decode()
    return re.findall(r'<a class="(?:board|small)" href="([^"]+)"', text)


def test_games_of_followed_players_stand_first():
    aino, babak, cyrus = (make_player(name) for name in ("aino", "babak", "cyrus"))
    followed = make_game(black=babak, moves="D4")
    latest = make_game(black=cyrus, moves="E5 D4")
    addresses = [latest.get_absolute_url(), followed.get_absolute_url()]
    assert boards_of(browser(aino)) == addresses
    follow_player(player=aino, other=babak, now=timezone.now())
    assert boards_of(browser(aino)) == addresses[::-1]
    assert "players you follow first" in browser(aino).get("/games/archive/").content.decode()
    assert "most recently active first" in browser().get("/games/archive/").content.decode()
    assert boards_of(browser()) == addresses


def test_the_first_board_is_one_with_stones_on_it():
    lively = make_game(moves="D4 F6 D3 F5 D5 F4")
    new = make_game(moves="D4")
    assert boards_of(browser()) == [lively.get_absolute_url(), new.get_absolute_url()]


def test_one_board_is_large_in_a_search_too():
    lively = make_game(moves="D4 F6 D3 F5 D5 F4")
    make_game(moves="D4")
    page = browser().get("/games/archive/?phase=running").content.decode()
    assert page.count('<article class="first large">') == 1
    assert page.index('<article class="first large">') < page.index(f'href="{lively.get_absolute_url()}"')
    assert page.count('<li class="card">') == 1


def test_nobody_is_asked_to_follow_their_own_game():
    aino, babak = make_player("aino"), make_player("babak")
    game = make_game(black=aino, moves="D4 F6 D3 F5 D5 F4")
    large = [render_to_string("games/archive/large.html", {"game": game, "user": who}) for who in (aino, babak)]
    offered = ["Follow this game" in text for text in large]
    assert offered == [False, True]


def test_a_choice_changes_one_field_of_the_search_and_keeps_the_others():
    make_game(moves="D4")
    text = browser().get("/games/archive/?phase=running&size=9").content.decode()
    assert 'href="?phase=finished&amp;size=9"' in text
    assert 'href="?phase=running&amp;size=19"' in text
    assert re.findall(r'href="([^"]+)" aria-current="true"', text) == ["?phase=running&amp;size=9"] * 2
    assert re.search(r"<h1>\s*Games in progress\s*</h1>", text)


def test_the_wall_takes_as_many_queries_for_many_games_as_for_two():
    aino = browser(make_player("aino"))
    counts = []
    boards_of(aino)
    for more in (2, 9):
        for _ in range(more):
            make_game(moves="D4 F6")
        kept.clear()
        with CaptureQueriesContext(
            connection,
        ) as queries:
            assert len(boards_of(aino)) >= more
        counts.append(len(queries))
    assert counts[0] == counts[1]
