"""GIB, NGF and UGF files as SGF (L9). The files were written for these tests, in the servers' formats."""

from __future__ import annotations

import pytest

from games.sgf_text import decode_sgf
from rules import to_sgf
from rules.handicap import fixed_points
from rules.other_records import MOST_MOVES, read_gib_ngf_or_ugf
from rules.sgf import SgfError

GIB = """\\HS
\\[GAMEBLACKNAME={black} (4D)\\]
\\[GAMEWHITENAME={white} (3D)\\]
\\[GAMENAME=Evening games\\]
\\[GAMEDATE=2020- 4- 1-22-36-15\\]
\\[GAMEINFOMAIN=GBKIND:3,GTYPE:0,GCDT:1,GTIME:600-30-3,GRLT:4,ZIPSU:0,DUM:0,GONGJE:65,TCNT:3\\]
\\[GAMETAG=S1,R3,D5,G65,W4,Z0,T30-3-600,C2020:04:01:22:36\\]
\\HE
\\GS
2 1 0
4 0 &4
INI 0 1 {handicap} &4
STO 0 2 1 15 3
STO 0 3 2 3 15
SKI 0 4
STO 0 5 1 16 16
\\GE
"""
NGF = """Rating game
19
{white}        3D*
{black}        2D*
www.wbaduk.com
0
0
7
20051120 [19:05]
5
White wins by 3.5!
3
PMABBQEQE
PMACWEQEQ
PMADBAAAA
"""
UGF = """[Header]
Encoding=932
CoordinateType=IGS
Size=19
Hdcp=0,6.50
Winner=B,C
PlayerB={black},5d,,
PlayerW={white},6d,,
Date=2004/11/24
Title=Club final,
[Data]
QD,B1,1,0
DP,W1,2,0
YA,B1,3,0
.Text,2
DD,W9,9,0
.EndText
[Figure]
"""


def moves(root):
    return [(name, values[0]) for node in list(root.main_line())[1:] for name, values in node.properties.items()]


def facts(root):
    return {name: root.text(name) for name in ("PB", "BR", "PW", "WR", "DT", "EV", "KM", "RE")}


def read(text):
    root = read_gib_ngf_or_ugf(text)
    assert root is not None
    return root


def test_L9_a_file_of_tygem():
    root = read(GIB.format(black="komu", white="sky", handicap=0))

    assert facts(root) == {
        "PB": "komu", "BR": "4d", "PW": "sky", "WR": "3d", "DT": "2020-04-01", "EV": "Evening games", "KM": "6.5",
        "RE": "W+R",
    }  # fmt: skip
    assert moves(root) == [("B", "pd"), ("W", "dp"), ("B", "qq")]


def test_L9_handicap_stones_of_tygem_are_on_the_board():
    root = read(GIB.format(black="komu", white="sky", handicap=3))

    assert root.text("HA") == "3"
    assert set(root.properties["AB"]) == {to_sgf(point) for point in fixed_points(19, 19, 3)}
    assert "KM" not in root


def test_L9_a_file_of_wbaduk_with_a_pass():
    root = read(NGF.format(white="hana", black="dul"))

    assert facts(root) == {
        "PB": "dul", "BR": "2d", "PW": "hana", "WR": "3d", "DT": "2005-11-20", "EV": "Rating game", "KM": "7.5",
        "RE": "W+3.5",
    }  # fmt: skip
    assert moves(root) == [("B", "pd"), ("W", "dp"), ("B", "")]


def test_L9_a_file_of_pandanet_counts_rows_from_below():
    root = read(UGF.format(black="aki", white="ren"))

    assert facts(root) == {
        "PB": "aki", "BR": "5d", "PW": "ren", "WR": "6d", "DT": "2004-11-24", "EV": "Club final", "KM": "6.50",
        "RE": "B+R",
    }  # fmt: skip
    assert moves(root) == [("B", "qp"), ("W", "dd"), ("B", "")]
    above = read(UGF.format(black="aki", white="ren").replace("=IGS", "=JPN"))
    assert moves(above)[0] == ("B", "qd")


def test_L9_handicap_stones_of_pandanet_come_with_the_number_0():
    text = UGF.format(black="aki", white="ren").replace("[Data]\n", "[Data]\nDD,B0,0,0\nQP,B0,0,0\n")

    root = read(text)

    assert (root.text("HA"), root.properties["AB"]) == ("2", ["dp", "qd"])


