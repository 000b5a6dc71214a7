"""Lists of players from spreadsheets and from the European Go Database (E134, E135)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foundation.decoding import decode_text
from tournaments.systems.files import player_lists
from tournaments.systems.files.player_lists import ListedPlayer


def read_players(data):
    return list(player_lists.read_player_list(data))


AINO = ListedPlayer(1, "Aino Väinö", "aino", 30, "Oulu", "FI", "12345678")
EGD = """<html><head><title>EGF list</title></head><body><pre>
                EUROPEAN GO RATINGS
   Pin     Name                                 Co. Club  Grade  --  GoR  Tour  Last

  12345678  V&auml;in&ouml; Aino                          FI  Oulu   1d   --   2105    12  T260302A
  19574643  van der Berg Jan                      NL  38GJ   20k   --     15     2  T200202B
  20000001  Nobody                                XX         3k   2k   1805    70  E2401
  20000002  broken line
</pre></body></html>
"""


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252", "utf-32"])
@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_E134_a_spreadsheet_is_read_in_any_encoding_and_with_any_delimiter(encoding, delimiter):
    text = delimiter.join(["Aino Väinö", "1d", "Oulu", "fi", "12345678", "aino"]) + "\r\n"
    assert read_players(text.encode(encoding)) == [AINO]


@pytest.mark.parametrize("first", ["sep=;", '"sep=;"', "SEP=;;;", "sep=;\r"])
@pytest.mark.parametrize("head", ["", "name;rank\n"])
def test_E134_the_line_in_which_excel_names_the_separator_is_obeyed(first, head):
    found = list(read_players(f"{first}\n{head}Aino, the first;5k\n".encode()))

    assert [(one.name, one.rank, one.fault) for one in found] == [("Aino, the first", 25, "")]
    assert found[0].line == 2 + bool(head)


def test_E134_the_first_line_can_name_the_columns():
    head = "\ufeffEGD PIN;Käyttäjänimi;Sukunimi;Etunimi;Taso;Maa;Kerho;Huomautus"
    rows = read_players(f'{head}\n\n12345678;aino;Aino;"Väinö";1 dan;FI;Oulu;x\n'.encode())
    assert [(one.line, one.name, one.user, one.rank, one.pin) for one in rows] == [
        (3, "Aino Väinö", "aino", 30, "12345678")
    ]
    assert read_players(b"\nName;FirstName;Rank;Country;Club;\nVirtanen;Aino;12K;FI;Oulu;\n")[0].name == "Virtanen Aino"
    assert read_players("نام;رتبه\nآرش;۵k\n".encode())[0].rank == 25


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("A,7x", "rank"), ("A,", ""), ("A,5 kyu", ""), ("A,30k", ""), ("A,2p", ""), ("A,40k", "rank"),
        ("A,10d", "rank"), ("A,5k,Oulu,Finland", "country"), ("A,5k,,FI,123", "pin"), (",5k", "empty"),
        (f"{'x' * 101},5k", "long"), ('"' + "x" * 200_000, "long"),
    ],
)  # fmt: skip
def test_E134_each_line_has_its_own_fault(line, fault):
    (good, bad) = read_players(f"B,1k\n{line}\n".encode())
    assert (good.fault, bad.fault) == ("", fault)


def test_E135_a_list_of_the_egd_is_read_as_html_or_text():
    for text in (EGD, EGD.replace("<pre>", "").replace("&auml;", "ä").replace("&ouml;", "ö")):
        rows = read_players(text.encode())
        assert [(one.line, one.name, one.country, one.club, one.rank, one.pin, one.fault) for one in rows] == [
            (5, "Väinö Aino", "FI", "Oulu", 30, "12345678", ""),
            (6, "van der Berg Jan", "NL", "38GJ", 10, "19574643", ""),
            (7, "Nobody", "XX", "", 27, "20000001", ""),
            (8, "", "", "", None, "", "egd"),
        ]


def test_E134_what_is_no_text_is_refused():
    with pytest.raises(ValueError, match="not a text"):
        read_players(b"PK\x03\x04\x00\x00\x00\x00sheet")


@given(st.binary(max_size=300))
def test_E134_no_bytes_break_the_reader(data):
    try:
        text = decode_text(data)
    except ValueError:
        return
    lines = max(1, len(text.splitlines()))
    assert all(1 <= one.line <= lines for one in read_players(data))
