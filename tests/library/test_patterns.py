"""The search for a part of the board in records and public games (L11)."""

from __future__ import annotations

import re
from importlib import import_module
from urllib.parse import parse_qs, urlsplit

import pytest
from django.apps import apps
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.verbs import Resign
from library.errors import InvalidSearchArea
from library.models import Record, RecordPattern, RecordPosition
from library.services import indexing, positions, sharing
from library.services.positions import parse_rectangle, search_rectangle
from library.services.sharing import Audience
from library.services.trees import read_tree
from rules import Color
from rules.variants.presets import capture_go
from sharing.models import GamePattern
from sharing.openings import filling
from sharing.openings.book import newest_rows
from tests.factories import act, make_game, make_player
from tests.library.helpers import add

pytestmark = pytest.mark.django_db
NOBODY = AnonymousUser()
GAMES = (
    "(;GM[1]SZ[9]PB[One]RE[B+R];B[cc];W[gg];B[ec])",  # 3-3, then the same move in two directions
    "(;GM[1]SZ[9]PB[Two]RE[W+2];B[gc];W[ee];B[ge])",
    "(;GM[1]SZ[9]PB[Three]RE[W+2];B[ee];W[cg];B[ei];W[cc])",  # swapped colours
    "(;GM[1]SZ[13]PB[Four];B[cc];W[gg])",
)


@pytest.fixture
def player():
    """A player whose records are indexed."""
    player = make_player()
    add(player, *GAMES)
    indexing.index_missing_records()
    return player


def part(viewer, record, *, swapped=False, node=1, ends=("A9", "E5")):
    board = read_tree(record).position_at(node).board
    return search_rectangle(viewer, board, parse_rectangle(board, *ends), swapped=swapped)


def counted(moves):
    return {(one.move, one.color): (one.games, one.black, one.white) for one in moves}


def one_of(player, name="One"):
    return Record.objects.get(owner=player, black=name)


def test_L11_a_part_is_found_in_all_symmetries_with_next_moves_and_wins(player):
    found = part(player, one_of(player))

    assert [row.black for row, _node in found.records] == ["Two", "One"]
    assert counted(found.in_records) in (
        {("E7", Color.BLACK): (1, 1, 0), ("E5", Color.WHITE): (1, 0, 1)},
        {("C5", Color.BLACK): (1, 1, 0), ("E5", Color.WHITE): (1, 0, 1)},
    )


def test_L11_swapped_colours_count_only_if_wanted(player):
    found = part(player, one_of(player), swapped=True, ends=("A9", "D6"))

    assert [row.black for row, _node in found.records] == ["Three", "Two", "One"]
    assert {row.black: node for row, node in found.records} == {"One": 1, "Two": 1, "Three": 2}
    assert counted(found.in_records) == {(None, None): (3, 2, 1)}


def test_L11_only_records_that_the_viewer_may_see_are_found_and_counted(player):
    record, club_mate, friend, stranger = one_of(player), make_player(), make_player(), make_player()
    assert [part(viewer, record).number_of_records for viewer in (player, friend, stranger, NOBODY)] == [2, 0, 0, 0]

    sharing.share_record(player, one_of(player, "Two").pk, Audience(players=(friend.username,)), timezone.now())
    assert [part(viewer, record).number_of_records for viewer in (player, friend, stranger, NOBODY)] == [2, 1, 0, 0]

    sharing.share_record(player, record.pk, Audience(everyone=True), timezone.now())
    assert [part(viewer, record).number_of_records for viewer in (player, friend, stranger, NOBODY)] == [2, 2, 1, 1]
    assert part(stranger, record).in_records[0].games == 1

    Record.objects.filter(pk=record.pk).update(hidden_at=timezone.now())
    assert [part(viewer, record).number_of_records for viewer in (player, friend, stranger)] == [2, 1, 0]

    sharing.share_record(player, record.pk, Audience(), timezone.now())
    sharing.share_record(player, one_of(player, "Two").pk, Audience(), timezone.now())
    assert [part(viewer, record).number_of_records for viewer in (player, friend, club_mate, NOBODY)] == [2, 0, 0, 0]


