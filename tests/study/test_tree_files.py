"""Trees as SGF, exported and imported (C36): variations are moves, the round trip is equal, other programs read it."""

from __future__ import annotations

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from sgfmill import sgf as sgfmill

from rules import Color, sgf
from study.core.nodes import BETWEEN, ROOT, node_name
from study.core.tree import TreeValue
from study.models import Tree
from study.services.files import tree_from_file
from tests.study.test_tree_api import CANARY, client_of, send, tree_of
from tests.support.games import make_game

pytestmark = pytest.mark.django_db


@pytest.fixture
def game():
    return make_game(moves="E5 D4")


@pytest.fixture
def aino(game):
    return game.seat_list()[0].player


def read_in(player, game, text):
    body = json.dumps({"sgf": text})
    return client_of(player).post(f"/api/v1/games/{game.pk}/tree/sgf/", body, "application/json")


def described(tree):
    """Return a tree without the authors and times of its texts."""
    return [{name: value for name, value in node.items() if name != "texts"} for node in tree["nodes"]]


def test_the_round_trip_is_equal_and_sgfmill_reads_it_C36(game, aino):
    head = tree_of(aino, game)["head"]
    first, second = node_name(head, "B", "C3"), node_name(ROOT, "B", "G7")
    on_stones = {"D4": "cross", "E5": "B", "J9": "square", "H8": "circle"}
    send(
        aino,
        game,
        {"op": "add", "parent": head, "color": "B", "move": "C3"},
        {"op": "add", "parent": first, "color": "W", "move": "pass"},
        {"op": "add", "parent": ROOT, "color": "B", "move": "G7"},
        {"op": "set", "node": second, "text": "a ] of\\text: سلام\nnext line", "marks": {"A1": "triangle", "B2": "7"}},
        {"op": "set", "node": head, "marks": on_stones, "text": "here"},
    )
    before = tree_of(aino, game)
    text = client_of(aino).get(f"/g/{game.pk}.sgf?with=tree").content.decode()

    read = sgfmill.Sgf_game.from_string(text)
    assert [node.get_move() for node in read.get_main_sequence()][1:3] == [("b", (4, 4)), ("w", (3, 3))]
    assert len(read.get_root()) == 2
    assert (text.count("AB["), text.count("AW[")) == (0, 0)

    Tree.objects.all().delete()
    answer = read_in(aino, game, text)
    assert answer.json() == {"added": 3, "left_out": {}}
    assert described(tree_of(aino, game)) == described(before)
    assert read_in(aino, game, text).json() == {"added": 0, "left_out": {}}
    assert described(tree_of(aino, game)) == described(before)


def test_what_of_a_file_is_not_taken_is_named_C36(game, aino):
    text = (
        "(;SZ[9]GN[x];B[ee](;W[ee];B[aa])(;W[df];B[cc]C["
        + "x" * 2100
        + "]LB[aa:long][bb:C]GW[1])(;AB[aa];W[bb]))(;SZ[9])"
    )
    answer = read_in(aino, game, text)

    assert answer.json() == {
        "added": 1,
        "left_out": {"illegal": 1, "shortened": 1, "marks": 1, "unknown": 1, "setup": 1, "games": 1},
    }
    browser = client_of(aino)
    page = browser.post(
        f"/g/{game.pk}/analysis/sgf/", {"file": SimpleUploadedFile("x.sgf", text.encode())}, follow=True
    )
    assert "Illegal moves, with the moves after them: 1." in page.content.decode()


