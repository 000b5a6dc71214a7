"""The meaning of values in a file, including extremes, and the errors for invalid ones: code, line and detail."""

from decimal import Decimal

import pytest

from rules import Color, Point, sgf
from rules.errors import BadVertex, OffBoard
from rules.notation import from_sgf
from rules.sgf.properties import board_size, parse_move, parse_points, read_handicap, read_komi, read_player_to_move

LONG = "x" * 40


def node(text):
    (root,) = sgf.parse(f"\n(;{text})")
    return root


def refusal(read, *arguments):
    with pytest.raises(sgf.SgfError) as refused:
        read(*arguments)
    return refused.value.code, refused.value.line, refused.value.detail


@pytest.mark.parametrize(
    ("written", "size"),
    [
        ("", (19, 19)),
        ("SZ[1]", (1, 1)),
        ("SZ[25]", (25, 25)),
        ("SZ[9:13]", (9, 13)),
        ("SZ[ 0009 ]", (9, 9)),
        ("SZ[9x13]", (9, 13)),
        ("SZ[9 : 13]", (9, 13)),
        ("SZ[１３]", (13, 13)),
        ("SZ[]", (19, 19)),
        ("GM[01]", (19, 19)),
    ],
)
def test_sizes(written, size):
    assert board_size(node(f"GM[1]{written}")) == size


@pytest.mark.parametrize("written", ["0", "26", "9:", "9:9:9", "00009", "x", "²", "9:26", "-9", LONG])
def test_sizes_that_are_none(written):
    detail = f"SZ[{written[:20]}] is not a size from 1 to 25"

    assert refusal(board_size, node(f"SZ[{written}]")) == ("sgf_size", 2, detail)


def test_another_game():
    assert refusal(board_size, node("GM[2]")) == ("sgf_not_go", 2, "GM is not 1: this is another game")


def test_passes_and_points():
    assert parse_move("tt", 19, 19, 1) is None
    assert parse_move("tt", 9, 9, 1) is None
    assert parse_move(" ", 9, 9, 1) is None
    assert parse_move("tt", 21, 21, 1) == Point(19, 19)
    assert parse_move(" ab ", 9, 9, 1) == Point(0, 1)
    assert refusal(parse_move, LONG, 9, 9, 7) == ("sgf_point", 7, f"[{LONG[:12]}] is not a point of the board")


def test_points_and_rectangles():
    assert parse_points(["aa", "ba:cb", "aa"], 9, 9, 3) == [Point(0, 0), *(Point(c, r) for r in (0, 1) for c in (1, 2))]
    assert parse_points(["cb:ba"], 9, 9, 3) == parse_points(["ba:cb"], 9, 9, 3)
    assert len(parse_points(["aa"] * 8, 2, 2, 3)) == 1
    assert refusal(parse_points, ["aa"] * 9, 2, 2, 3) == (
        "sgf_too_long", 3, "more points than two for every point of the board",
    )  # fmt: skip
    assert refusal(parse_points, ["aa:bb"] * 3, 2, 2, 3)[0] == "sgf_too_long", "rectangles count with all their points"
    assert refusal(parse_points, ["aa:zz"], 9, 9, 3)[:2] == ("sgf_point", 3)
    assert refusal(parse_points, ["zz:aa"], 9, 9, 3)[:2] == ("sgf_point", 3)


@pytest.mark.parametrize(
    ("written", "komi"),
    [("6.5", "6.5"), ("6,5", "6.5"), (" 7 ", "7"), ("375", "7.5"), ("-0", "0"), (".5", "0.5"), ("+5.50", "5.5"),
     ("0.0000", "0"), ("6.500000", "6.5"), ("7.", "7"), ("-5.5000000000", "-5.5"), ("۶٫۵", "6.5"), ("６.５", "6.5"),
     ("６．５", "6.5"), ("−5.5", "-5.5"), ("－５，５", "-5.5"), ("٦،٥", "6.5"),
     ("0.50", "0.5"), ("6.5" + "0" * 40, "6.5")],
)  # fmt: skip
def test_komi(written, komi):
    found = read_komi(node(f"KM[{written}]"))

    assert (found, str(found)) == (Decimal(komi), komi)
    assert read_komi(node("")) is None


@pytest.mark.parametrize(
    "written", ["6.4", "1234", "six", "6.50001", LONG, "NaN", "1e1", "5.5目", "²", "1_0", "6.5" + "0" * 60]
)
def test_komi_that_is_none(written):
    assert read_komi(node(f"KM[{written}]")) is None


@pytest.mark.parametrize(
    ("written", "stones"), [("", 0), ("HA[]", 0), ("HA[1]", 0), ("HA[2]", 2), ("HA[040]", 40), ("HA[۴]", 4)]
)
def test_handicap(written, stones):
    assert read_handicap(node(written), 40) == stones


