"""Game records: accepted and refused files."""

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


def one(text: str) -> sgf.SgfNode:
    """The only game of a file."""
    (root,) = sgf.parse(text)
    return root


def refusal(text: str, read: bool = True) -> sgf.SgfError:
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
        ("(;", "sgf_syntax", 1),
        ("(;B[aa]", "sgf_syntax", 1),
        ("(;B[aa];W", "sgf_syntax", 1),
        ("(;B[aa]\n;W[bb", "sgf_syntax", 2),
        ("(;B[aa])(;", "sgf_syntax", 1),
        ("(;B[aa]\n(;SZ[9];B[bb])\n", "sgf_syntax", 3),
        ("(;B[aa]\u2028\u200d)", "sgf_syntax", 1),
        ("(;B[aa]\n;\n;W)", "sgf_syntax", 3),
        ("(;B[aa]\n4[x])", "sgf_syntax", 2),
        ("(;b[aa])", "sgf_syntax", 1),
        ("(;B[aa]\n;white[bb])", "sgf_syntax", 2),
        ("(;[aa])", "sgf_syntax", 1),
        ("(;B[aa](;W[bb])\n;B[cc])", "sgf_syntax", 2),
        ("(;B[aa](;W[bb])\nB[cc])", "sgf_syntax", 2),
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


# bombs

BOMBS = {
    "nested games": "(;" * 300_000,
    "nested variations": "(;B[aa]" + "(;W[bb]" * 200_000,
    "a million nodes": "(;" + ";B[aa]" * 300_000 + ")",
    "a long comment": "(;C[" + "x" * 10_000_000 + "])",
    "many properties": "(;" + "C[a]" * 490_000 + ")",
    "many names": "(;" + "Aa" * 900_000 + "[a])",
    "a huge board": "(;SZ[1000])",
    "a board of a huge number": "(;SZ[" + "9" * 100_000 + "])",
    "huge rectangles": "(;SZ[19]AE" + "[aa:ss]" * 100_000 + ")",
    "an open value": "(;C[" + "x" * 1_900_000,
    "only blanks": "(;" + " " * 1_900_000,
    "only brackets": "(" * 1_900_000,
    "only starts": "( " * 900_000,
    "many games": "(;)" * 600_000,
}


@pytest.fixture(scope="module")
def ordinary() -> float:
    """The processor time of reading an ordinary file of half the size that is allowed at most."""
    data = "(;SZ[19]" + ";B[aa]C[a comment];W[bb]" * 40_000 + ")"
    return min(_seconds(lambda: sgf.parse(data)) for _ in range(3))


def _seconds(work) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


@pytest.mark.parametrize("name", BOMBS)
def test_a_hostile_file_is_refused_as_quickly_as_an_ordinary_one_is_read(name, ordinary):
    assert _seconds(lambda: refusal(BOMBS[name])) < 5 * ordinary


@pytest.mark.parametrize("komi", ["9" * 1_000_000, "1e999999999", "1." + "0" * 1_000_000])
def test_a_hostile_komi_is_ignored_as_quickly(komi, ordinary):
    assert _seconds(lambda: sgf.read_game(one(f"(;KM[{komi}])"))) < ordinary
    assert sgf.read_game(one(f"(;KM[{komi}])")).komi in (None, 1)