def test_L11_rows_say_whose_they_are_as_soon_as_a_record_is_shared(player):
    record = one_of(player)
    for audience, owner in ((Audience(everyone=True), None), (Audience(), player.pk)):
        sharing.share_record(player, record.pk, audience, timezone.now())
        for model in (RecordPattern, RecordPosition):
            assert set(model.objects.filter(record=record).values_list("private_owner", flat=True)) == {owner}


def test_L11_common_patterns_of_others_cost_no_rows(player):
    other = make_player()
    add(other, *(f"(;GM[1]SZ[9]PB[{n}];B[cc])" for n in range(5)))
    while indexing.index_missing_records():
        pass
    record = one_of(player)
    with CaptureQueriesContext(connection) as queries:
        found = part(player, record)

    assert found.number_of_records == 2
    assert len(queries) < 12


def test_L11_public_games_are_searched_until_they_are_annulled(player):
    game = make_game(moves="C7 G3 E7")
    act(game, Resign)
    filling.add_game(game.pk)

    found = part(player, one_of(player))

    assert found.games == [(game.pk, 1)]
    assert found.number_of_games == 1
    assert found.in_games[0].move in ("E7", "C5")
    GamePattern.objects.all().delete()
    assert part(player, one_of(player)).games == []


def test_L11_of_common_patterns_the_newest_count(player, monkeypatch):
    monkeypatch.setattr(positions, "MOST_ROWS", 2)

    found = part(player, one_of(player))

    assert found.is_cut
    assert [row.black for row, _node in found.records] == ["Two"]


def test_L11_of_a_common_pattern_only_the_rows_of_the_newest_games_are_read():
    games = [make_game() for _ in range(4)]
    GamePattern.objects.bulk_create(GamePattern(game=one, number=1, key=5, room=b"", next=b"") for one in games)

    newest = newest_rows(GamePattern.objects.filter(key=5), 2)

    assert {row.game_id for row in newest} == {games[2].pk, games[3].pk}
    assert newest_rows(GamePattern.objects.filter(key=6), 2).count() == 0


@pytest.mark.parametrize(
    "ends", [("A9", "C7"), ("C7", "G3"), ("F1", "J5"), ("A9", "J1"), ("A9", ""), ("A9", "Z9"), ("A9", "pass")]
)
def test_L11_other_parts_are_refused_with_a_sentence(player, ends):
    with pytest.raises(InvalidSearchArea):
        part(player, one_of(player), ends=ends)
    client = Client()
    client.force_login(player)
    query = {"at": "1", "from": ends[0], "to": ends[1]}
    address = f"/library/{one_of(player).pk}/positions/"

    if ends[1]:
        refused = client.get(address, query)
        assert refused.status_code == 400
        assert 'role="alert"' in refused.content.decode()
    assert client.get(f"/api/v1{address}", query).json()["code"] == "bad_part"


def test_L11_the_page_is_used_without_scripts(player):
    client = Client()
    client.force_login(player)
    address = f"/library/{one_of(player).pk}/positions/?at=1"

    start = client.get(address).content.decode()
    assert '<button name="from" value="A9" tabindex="-1"' in start
    assert "&amp;from=A9&amp;to=H2&amp;swapped=on" in start
    assert '<button name="to" value="A9" tabindex="-1"' in client.get(f"{address}&from=E5").content.decode()
    found = client.get(f"{address}&from=A9&to=E5").content.decode()

    assert '<rect class="part" x="-0.4" y="-0.4" width="4.9" height="4.9"/>' in found
    assert found.count('class="card"') == 2
    assert "100%" in found


