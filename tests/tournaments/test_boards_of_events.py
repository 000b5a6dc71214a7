"""Pages of events show boards: one's own game first, those of the round as cards, one for each event in lists."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from games.models import Game
from tests.factories import make_player
from tests.tournaments.helpers import make_ladder, make_open, make_running
from tests.tournaments.test_pages_and_api import signed_in

pytestmark = pytest.mark.django_db


def queries_of(path, player, captured):
    """Return the number of queries of a second visit, when everything that is cached is cached."""
    client = signed_in(player)
    client.get(path)
    with captured() as seen:
        assert client.get(path).status_code == 200
    return len(seen)


@pytest.fixture
def captured(django_assert_max_num_queries):
    return lambda: django_assert_max_num_queries(200)


def test_the_overview_of_a_tournament_begins_with_ones_own_game_and_its_board():
    tournament, people = make_running(4)
    path = f"/tournaments/{tournament.pk}/"

    page = signed_in(people[0]).get(path).content.decode()
    other = Client().get(path).content.decode()

    own = page.index('id="own-game"')
    assert own < page.index('id="latest"') < page.index('id="table"')
    assert re.search(r'class="board" href="/g/\d+/".*?<svg', page[: page.index('id="latest"')], re.DOTALL)
    assert 'id="own-game"' not in other
    assert other.count('<a class="small" href="/g/') == Game.objects.count() == 2


def test_the_terms_are_open_before_a_tournament_starts_and_folded_after_E11():
    waiting = make_open()
    begun, _people = make_running(2, played={"rounds": 1})

    before, after = (Client().get(f"/tournaments/{one.pk}/").content.decode() for one in (waiting, begun))

    assert '<details class="sum" open>' in before
    assert '<details class="sum" >' in after
    assert "Random seed" not in after
    assert begun.seed in Client().get(f"/tournaments/{begun.pk}/log/").content.decode()


def test_a_round_shows_a_board_for_each_game_and_a_bye_without_one():
    tournament, _people = make_running(5)

    page = Client().get(f"/tournaments/{tournament.pk}/rounds/1/").content.decode()

    assert page.count('<a class="small" href="/g/') == 2
    assert page.count('<li class="card">') == 3


def test_a_page_of_boards_takes_as_many_queries_for_eight_players_as_for_four(captured):
    looks = []
    for count in (4, 8):
        tournament, people = make_running(count)
        path = f"/tournaments/{tournament.pk}/"
        looks.append([queries_of(path + tab, people[0], captured) for tab in ("", "rounds/1/")])

    assert looks[0] == looks[1]


@pytest.mark.parametrize("path", ["/tournaments/?which=running", "/ladders/"])
def test_a_list_of_events_shows_a_board_for_each_with_a_constant_number_of_queries(path, captured):
    viewer = make_player()
    make_running(2, played={"rounds": 1})
    make_ladder(make_player(), make_player())
    few = queries_of(path, viewer, captured)
    for _ in range(3):
        make_running(2, played={"rounds": 1})
        make_ladder(make_player(), make_player())

    assert queries_of(path, viewer, captured) == few
    page = signed_in(viewer).get(path).content.decode()
    assert page.count('<span class="board" aria-hidden="true">') == page.count('class="offer event-row"') == 4
    assert "page 1" not in page