@pytest.mark.parametrize(
    ("text", "moves", "color"),
    [
        (";PL[W]", None, "W"), (";B[pd];PL[B]", None, "B"), (";B[pd];W[dd];PL[W]", None, "W"), (";PL[W];B[aa]", 0, "W"),
        (";B[pd];PL[B];B[dd]", 1, "B"), (";PL[?]", None, "B"), (";B[pd];PL[]", None, "W"),
        ("XT[1];B[pd];PL[B]", None, "B"), (";PL[W]" * 40, None, "W"),
        ("HA[2];AB[pd][dp]", None, "W"), ("HA[2];AB[pd][dp]", 0, "W"), ("HA[2];C[x];AB[pd][dp]", None, "W"),
        ("HA[2];AB[pd];AB[dp]", None, "W"), ("HA[2];AB[pd][dp]PL[B]", None, "B"), ("HA[2];AB[pd]AW[dp]", None, "B"),
        ("HA[2];AB[pd][dp];B[aa]", 0, "B"), (";AB[pd][dp]", None, "B"), ("HA[2]AB[pd][dp];W[aa];AB[bb]", None, "B"),
        ("HA[3];B[pd];B[dp];B[dd];W[pp]", 1, "B"), ("HA[3];B[pd];B[dp];B[dd];W[pp]", 2, "B"),
        ("HA[3];B[pd];B[dp];B[dd];W[pp]", 3, "W"), ("HA[3];B[pd];B[dp];B[dd]", 3, "W"),
    ],
)  # fmt: skip
def test_who_is_to_move_after_some_moves(text, moves, color):
    record = sgf.read_game(sgf.parse(f"(;SZ[19]{text})")[0])

    assert sgf.position_after(record, moves).to_play.letter == color


@pytest.mark.parametrize("written", ["41", "0009", "-2", "two", "²", LONG])
def test_handicap_that_is_none(written):
    assert read_handicap(node(f"HA[{written}]"), 40) is None


@pytest.mark.parametrize(
    ("written", "color"),
    [("", None), ("PL[b]", Color.BLACK), ("PL[Black]", Color.BLACK), ("PL[1]", Color.BLACK), ("PL[W]", Color.WHITE),
     ("PL[white]", Color.WHITE), ("PL[2]", Color.WHITE)],
)  # fmt: skip
def test_who_is_to_move(written, color):
    assert read_player_to_move(node(written)) is color


def test_who_is_to_move_in_other_words():
    assert read_player_to_move(node(f"PL[{LONG}]")) is None


def test_stones_and_moves_that_cannot_be_say_where():
    surrounded = "(;SZ[5]AW[aa]\nAB[ab][ba])"
    buried = "(;SZ[5]\n;B[aa]\n;W[aa])"

    assert refusal(sgf.read_game, sgf.parse(surrounded)[0]) == ("sgf_setup", 1, "stones without a liberty")
    game = sgf.read_game(sgf.parse(buried)[0])
    assert refusal(sgf.position_after, game) == ("sgf_move", 3, "a move on a point that has a stone")
    edited = sgf.read_game(sgf.parse("(;SZ[5];B[cc]\n\n;AW[aa]AB[ab][ba])")[0])
    assert refusal(sgf.position_after, edited) == ("sgf_setup", 3, "stones without a liberty")
    assert sgf.position_after(edited, 0).board.rows() == ["....."] * 5


def test_prisoners_of_a_record():
    game = sgf.read_game(sgf.parse("(;SZ[5]RU[NZ];B[ab];W[aa];B[ba];W[ee];B[aa];W[bb];B[];W[ca];B[];W[ac])")[0])
    position = sgf.position_after(game)

    assert (position.prisoners.black, position.prisoners.white) == (1, 3)
    assert (position.to_play, position.move_number) == (Color.BLACK, 10)


def test_the_most_handicap_stones_are_half_of_the_board():
    assert sgf.read_game(sgf.parse("(;SZ[9]HA[40]RU[Chinese]AW[aa]AB[bb])")[0]).setup.handicap == 40
    assert sgf.read_game(sgf.parse("(;SZ[9]HA[41])")[0]).ignored == ("HA",)


@pytest.mark.parametrize("text", ["", "a", "abc", "a1", "1a", "AA"])
def test_two_small_letters_name_a_point(text):
    with pytest.raises(BadVertex) as refused:
        from_sgf(text, 19, 19)
    assert refused.value.data == {"vertex": text}


@pytest.mark.parametrize("text", ["ja", "aj"])
def test_a_point_off_the_board_is_named(text):
    with pytest.raises(OffBoard) as refused:
        from_sgf(text, 9, 9)
    assert refused.value.data == {"vertex": text}
    assert from_sgf("ii", 9, 9) == Point(8, 8)
