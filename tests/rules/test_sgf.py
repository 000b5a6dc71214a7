"""Game records: what is read, and what is refused."""

from __future__ import annotations

import contextlib
import subprocess
import sys
import time
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import (
    ByColor,
    Color,
    sgf,
)

B, W = Color.BLACK, Color.WHITE
ROOT = Path(__file__).resolve().parents[2]


def one(text: str | bytes) -> sgf.Node:
    """The only game of a file."""
    (root,) = sgf.parse(text)
    return root


def refusal(text: str | bytes, read: bool = True) -> sgf.SgfError:
    """How a file is refused."""
    with pytest.raises(sgf.SgfError) as caught:
        for root in sgf.parse(text):
            if read:
                sgf.position_after(sgf.read_game(root))
    assert caught.value.code in sgf.CODES
    return caught.value


# brackets


def test_a_file_is_a_tree_of_nodes():
    root = one("(;FF[4]C[root](;C[a];C[b](;C[c])(;C[d];C[e]))(;C[f](;C[g];C[h];C[i])(;C[j])))")

    assert [(depth, node.text("C")) for depth, node in root.walk()] == [
        (0, "root"), (1, "a"), (2, "b"), (3, "c"), (3, "d"), (4, "e"), (1, "f"), (2, "g"), (3, "h"), (4, "i"), (2, "j"),
    ]  # fmt: skip
    assert "".join(node.text("C")[0] for node in root.main_line()) == "rabc"


def test_text_around_the_games_is_skipped():
    assert [root.text("C") for root in sgf.parse("From: me (hello)\n\n(;C[one])\nand\n(;C[two]) bye")] == ["one", "two"]


def test_old_property_names_lose_their_small_letters_and_doubled_ones_keep_all_values():
    root = one("(;GaMe[1]AddBlack[aa]AB[bb][cc])")

    assert root.properties == {"GM": ["1"], "AB": ["aa", "bb", "cc"]}


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ("", "sgf_no_game", 0),
        ("hello", "sgf_no_game", 0),
        ("()", "sgf_no_game", 0),
        ("(;B[aa]", "sgf_syntax", 1),
        ("(;B[aa]\n;W[bb", "sgf_syntax", 2),
        ("(;B[aa]\n;\n;W)", "sgf_syntax", 3),
        ("(;B[aa]\n4[x])", "sgf_syntax", 2),
        ("(;b[aa])", "sgf_syntax", 1),
        ("(;[aa])", "sgf_syntax", 1),
    ],
)
def test_what_is_no_sgf_is_refused_with_its_line(text, code, line):
    error = refusal(text)

    assert (error.code, error.line) == (code, line)


# text


def test_escapes_and_line_breaks_mean_what_the_format_says():
    root = one("(;C[a \\] b \\\\ c\\: d\\\ne\tf\r\ng]PB[x\ny])")

    assert root.text("C") == "a ] b \\ c: de f\ng"
    assert root.simple_text("PB") == "x y"


@pytest.mark.parametrize("charset", ["UTF-8", "GB18030", "Shift_JIS", "EUC-KR", "Big5", "windows-1251", "ISO-8859-1"])
def test_the_charset_of_the_file_is_heeded(charset):
    word = {
        "UTF-8": "قرمز",
        "GB18030": "围棋",
        "Shift_JIS": "囲碁表",
        "EUC-KR": "바둑",
        "Big5": "圍棋功",
        "windows-1251": "го",
        "ISO-8859-1": "pää",
    }[charset]

    assert one(f"(;CA[{charset}]C[{word}])".encode(charset)).text("C") == word


def test_without_a_charset_it_is_utf8_if_it_can_be_and_latin1_otherwise():
    assert one("(;C[päätös])".encode()).text("C") == "päätös"
    assert one("(;C[päätös])".encode("latin-1")).text("C") == "päätös"
    assert one("(;C[päätös])".encode("utf-16")).text("C") == "päätös"


@pytest.mark.parametrize("charset", ["hex", "rot13", "zip", "undefined", "idna", "unicode_escape", "nonsense", "utf-7"])
def test_a_charset_that_is_none_is_not_believed(charset):
    assert one(f"(;CA[{charset}]C[ok])".encode()).text("C") == "ok"


# bombs

BOMBS = {
    "nested games": b"(;" * 300_000,
    "nested variations": b"(;B[aa]" + b"(;W[bb]" * 200_000,
    "a million nodes": b"(;" + b";B[aa]" * 300_000 + b")",
    "a long comment": b"(;C[" + b"x" * 10_000_000 + b"])",
    "many properties": b"(;" + b"C[a]" * 490_000 + b")",
    "many names": b"(;" + b"Aa" * 900_000 + b"[a])",
    "a huge board": b"(;SZ[1000])",
    "a board of a huge number": b"(;SZ[" + b"9" * 100_000 + b"])",
    "huge rectangles": b"(;SZ[19]AE" + b"[aa:ss]" * 100_000 + b")",
    "an open value": b"(;C[" + b"x" * 1_900_000,
    "only blanks": b"(;" + b" " * 1_900_000,
    "only brackets": b"(" * 1_900_000,
    "only starts": b"( " * 900_000,
    "a komi of many digits": b"(;KM[" + b"9" * 1_000_000 + b"])",
    "a komi with an exponent": b"(;KM[1e999999999])",
    "many games": b"(;)" * 600_000,
}


@pytest.fixture(scope="module")
def ordinary() -> float:
    """The processor time of reading an ordinary file of half the size that is allowed at most."""
    data = b"(;SZ[19]" + b";B[aa]C[a comment];W[bb]" * 40_000 + b")"
    return min(_seconds(lambda: sgf.parse(data)) for _ in range(3))


