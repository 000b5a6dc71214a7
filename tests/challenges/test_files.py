"""Records to play on from: read tolerantly, with ignored parts listed, or refused with the line (C36)."""

from __future__ import annotations

import json
from html import unescape

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from foundation import limits
from goserver.middleware import bodies
from learn.models import OwnProblem
from study.models import Tree
from tests.factories import make_player
from tests.support.browsers import browser
from tests.support.callers import Caller
from tests.support.games import make_game

pytestmark = pytest.mark.django_db
MOVES = ";B[ee];W[gc];B[cg])"
FILES: dict[str, tuple[bytes, list[str]]] = {
    "a komi of six decimals, as IGS writes it": (b"(;GM[1]FF[3]SZ[9]KM[6.500000]" + MOVES.encode(), []),
    "a komi in words": (f"(;SZ[9]KM[5.5目]{MOVES}".encode(), ["The komi in the file was ignored: 5.5目"]),
    "a komi that no one plays": (f"(;SZ[9]KM[500]{MOVES}".encode(), ["The komi in the file was ignored: 500"]),
    "a handicap in words": (f"(;SZ[9]HA[N/A]{MOVES}".encode(), ["The handicap in the file was ignored: N/A"]),
    "a next player of no colour": (f"(;SZ[9]PL[?]{MOVES}".encode(), ["The player to move in the file was ignored: ?"]),
    "an empty list of stones": (f"(;SZ[9]AB[]HA[0]{MOVES}".encode(), []),
    "no first semicolon": (b"(\nTE[A tournament]\nRD[2021-01-17]\nSZ[9]\nKM[6.5]\n" + MOVES.encode(), []),
    "no first bracket": (b";SZ[9]" + MOVES.encode(), []),
    "a comment of 90 kB": (b"(;SZ[9]C[" + b"A long comment; " * 6000 + b"]" + MOVES.encode(), []),
    "comments of 900 kB": (b"(;SZ[9]C[" + b"A long comment; " * 60_000 + b"]" + MOVES.encode(), []),
    "Shift_JIS with a backslash": (
        f"(;SZ[9]EV[十段戦予]{MOVES}".encode("cp932"),
        ["The file does not say which character set it uses. The server read the file as Shift_JIS."],
    ),
    "Big5 with a bracket": (
        f"(;SZ[9]EV[本因坊]{MOVES}".encode("big5"),
        ["The file does not say which character set it uses. The server read the file as Big5."],
    ),
    "GBK with a backslash at the end": (
        f"(;SZ[9]RE[白勝乗]{MOVES}".encode("gbk"),
        ["The file does not say which character set it uses. The server read the file as GB18030."],
    ),
    "a wrong charset": (
        f"(;SZ[9]CA[Shift_JIS]PB[Pääkkönen]{MOVES}".encode(),
        ["The character set named in the file was ignored: Shift_JIS"],
    ),
    "a broken character": (
        f"(;SZ[9]PB[Pää#]PW[öööö]{MOVES}".encode().replace(b"#", b"\xc3"),
        ["Number of invalid characters replaced: 1"],
    ),
}


def upload(player, data):
    return browser(player).post("/new/sgf/", {"file": SimpleUploadedFile("a.sgf", data)})


@pytest.mark.parametrize("name", FILES)
def test_a_file_is_read_and_what_of_it_was_ignored_is_shown_on_the_page(name):
    data, remarks = FILES[name]

    answer = upload(make_player(), data)

    page = unescape(answer.content.decode())
    assert answer.status_code == 200, page
    assert "The position after move 3 in your file." in page
    assert [remark for remark in remarks if remark not in page] == []
    assert remarks or "was ignored" not in page


@pytest.mark.parametrize(
    ("text", "remarks", "komi"),
    [
        ("KM[6.500000]", [], "6.5"),
        ("KM[5.5目]", [("komi", "5.5目")], "3.5"),
        ("HA[N/A]KM[0]", [("handicap", "N/A")], "0"),
        ("PL[green]KM[1e3]", [("komi", "1e3"), ("to_play", "green")], "3.5"),
    ],
)
def test_the_answer_of_the_api_names_what_was_ignored(client, text, remarks, komi):
    aino = Caller(client, make_player())

    made = aino.post("challenges/", sgf=f"(;SZ[9]{text}{MOVES}", color="black")

    assert made.status_code == 201, made.content
    assert [(one["code"], one["value"]) for one in made.json()["remarks"]] == remarks
    assert made.json()["komi"] == komi
    assert aino.post("challenges/", size=9).json()["remarks"] == []


def test_a_long_commented_record_is_sent_by_the_api(client):
    aino = Caller(client, make_player())
    text = f"(;SZ[9]C[{'A long comment; ' * 25_000}]{MOVES}"

    assert aino.post("challenges/", sgf=text).status_code == 201
    refused = aino.post("challenges/", sgf=text.replace("A long", "A very, very, very, very long " * 3))
    assert (refused.status_code, refused.json()["code"]) == (413, "too_large")