@pytest.mark.parametrize(
    ("form", "names", "codec"),
    [
        (GIB, ("조훈현", "서봉수"), "cp949"),
        (GIB, ("聂卫平", "马晓春"), "gb18030"),
        (GIB, ("조훈현", "서봉수"), "utf-8"),
        (NGF, ("조훈현", "서봉수"), "cp949"),
        (UGF, ("武宮正樹", "小林光一"), "cp932"),
    ],
)  # fmt: skip
def test_L9_names_are_read_in_the_charsets_of_their_countries(form, names, codec):
    data = form.format(black=names[0], white=names[1], handicap=0).encode(codec)

    root = read(decode_sgf(data).text)

    assert (root.text("PB"), root.text("PW")) == names


@pytest.mark.parametrize("number", ["²", "0²", "۲", "９", "9" * 5000, "x"])
def test_L9_what_looks_like_a_number_and_is_none_is_ignored(number):
    ngf = NGF.format(white="hana", black="dul").replace("baduk.com\n0\n", f"baduk.com\n{number}\n")
    ugf = UGF.format(black="aki", white="ren").replace("=19", f"={number}").replace("=0,", f"={number},")

    assert "HA" not in read(ngf)
    assert (read(ugf).text("SZ"), "HA" in read(ugf)) == ("19", False)


@pytest.mark.parametrize(
    ("form", "written", "date"),
    [
        (GIB, "2020- 4- 1-22-36-15", "2020-04-01"), (GIB, "٢٠١٩- ١- ٥-22", "2019-01-05"), (GIB, "2020- 2-30", ""),
        (NGF, "20051120 [19:05]", "2005-11-20"), (UGF, "2004/11/24", "2004-11-24"), (UGF, "2004 8 3", "2004-08-03"),
        (GIB, "２０２０－０４－０１", "2020-04-01"),
    ],
)  # fmt: skip
def test_L9_dates_of_other_servers(form, written, date):
    text = form.format(black="a", white="b", handicap=0)
    for old in ("2020- 4- 1-22-36-15", "20051120 [19:05]", "2004/11/24"):
        text = text.replace(old, written)

    assert read(text).text("DT") == date


@pytest.mark.parametrize("text", ["", "no record", "(;SZ[9];B[aa])", "\n".join("19" for _ in range(20)), "[Header]"])
def test_L9_other_texts_are_none_of_them(text):
    assert read_gib_ngf_or_ugf(text) is None


def test_L9_moves_off_the_board_and_endless_files_are_refused():
    for text in (
        GIB.format(black="a", white="b", handicap=0).replace("15 3", "19 3"),
        NGF.format(black="a", white="b").replace("PMABBQE", "PMABBZZ"),
        GIB.format(black="a", white="b", handicap=0) + "STO 0 2 1 15 3\n" * MOST_MOVES,
    ):
        with pytest.raises(SgfError):
            read_gib_ngf_or_ugf(text)


@pytest.mark.parametrize("form", [GIB, NGF, UGF])
@pytest.mark.parametrize("end", ["\r", "\r\n"])
def test_L9_lines_may_end_as_on_any_system(form, end):
    text = form.format(black="kuro", white="shiro", handicap=0)
    assert moves(read(text.replace("\n", end))) == moves(read(text)) != []


@pytest.mark.parametrize(("form", "last"), [(GIB, "STO 0 3"), (NGF, "PMADB")])
def test_L9_a_file_that_is_cut_off_is_refused(form, last):
    text = form.format(black="kuro", white="shiro", handicap=0)
    with pytest.raises(SgfError, match="cut off"):
        read_gib_ngf_or_ugf(text[: text.index(last)])


def test_L9_a_move_of_pandanet_off_a_small_board_is_no_pass():
    with pytest.raises(SgfError) as caught:
        read_gib_ngf_or_ugf(UGF.format(black="kuro", white="shiro").replace("Size=19", "Size=9"))
    assert caught.value.code == "sgf_point"


@pytest.mark.parametrize(
    ("written", "result"),
    [
        ("白胜 3.5", "W+3.5"),
        ("黑中盘胜", "B+R"),
        ("黑超时", ""),
        ("白方超时，黑胜", "B+T"),
        ("Black wins by resign", "B+R"),
    ],
)
def test_L9_results_of_wbaduk(written, result):
    text = NGF.format(black="kuro", white="shiro").replace("White wins by 3.5!", written)
    assert read(text).text("RE") == result