def _seconds(work) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


@pytest.mark.parametrize("name", BOMBS)
def test_a_hostile_file_is_refused_as_quickly_as_an_ordinary_one_is_read(name, ordinary):
    assert _seconds(lambda: refusal(BOMBS[name])) < 5 * ordinary


READ_ALONE = """
import resource, sys
from rules import sgf

def most():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024

data = sys.stdin.buffer.read()
before = most()
try:
    for root in sgf.parse(data):
        sgf.position_after(sgf.read_game(root))
except sgf.SgfError as error:
    print(error.code, most() - before)
"""
"""A process of its own, which says how a file is refused and how many bytes of memory that took at most."""


@pytest.mark.parametrize("name", ["a million nodes", "many properties", "huge rectangles", "an open value"])
def test_a_hostile_file_takes_little_memory(name):
    command = [sys.executable, "-c", READ_ALONE]
    read = subprocess.run(command, input=BOMBS[name], capture_output=True, check=True, cwd=ROOT)
    code, more = read.stdout.decode().split()

    assert code in sgf.CODES
    assert int(more) < 150_000_000, more


def test_a_value_full_of_escapes_is_read():
    assert len(one(b"(;C[" + b"\\\\" * 900_000 + b"])").text("C")) == 900_000


GRAMMAR = st.text(alphabet="(;)[]\\:BWACabt \n1é", max_size=60)


@given(GRAMMAR | st.binary(max_size=60) | GRAMMAR.map(lambda text: f"(;{text})"))
def test_any_text_is_a_game_or_an_sgf_error(text):
    with contextlib.suppress(sgf.SgfError):
        for root in sgf.parse(text):
            sgf.position_after(sgf.read_game(root))


# a game of Go


def test_the_terms_of_a_game_are_read():
    record = sgf.read_game(one("(;GM[1]SZ[13]KM[6.5]RU[Chinese]PB[Ali]PW[Pekka]RE[B+R];B[aa];W[];B[tt])"))

    setup = record.setup
    assert (setup.width, setup.height, setup.komi, setup.ruleset.key) == (13, 13, Decimal("6.5"), "chinese")
    assert record.players == ByColor("Ali", "Pekka")
    assert record.result == "B+R"
    assert [(move.color, move.point) for move in record.moves] == [(B, (0, 0)), (W, None), (B, None)]


@pytest.mark.parametrize(
    ("written", "key"),
    [
        ("Japanese", "japanese"),
        ("jp", "japanese"),
        ("AGA rules", "aga"),
        ("NZ", "new_zealand"),
        ("Lasker", "brainking"),
        ("GOE", "ing"),
    ],
)
def test_rules_that_we_do_not_have_become_the_default(written, key):
    assert sgf.read_game(one(f"(;RU[{written}])")).setup.ruleset.key == key


@pytest.mark.parametrize(
    ("written", "komi"), [("6,5", "6.5"), ("7.50", "7.5"), ("375", "7.5"), ("0", "0"), ("", "3.5")]
)
def test_komi_is_read_as_it_is_written_in_the_world(written, komi):
    assert sgf.read_game(one(f"(;SZ[9]KM[{written}])")).setup.komi == Decimal(komi)


def test_a_position_may_be_set_up_with_rectangles_and_emptied_points():
    record = sgf.read_game(one("(;SZ[5]AB[aa:cb]AE[bb]AW[ee]PL[W])"))

    assert record.setup.start == ("XXX..", "X.X..", ".....", ".....", "....O")
    assert record.setup.first is W


def test_captures_before_the_position_count_as_prisoners():
    position = sgf.position_after(sgf.read_game(one("(;SZ[5];B[ba];W[aa];B[ab];W[ee];B[de];W[dd];B[ed])")))

    assert position.board.rows() == [".X...", "X....", ".....", "...OX", "...X."]
    assert position.prisoners == ByColor(2, 0)
    assert (position.to_play, position.move_number) == (W, 7)


def test_a_position_in_mid_game_can_be_taken():
    record = sgf.read_game(one("(;SZ[5];B[aa];W[bb];B[cc])"))

    assert sgf.position_after(record, 2).board.rows() == ["X....", ".O...", ".....", ".....", "....."]


def test_stones_set_in_mid_game_are_set():
    position = sgf.position_after(sgf.read_game(one("(;SZ[3];B[aa];AE[aa]AW[cc]PL[B])")))

    assert (position.board.rows(), position.to_play) == (["...", "...", "..O"], B)


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ("(;GM[6])", "sgf_not_go", 1),
        ("(;SZ[0])", "sgf_size", 1),
        ("(;SZ[26])", "sgf_size", 1),
        ("(;SZ[9:9:9])", "sgf_size", 1),
        ("(;SZ[nine])", "sgf_size", 1),
        ("(;SZ[9]\n;B[aj])", "sgf_point", 2),
        ("(;SZ[9];B[ii]\n;W[5])", "sgf_point", 2),
        ("(;SZ[25];B[tt];W[zz])", "sgf_point", 1),
        ("(;KM[much])", "sgf_number", 1),
        ("(;KM[0.3])", "sgf_number", 1),
        ("(;KM[NaN])", "sgf_number", 1),
        ("(;SZ[9]HA[99])", "sgf_handicap", 1),
        ("(;PL[green])", "sgf_setup", 1),
        ("(;SZ[2]AB[aa][ab][ba][bb])", "sgf_setup", 1),
        ("(;SZ[9]\n;B[aa]\n;W[aa])", "sgf_move", 3),
    ],
)
def test_what_is_no_game_of_go_is_refused_with_its_line(text, code, line):
    error = refusal(text)

    assert (error.code, error.line) == (code, line)
