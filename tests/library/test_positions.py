"""The search for positions in records and public games."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.utils import timezone

from games.verbs import Resign
from library.models import Record, RecordPosition
from library.services import indexing, positions, sharing
from library.services.positions import search_position
from library.services.sharing import Audience
from library.services.trees import read_tree
from rules import Color, Point
from sharing.openings import filling
from tests.factories import act, make_game, make_player
from tests.library.helpers import add
from tests.support.browsers import browser

pytestmark = pytest.mark.django_db
NOBODY = AnonymousUser()
GAMES = (
    "(;GM[1]SZ[9]PB[One]RE[B+R];B[cc];W[gg];B[gc])",  # the same beginning in three directions
    "(;GM[1]SZ[9]PB[Two]RE[W+2];B[gc];W[cg];B[cc])",
    "(;GM[1]SZ[9]PB[Three]RE[?];B[gg];W[cc];B[ee])",
    "(;GM[1]SZ[13]PB[Four];B[cc];W[gg])",
)


@pytest.fixture
def player():
    """A player whose records are indexed."""
    player = make_player()
    add(player, *GAMES)
    assert not indexing.index_missing_records()
    return player


def at(player, record, node):
    tree = read_tree(record)
    return search_position(player, tree.position_at(node).board, tree.to_play(node))


def counted(found):
    return {one.move: (one.games, one.black, one.white) for one in found}


def test_L10_a_position_is_found_in_any_of_its_symmetries(player):
    first, second, third, _ = Record.objects.order_by("pk")

    found = at(player, first, 2)

    assert {record.pk: node for record, node in found.records} == {first.pk: 2, second.pk: 2, third.pk: 2}
    assert sum(one.games for one in found.in_records) == 3
    assert counted(found.in_records)["E5"] == (1, 0, 0)
    corner = next(value for move, value in counted(found.in_records).items() if move != "E5")
    assert corner == (2, 1, 1)


def test_L10_next_moves_are_named_as_on_the_board_that_is_searched(player):
    third = Record.objects.get(black="Three")

    (start,) = at(player, third, 0).in_records

    assert start.move in ("C3", "C7", "G3", "G7")
    assert (start.games, start.black, start.white) == (3, 1, 1)
    assert counted(at(player, third, 1).in_records) == {"C7": (3, 1, 1)}
    assert counted(at(player, third, 3).in_records) == {None: (1, 0, 0)}


def test_L10_of_common_positions_the_newest_count(player, monkeypatch):
    first = Record.objects.earliest("pk")
    path = f"{first.get_absolute_url()}positions/?at=2"
    assert "This position is common" not in browser(player).get(path).content.decode()
    monkeypatch.setattr(positions, "MOST_ROWS", 2)

    found = at(player, first, 2)

    assert found.is_cut
    assert [record.black for record, _node in found.records] == ["Three", "Two"]
    assert "This position is common" in browser(player).get(path).content.decode()


def test_L10_only_records_that_the_viewer_may_see_are_counted(player):
    record, other = Record.objects.get(black="One"), make_player()
    assert at(other, record, 2).records == []
    assert at(NOBODY, record, 2).records == []

    sharing.share_record(player, Record.objects.get(black="Two").pk, Audience(everyone=True), timezone.now())

    for viewer in (other, NOBODY):
        found = at(viewer, record, 2)
        assert [row.black for row, _node in found.records] == ["Two"]
        assert sum(one.games for one in found.in_records) == 1


def test_L10_public_games_of_the_server_are_searched_too(player):
    game, of_a_bot = make_game(moves="C3 G7"), make_game(moves="C3 G7", white=make_player(is_bot=True))
    for one in (game, of_a_bot):
        act(one, Resign)
        filling.add_game(one.pk)

    found = at(player, Record.objects.get(black="One"), 1)

    assert found.games == [(game.pk, 1)]
    assert counted(found.in_games) == {"G3": (1, *((1, 0) if _winner(game) is Color.BLACK else (0, 1)))}


def _winner(game):
    game.refresh_from_db()
    return Color(game.winner)


def test_L10_a_position_that_comes_twice_counts_once_and_the_side_to_move_matters(player):
    (record,) = add(player, "(;GM[1]SZ[9]AB[cc][gg];W[ee]C[here];C[and here];B[aa])")
    indexing.index_missing_records()

    assert RecordPosition.objects.filter(record=record).count() == 3
    tree = read_tree(record)
    assert tree.to_play(0) is Color.WHITE
    assert search_position(player, tree.position_at(0).board, Color.BLACK).records == []
    assert len(search_position(player, tree.position_at(0).board, Color.WHITE).records) == 1


def test_L10_what_waits_is_not_indexed_and_one_failure_stops_nothing(player, monkeypatch, caplog):
    Record.objects.update(is_indexed=False)
    Record.objects.filter(black="Four").update(kept_at=None)
    rows = indexing._position_rows
    monkeypatch.setattr(indexing, "_position_rows", lambda record: 1 / 0 if record.black == "One" else rows(record))

    indexing.index_missing_records()

    assert set(Record.objects.filter(is_indexed=True).values_list("black", flat=True)) == {"One", "Two", "Three"}
    assert RecordPosition.objects.filter(record__black="Two").count() == 4


def test_L10_the_page_shows_next_moves_and_records(player):
    client, record = Client(), Record.objects.get(black="Three")
    client.force_login(player)

    shown = client.get(f"/library/{record.pk}/positions/?at=1").content.decode()

    assert "<bdi>C7</bdi>" in shown
    assert shown.count("<td>33%</td>") == 2, "the shares of Black and White in three games"
    assert shown.count('class="card"') == 3
    assert Client().get(f"/library/{record.pk}/positions/").status_code == 404


def test_L10_the_page_shows_games_of_the_server_with_the_position(player):
    game = make_game(moves="C3 G7")
    act(game, Resign)
    filling.add_game(game.pk)
    client, record = Client(), Record.objects.get(black="One")
    client.force_login(player)

    assert f'href="/g/{game.pk}/"' in client.get(f"/library/{record.pk}/positions/?at=1").content.decode()
    assert f'href="/g/{game.pk}/"' not in client.get(f"/library/{record.pk}/positions/?at=3").content.decode()
    found = client.get(f"/api/v1/library/{record.pk}/positions/?at=1").json()
    assert found["games"] == [{"id": game.pk, "move": 1}]


def test_L10_the_api_searches_and_refuses_unknown_nodes(player):
    client, record = Client(), Record.objects.get(black="Three")
    client.force_login(player)

    found = client.get(f"/api/v1/library/{record.pk}/positions/?at=1").json()

    assert found["in_records"] == [{"move": "C7", "color": None, "games": 3, "black": 1, "white": 1}]
    assert {row["at"] for row in found["records"]} == {1}
    assert client.get(f"/api/v1/library/{record.pk}/positions/?at=9").status_code == 400


def test_L10_V72_a_record_of_torus_go_captures_over_the_edge_and_is_not_searched():
    player = make_player()
    torus = "(;GM[1]SZ[5]XT[1];B[aa];W[ba];B[cc];W[ab];B[dd];W[ea];B[cd];W[ae])"
    record = add(player, torus)[0]
    assert not indexing.index_missing_records()
    tree = read_tree(record)

    corner = [tree.position_at(node).board[Point(0, 0)] for node in (4, 6, 8)]
    assert corner == [Color.BLACK, Color.BLACK, None]
    assert Record.objects.get().is_indexed
    assert not RecordPosition.objects.exists()


def test_L10_a_position_of_no_other_game_opens_the_search_of_a_part(player):
    lone = add(player, "(;GM[1]SZ[9];B[ab](;W[ba])(;W[ca]))")[0]

    shown = browser(player).get(f"{lone.get_absolute_url()}positions/?at=1").content.decode()

    assert "No other game has this position." in shown
    assert '<details class="sum" open>' in shown
    assert shown.index("<b>A</b>") < shown.index("<b>B</b>"), "the letters on the board are explained"


def test_L10_next_moves_of_the_record_are_links_in_the_table(player):
    record, _other = add(player, "(;GM[1]SZ[9];B[gg](;W[ba])(;W[ca]))", "(;GM[1]SZ[9];B[gg];W[ca])")
    indexing.index_missing_records()

    shown = browser(player).get(f"{record.get_absolute_url()}positions/?at=1").content.decode()

    links = set(re.findall(r'<a href="(\?at=\d)"><bdi>(\w+)</bdi></a>', shown))
    assert links == {("?at=2", "B9"), ("?at=3", "C9")}
    assert "next-links" not in shown


def test_L10_a_variation_that_no_record_has_as_a_move_is_linked_below_the_table(player):
    record = add(player, "(;GM[1]SZ[9];B[gg](;W[ba])(;W[ca]))")[0]
    indexing.index_missing_records()

    shown = browser(player).get(f"{record.get_absolute_url()}positions/?at=1").content.decode()

    assert re.findall(r'<a href="(\?at=\d)"><b>(\w)</b>', shown) == [("?at=2", "A"), ("?at=3", "B")]