@pytest.mark.parametrize(
    ("text", "stones", "first", "moves"),
    [
        ("HA[2];AB[pd][dp];W[dd];B[pp]", 2, Color.WHITE, 2), ("HA[2];B[pd];B[dp];W[dd];B[pp]", 2, Color.WHITE, 2),
        ("RU[Chinese]HA[3];B[pd];B[dp];B[dd];W[pp]", 3, Color.WHITE, 1), (";B[pd];B[dp];W[dd]", 2, Color.WHITE, 1),
        (";B[pd]B[dp];W[dd]", 2, Color.WHITE, 1), (";B[pd];W[dp]", 0, Color.BLACK, 2),
        (";B[tt];W[aa]", 0, Color.BLACK, 2), ("AB[aa];B[pd];W[dp]", 1, Color.BLACK, 2),
        (";AB[aa];AW[bb];W[cc]", 2, Color.WHITE, 1), (";PL[W];W[cc]", 0, Color.WHITE, 1),
        (";B[pd];C[x];B[dp];C[y];W[dd]", 2, Color.WHITE, 2), ("B[pd];B[dp];W[dd]", 2, Color.WHITE, 1),
        ("B[pd];W[dp]", 0, Color.BLACK, 2),
    ],
)  # fmt: skip
def test_stones_before_the_game_are_in_the_start_of_a_new_tree_C36(text, stones, first, moves):
    found = tree_from_file(f"(;SZ[19]{text})")

    start = sgf.position_after(sgf.read_game(sgf.parse(found.root)[0]))
    assert (sum(len(row) - row.count(".") for row in start.board.rows()), start.to_play) == (stones, first)
    assert (len(found.tree.nodes), found.left_out.keys() - {"unknown"}) == (moves, set())


def test_the_comments_of_handicap_stones_are_at_the_start_and_variations_stay_C36():
    found = tree_from_file("(;SZ[19]HA[2]C[one];B[pd];B[dp]C[two];W[dd])")
    assert found.tree.nodes[ROOT].text.split(BETWEEN) == ["one", "two"]

    assert tree_from_file("(;SZ[19];B[pd](;B[dp])(;W[dd];B[pp]))").left_out == {"illegal": 1}
    assert tree_from_file("(;SZ[19];B[pd];AB[dd];W[pp])").left_out == {"setup": 1}


def test_the_marks_of_handicap_stones_are_at_the_start_and_what_is_left_out_is_counted_C36():
    found = tree_from_file("(;SZ[19]HA[2];B[pd]TR[pd]BL[20];B[dp]LB[dp:7][pd:too long];W[dd])")

    assert found.tree.nodes[ROOT].signs == {"Q16": "triangle", "D4": "7"}
    assert found.left_out == {"unknown": 1, "marks": 1}


def test_labels_are_read_without_their_escapes_C36():
    found = tree_from_file(r"(;SZ[9]LB[aa:\1][bb:\]][cc:1\:2])")

    assert (found.tree.nodes[ROOT].signs, found.left_out) == ({"A9": "1"}, {"marks": 2})


def test_bad_files_are_refused_and_store_nothing_C36(game, aino):
    long = "(;SZ[9]" + ";B[]" * 5001 + ")"
    for text, status, code in (
        ("nothing", 400, "bad_sgf"),
        ("(;SZ[13];B[aa])", 422, "other_board"),
        ("(;SZ[9]AB[aa];W[bb])", 422, "other_board"),
        (long, 400, "bad_sgf"),
        ("(;SZ[9]C[" + "x" * 1_000_001 + "])", 400, None),
        ("(;SZ[9]C[" + "x" * 1_300_000 + "])", 413, "too_large"),
    ):
        answer = read_in(aino, game, text)
        assert (answer.status_code, answer.json().get("code") if code else None) == (status, code)
    big = "(;SZ[9];B[ee]C[" + "y" * 900_000 + "])"
    assert read_in(aino, game, big).json() == {"added": 0, "left_out": {"shortened": 1}}
    assert TreeValue.from_json(Tree.objects.get().nodes).nodes.keys() == {node_name(ROOT, "B", "E5")}


def test_nobody_gets_a_tree_into_a_file_but_its_owner_C1(game, aino):
    send(aino, game, {"op": "set", "node": ROOT, "text": CANARY})

    for client in (Client(), client_of(game.seat_list()[1].player)):
        for path in (f"/g/{game.pk}.sgf?with=tree", f"/api/v1/games/{game.pk}/sgf?with=tree,comments"):
            assert CANARY not in client.get(path).content.decode()
    assert CANARY in client_of(aino).get(f"/api/v1/games/{game.pk}/game.sgf?with=tree").content.decode()
    assert CANARY not in client_of(aino).get(f"/g/{game.pk}.sgf").content.decode()