READ_ALONE = """
import resource, sys
from rules import sgf

def most():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024

data = sys.stdin.read()
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
    read = subprocess.run(command, input=BOMBS[name], capture_output=True, check=True, cwd=ROOT, text=True)
    code, more = read.stdout.split()

    assert code in sgf.CODES
    assert int(more) < 150_000_000, more


def test_a_value_full_of_escapes_is_read():
    assert len(one("(;C[" + "\\\\" * 900_000 + "])").text("C")) == 900_000


GRAMMAR = st.text(alphabet="(;)[]\\:BWACabt \n1é", max_size=60)


@given(GRAMMAR | st.text(max_size=60) | GRAMMAR.map(lambda text: f"(;{text})"))
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
    ("text", "ignored"),
    [
        ("KM[much]", ("KM",)), ("KM[0.3]", ("KM",)), ("KM[NaN]", ("KM",)), ("KM[5.5目]", ("KM",)), ("KM[]", ()),
        ("HA[99]", ("HA",)), ("HA[N/A]", ("HA",)), ("HA[ ]", ()), ("PL[green]", ("PL",)),
        ("KM[1e9]HA[two]PL[?]", ("KM", "HA", "PL")), ("KM[6.5]HA[2]PL[W]", ()),
    ],
)  # fmt: skip
def test_what_cannot_be_read_and_is_not_needed_is_ignored_and_named(text, ignored):
    record = sgf.read_game(one(f"(;SZ[9]{text};B[ee];W[gc])"))

    assert record.ignored == ignored
    assert len(record.moves) == 2


MISSING = [
    ";SZ[9];B[ee];W[gc];B[cg]", "\ufeff ;SZ[9];B[ee];W[gc];B[cg])", "(SZ[9];B[ee];W[gc];B[cg])",
    "(\nTE[An open]\nSZ[9]\n;B[ee];W[gc];B[cg])", "(;SZ[9]B[ee]W[gc]B[cg])", "(;SZ[9];B[ee]W[gc];B[cg])",
    "(;SZ[9];B[ee](W[gc];B[cg])(W[cc]))", "(;SZ[9];B[ee](W[gc](B[cg])(B[cd])))", "((;SZ[9];B[ee];W[gc];B[cg]))",
    "(;SZ[9]XX1[a]My_2[b]note[c];B[ee];W[gc];B[cg])", "(;gm[1]sz[9];B[ee];W[gc]note[x];B[cg])",
    "(;GM[go]SZ[9x9];B[ee];W[gc];B[cg])", "(;SZ[9X9];B[ee];W[gc];B[cg]", "(;SZ[9];B[ee];W[gc](;B[cg]C[x]\n",
    "(;SZ[9];B[ee];W[gc];B[cg];", "(;SZ[9]\0;B[ee]\u200b;W[gc]\ufeff\n\u2060 B[cg]\0)\0",
    ";) hello\n(;SZ[9];B[ee];W[gc];B[cg])",
    "; comment\n(;SZ[9];B[ee];W[gc];B[cg])", ";SZ[9];B[ee](;W[gc];B[cg])(;W[cc])",
    ";(;SZ[9];B[ee];W[gc];B[cg])",
]  # fmt: skip


@pytest.mark.parametrize("text", MISSING)
def test_brackets_and_semicolons_that_other_readers_do_without_may_be_missing(text):
    record = sgf.read_game(one(text))

    assert [(move.color, move.point) for move in record.moves] == [(B, (4, 4)), (W, (6, 2)), (B, (2, 6))]
    assert record.setup.width == 9


def test_several_games_that_begin_without_a_semicolon_are_all_read():
    assert [len(list(root.main_line())) for root in sgf.parse("(SZ[9];B[aa])\n(SZ[9];B[aa];W[bb])")] == [2, 3]


def test_two_moves_of_one_node_are_two_moves_in_the_order_of_the_file():
    record = sgf.read_game(one("(;SZ[9];W[aa]B[bb]C[here];B[cc][dd])"))

    assert [(move.color, move.point) for move in record.moves] == [(W, (0, 0)), (B, (1, 1)), (B, (2, 2)), (B, (3, 3))]
    assert [node.text("C") for node in one("(;SZ[9];W[aa]B[bb]C[here])").main_line()] == ["", "", "here"]


@pytest.mark.parametrize("text", ["AB[]", "AB[]AW[]AE[]", "AB[ ]", "TR[]"])
def test_an_empty_list_of_points_sets_nothing(text):
    position = sgf.position_after(sgf.read_game(one(f"(;SZ[5]{text};B[cc];AE[];W[aa])")))

    assert position.board.rows() == ["O....", ".....", "..X..", ".....", "....."]


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
        ("(;SZ[2]AB[aa][ab][ba][bb])", "sgf_setup", 1),
        ("(;SZ[9]\n;B[aa]\n;W[aa])", "sgf_move", 3),
    ],
)
def test_what_is_no_game_of_go_is_refused_with_its_line(text, code, line):
    error = refusal(text)

    assert (error.code, error.line) == (code, line)