@pytest.mark.parametrize(
    ("path", "most"),
    [
        ("/new/sgf/", bodies.LARGEST_FILE), ("/problems/new/sgf/", bodies.LARGEST_FILE),
        ("/g/12/analysis/sgf/", bodies.LARGEST_FILE), ("/api/v1/games/12/tree/sgf", bodies.LARGEST_FILE),
        ("/api/v1/challenges/", bodies.LARGEST_FILE), ("/api/v1/challenges/3/counter/", bodies.LARGEST_FILE),
        ("/api/v1/problems/players/sgf/", bodies.LARGEST_FILE), ("/new/", bodies.LARGEST),
        ("/collections/abc123/edit/", bodies.LARGEST_FILE), ("/lessons/abc123/edit/", bodies.LARGEST_FILE),
        ("/api/v1/collections/abc123/problems/", bodies.LARGEST_FILE), ("/collections/abc123/", bodies.LARGEST),
        ("/classes/3/positions/", bodies.LARGEST_FILE), ("/api/v1/classes/3/positions/", bodies.LARGEST_FILE),
        ("/api/v1/games/12/actions/", bodies.LARGEST), ("/api/v1/challenges/3/accept/", bodies.LARGEST),
    ],
)  # fmt: skip
def test_only_where_a_record_is_sent_a_body_may_have_a_megabyte(path, most):
    assert bodies.largest_body_for(path) == most


@pytest.mark.parametrize("terms", ["KM[6.500000]", "KM[5.5目]", "HA[N/A]", "PL[?]", "AB[]", "TR[zz]", "LB[zz:A]LB[5]"])
def test_an_analysis_is_read_whatever_the_terms_and_marks_of_its_file_are(client, terms):
    game = make_game(moves="E5")
    aino = game.seat_list()[0].player
    body = json.dumps({"sgf": f"(;GM[1]SZ[9]{terms};B[ee];W[gc];B[cc])"})

    answer = browser(aino).post(f"/api/v1/games/{game.pk}/tree/sgf/", body, "application/json")

    assert answer.status_code == 200, answer.content
    assert answer.json()["added"] == 2
    named = {"KM[5.5目]": {"terms": 1}, "HA[N/A]": {"terms": 1}, "PL[?]": {"terms": 1}, "TR[zz]": {"marks": 1}}
    assert answer.json()["left_out"] == named.get(terms, {"marks": 2} if "LB" in terms else {})


def test_an_analysis_in_shift_jis_is_read_with_its_comments_and_what_was_guessed_is_shown():
    game = make_game(moves="E5")
    aino = game.seat_list()[0].player
    text = "(;GM[1]SZ[9];B[ee]C[黒の好手。これで白は苦しい。表];W[gc]C[ソ];B[cc])"
    file = SimpleUploadedFile("a.sgf", text.encode("cp932"))

    page = browser(aino).post(f"/g/{game.pk}/analysis/sgf/", {"file": file}, follow=True).content.decode()

    assert "2 moves added." in page
    assert "The server read the file as Shift_JIS." in page
    assert "これで白は苦しい。表" in str(Tree.objects.get().value.nodes)


def test_problems_are_read_out_of_a_file_in_gbk():
    player = make_player()
    text = "(;SZ[9]C[黑先活圭乗]AB[aa]AW[ab]PL[B]GE[kill]VW[ac])"
    file = SimpleUploadedFile("a.sgf", text.encode("gbk"))

    page = unescape(browser(player).post("/problems/new/sgf/", {"file": file}, follow=True).content.decode())

    assert "without target stones (CR): 1" in page
    assert "The file does not say which character set it uses." in page
    assert not OwnProblem.objects.exists()


HOSTILE = [
    b"", b"\xff" * 50, b"(;", b"(;SZ[9];B[", b"\x00" * 99, b"(;SZ[9]\x83\x5c;B[ee])", b"(;CA[utf-16]SZ[9];B[ee])",
    b"(;CA[" + b"x" * 5000 + b"])", b"\xfe\xff(;", b"(;SZ[9]C[\\", b"(;SZ[9];B[ee]\x1b$B;W[aa])",
]  # fmt: skip


@pytest.mark.parametrize("data", HOSTILE)
def test_bytes_that_are_no_record_are_refused_everywhere(data):
    limits.reset_counts()
    game = make_game(moves="E5")
    aino = game.seat_list()[0].player
    for path in ("/new/sgf/", "/problems/new/sgf/", f"/g/{game.pk}/analysis/sgf/"):
        answer = browser(aino).post(path, {"file": SimpleUploadedFile("a.sgf", data)}, follow=True)
        assert answer.status_code in (200, 400, 422), (path, answer.status_code)
    assert not OwnProblem.objects.exists()