def test_L11_the_corner_that_is_searched_is_marked_and_an_empty_search_says_so(player):
    client = Client()
    client.force_login(player)
    address = f"/library/{one_of(player).pk}/positions/?at=1"

    corner = client.get(f"{address}&from=B2&to=J9").content.decode()
    another = client.get(f"{address}&from=A9&to=E5").content.decode()

    marked = [re.findall('aria-current="true">([^<]*)', page.partition("<main")[2]) for page in (corner, another)]
    assert marked == [["Upper right"], []]
    nothing = client.get(f"/library/positions/?board={'/'.join(['XO.......'] * 9)}&from=A9&to=D6").content.decode()
    said = "No game has these stones in this area."
    assert [said in page for page in (nothing, another)] == [True, False]
    for page in (nothing, corner):
        assert (
            "Only the first 60 moves of a game are searched."
            in page.partition('id="part-help"')[2].partition("</p>")[0]
        )
    assert '<details class="sum" open>' in nothing


@pytest.mark.parametrize(("moves_before", "records"), [(59, 1), (60, 0)])
def test_L11_stones_of_the_first_60_moves_are_found(moves_before, records):
    owner, elsewhere = make_player(), [f"{column}{row}" for row in "mnop" for column in "abcdefghijklmnop"]
    moves = [*elsewhere[:moves_before], "qc"]
    (record,) = add(owner, "(;GM[1]SZ[19]" + "".join(f";{'BW'[n % 2]}[{move}]" for n, move in enumerate(moves)) + ")")
    indexing.index_record(record.pk)

    assert part(owner, record, node=len(moves), ends=("T19", "N13")).number_of_records == records


def test_L11_records_that_were_indexed_before_the_upgrade_are_indexed_again(player):
    RecordPattern.objects.all().delete()

    import_module("library.migrations.0002_later_patterns").index_again(apps, None)
    indexing.index_missing_records()

    assert RecordPattern.objects.values("record").distinct().count() == len(GAMES)
    assert not Record.objects.filter(is_indexed=False).exists()


def test_L11_the_api_searches_a_part(player):
    client = Client()
    client.force_login(player)
    address = f"/api/v1/library/{one_of(player).pk}/positions/"

    found = client.get(address, {"at": "1", "from": "A9", "to": "D6", "swapped": "true"}).json()

    assert found["in_records"] == [{"move": None, "color": None, "games": 3, "black": 2, "white": 1}]
    assert len(found["records"]) == 3
    assert (found["games"], found["is_cut"]) == ([], False)


def test_L11_the_board_of_a_game_is_searched_from_its_menu(client):
    game = make_game(moves="E5 D4 C3")
    link = f"/library/positions/?game={game.pk}&amp;move="

    assert f'href="{link}3"' in client.get(game.get_absolute_url()).content.decode()
    assert f'href="{link}1"' in client.get(f"{game.get_absolute_url()}?move=1").content.decode()
    for move, stones in (("1", 1), ("", 3), ("3", 3)):
        page = client.get(f"/library/positions/?game={game.pk}&move={move}")
        board = parse_qs(urlsplit(page["Location"]).query)["board"][0]
        assert sum(board.count(stone) for stone in "XO") == stones
        assert board.split("/")[4][4] == "X"
        assert client.get(page["Location"]).status_code == 200
    assert client.get(f"/library/positions/?game={game.pk}&move=4").status_code == 404
    assert client.get("/library/positions/?game=x").status_code == 404


def test_L11_boards_that_are_not_searched_are_not_offered(client):
    private, variant = make_game(private=True), make_game(variant=capture_go((2, 1)))
    sizes = [make_game(width=width, height=height) for width, height in ((21, 19), (9, 20))]
    for game in (private, variant, *sizes):
        assert client.get(f"/library/positions/?game={game.pk}").status_code == 404
    for game in (variant, *sizes):
        assert "/library/positions/" not in client.get(game.get_absolute_url()).content.decode()
    client.force_login(private.seat_list()[0].player)
    assert client.get(f"/library/positions/?game={private.pk}").status_code == 302


def test_L11_the_search_is_linked_from_the_library_and_the_openings(client):
    assert 'href="/library/positions/"' in client.get("/openings/").content.decode()
    client.force_login(make_player())
    assert 'href="/library/positions/"' in client.get("/library/").content.decode()
