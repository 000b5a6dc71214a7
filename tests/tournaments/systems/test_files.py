"""Exports and the import of OpenGotha files: E97."""

from __future__ import annotations

import contextlib
import csv
import io
import json
import re
import unicodedata
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.systems.fields import MCMAHON, SWISS, entries, games, players, rounds
from tournaments.systems.files.aga import write_aga
from tournaments.systems.files.columns import cross_table, halves_or_quarters_text
from tournaments.systems.files.egd import ResultFileEvent, ResultFilePlayer, write_h9
from tournaments.systems.files.ffg import write_tou
from tournaments.systems.files.opengotha_reading import EncodingRefused, FileRefused, read_opengotha
from tournaments.systems.files.opengotha_writing import write_opengotha
from tournaments.systems.files.pairgoth_reading import read_pairgoth, read_tournament_file
from tournaments.systems.files.table_csv import write_csv
from tournaments.systems.standings import standings_table
from tournaments.systems.types import (
    Criterion,
    EventResult,
    FloatersFrom,
    HandicapRules,
    PairingValue,
    StageData,
    StageSystem,
    SystemKind,
)

FACTS = ResultFileEvent("Spring ] Cup\n2026", "Oulu", "FI", "2026-03-01", "2026-05-31", 7200, "Three days a move")


def small():
    """Four players; a handicap, a default, a bye, an absence, a draw, both lose."""
    people = tuple(
        replace(entry, name=name, country="FI", club="Oulu")
        for entry, name in zip(
            entries(38, 30, 28, 20), ("Yi Chang Ho", "Virtanen Aino", "hikaru", "=SUM(A1)"), strict=True
        )
    )
    people = (*people[:3], replace(people[3], skips=frozenset({3})))
    return StageData(people, games("1+2 4-3/7", "3+!1 2=4", "1--2 3bye"))


def test_a_table_for_the_egd():
    """E97: header, class D, `+/w`, `!`, `0+`, `0=`."""
    text = write_h9(
        replace(MCMAHON, handicaps=HandicapRules()),
        small(),
        FACTS,
        {2: ResultFilePlayer("Virtanen", "Aino", "FI", "Oulu", "12345678")},
    )
    head, rows = text.split("; Pl ")[0].splitlines(), [line.split() for line in text.splitlines()[-4:]]

    assert head == [
        "; CL[D]", "; EV[Spring Cup 2026]", "; PC[FI, Oulu]", "; DT[2026-03-01,2026-05-31]",
        "; HA[h1]", "; KM[6.5]", "; TM[7200]", "; CM[Three days a move]",
    ]  # fmt: skip
    assert rows == [
        ["1", "Yi", "Chang_Ho", "9D", "FI", "Oulu", "34", "92", "3+/b0", "2-!w0", "3-/b0"],
        ["2", "hikaru", "-", "2K", "FI", "Oulu", "31", "89.5", "4+/w7", "1+!b0", "0+"],
        ["3", "Virtanen", "Aino", "1D", "FI", "Oulu", "30.5", "88.5", "1-/w0", "4=/b0", "1-/w0", "|12345678"],
        ["4", "SUM", "A1", "10K", "FI", "Oulu", "20.5", "74.5", "2-/b7", "3=/w0", "0="],
    ]


AINO = ResultFilePlayer("van der Virtanen", "Aino Maria", "FI", "Oulu Go", "12345678", "489", "7654321")


def test_E132_real_names_are_two_words_whatever_they_contain():
    rows = write_h9(SWISS, small(), FACTS, {2: AINO}).splitlines()[-4:]

    assert [row.split()[1:6] for row in rows if "12345678" in row] == [
        ["van_der_Virtanen", "Aino_Maria", "1D", "FI", "Oulu"]
    ]
    assert [row for row in rows if "|" in row] == [row for row in rows if "Aino" in row], "and no one else's PIN"


def test_E133_a_file_for_the_aga_has_players_and_games_that_were_played():
    """White, Black, winner, handicap, komi without its half; players without a number have temporary ones."""
    facts = replace(FACTS, rules="Japanese")

    assert write_aga(small(), facts, {2: AINO}).splitlines() == [
        "TOURNEY Spring Cup 2026, Oulu",
        "\tstart=3/1/2026", "\tfinish=5/31/2026", "\trules=Japanese",
        "PLAYERS",
        "99999\tYi Chang Ho\t9d", "489\tvan der Virtanen, Aino Maria\t1d", "99998\thikaru\t2k", "99997\t=SUM(A1)\t10k",
        "GAMES",
        "489\t99999\tb\t0\t6", "99998\t99997\tw\t7\t6",
        "END",
    ]  # fmt: skip
    same = write_aga(small(), facts, {2: AINO, 3: AINO}).splitlines()
    assert [line.split("\t")[0] for line in same[5:9]] == ["99999", "489", "99998", "99997"], "one number, one player"


def test_E133_a_file_for_the_ffg_has_its_header_and_columns():
    """Games by default and those without a result are rounds without a game: the FFG rates every game."""
    facts = replace(FACTS, main_minutes=60, size=13)

    lines = write_tou(SWISS, small(), facts, {2: AINO}).splitlines()

    assert lines[:9] == [
        ";name=spring-cup-2026", ";date=01/03/2026", ";vill=Oulu", ";comm=Spring Cup 2026", ";prog=Igo", ";time=60",
        ";ta=7200", ";size=13", ";komi=6.5",
    ]  # fmt: skip
    assert lines[10] == ";Num Nom Prenom               Niv Licence Club"
    rows = lines[11:]
    assert rows[3].startswith("   4 van_der_Virtanen Aino_Mar 1D 7654321   FI ")
    assert [row[46:].split() for row in rows] == [
        ["3+w7", "0+", "0+"], ["4+b0", "0-", "4-b0"], ["1-b7", "4=w0", "0-"], ["2-w0", "3=b0", "2-w0"],
    ]  # fmt: skip


def with_name(name):
    return StageData((replace(small().entries[0], name=name), *small().entries[1:]), small().pairings)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("राम कुमार", "राम कुमार"), ("สมชาย ประยุทธ์", "สมชาย ประยุทธ์"), ("Mu\u0308ller Ada", "Müller Ada"),
        ("O’Neil Pat", "O’Neil Pat"), ("علی\u200cرضا", "علی\u200cرضا -"), ("Oʻzbek", "Oʻzbek -"),
        ("ශ්\u200dරී", "ශ්\u200dරී -"), ("a@b #2", "a b_2"),
    ],
)  # fmt: skip
def test_E97_names_of_every_script_keep_their_words(name, words):
    assert f" {words} " in write_h9(SWISS, with_name(name), FACTS)
    assert f" {words} " in write_h9(SWISS, small(), FACTS, {1: ResultFilePlayer(*words.replace(" -", "").split())})


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("Łukasz Đức", "Lukasz Duc"), ("Işık Ħal", "Isik Hal"), ("Əliyev Ŋ", "Eliyev N"), ("O’Neil Pat", "O'Neil Pat"),
        ("Ẹ\u0300gbá Ṣọlá", "Egbá Solá"), ("Œuf Žan €", "Œuf Žan"), ("Παπάς Γιώργος", "Player 1"), ("李〇", "Player 1"),
        ("علی\u200cرضا", "Player 1"),
    ],
)  # fmt: skip
def test_E133_a_file_for_the_ffg_has_latin_letters_only(name, written):
    text = write_tou(SWISS, with_name(name), replace(FACTS, name=name), {})

    assert f" {written} " in text
    assert text.encode("iso-8859-15")
    assert f" {written.split()[0]}" in write_tou(SWISS, with_name(name), FACTS, {1: ResultFilePlayer(name)})


def test_E133_a_file_for_the_ffg_has_latin_digits_and_the_latin_part_of_the_tournaments_name():
    text = write_tou(SWISS, small(), replace(FACTS, name="تهران Open ۲۰۲۶", place="Sali ٣"), {})

    assert "\n;comm=Open 2026\n" in text
    assert "\n;vill=Sali 3\n" in text


def test_numbers_are_written_as_people_write_them():
    assert [halves_or_quarters_text(value, 2) for value in (6, 7, 0, -1)] == ["3", "3.5", "0", "-0.5"]
    assert [halves_or_quarters_text(value, 4) for value in (6, 7)] == ["1.5", "1.75"]


def test_a_spreadsheet_has_no_formula_of_a_player():
    """E97: a name that begins as a formula stays text."""
    rows = list(csv.reader(io.StringIO(write_csv(SWISS, small()))))

    assert rows[0] == ["line", "place", "name", "rank", "club", "country", "points", "sos", "1", "2", "3"]
    assert len(rows) == 5
    assert "'=SUM(A1)" in [row[2] for row in rows]
    assert all(cell[:1] not in "=+-@" for row in rows for cell in row if cell)


def test_games_of_a_group_stand_in_columns_of_their_own():
    """E37, E97: and both players of a game in the same one."""
    found = cross_table(StageSystem(SystemKind.GROUPS), StageData(entries(20, 20, 20), games("1+2 1+3 2+3")))
    number = {line.entry: at for at, line in enumerate(found.lines, start=1)}

    assert {len(cells) for cells in found.cells.values()} == {3}
    for column in range(3):
        met = {number[id_]: cells[column].split("/")[0].rstrip("+-") for id_, cells in found.cells.items()}
        assert all(other == "0-" or met[int(other)] == str(at) for at, other in met.items() if other != "0")


@pytest.mark.parametrize(
    "system",
    [
        replace(
            MCMAHON, rounds=4, bar=30, floor=12, handicaps=HandicapRules(), tiebreaks=(Criterion.SOS, Criterion.SOSOS)
        ),
        replace(SWISS, rounds=4, unplayed_as_half=True, tiebreaks=(Criterion.SOS, Criterion.SODOS, Criterion.DIRECT)),
    ],
    ids=["mcmahon", "swiss"],
)
def test_what_is_written_for_opengotha_is_read_again(system):
    """E97: players, pairings and the standings made of them."""
    people = tuple(replace(entry, skips=frozenset({3} if entry.id == 4 else ())) for entry in players(11))
    field = rounds(system, people, 4)
    imported = read_opengotha(write_opengotha(system, field, FACTS).encode())

    assert imported.name == "Spring ] Cup 2026"
    assert [replace(entry, rating=0) for entry in imported.field.entries] == [
        replace(entry, rating=0) for entry in people
    ]
    assert {replace(one, board=0) for one in imported.field.pairings if not one.is_bye} == {
        replace(one, board=0) for one in field.pairings if not one.is_bye
    }
    assert standings_table(imported.system, imported.field) == standings_table(system, field)


@pytest.mark.parametrize("down", FloatersFrom)
@pytest.mark.parametrize("up", FloatersFrom)
def test_E138_opengotha_gets_the_settings_of_the_pairing(down, up):
    text = write_opengotha(replace(SWISS, drawn_down=down, drawn_up=up, club_weight=0), small(), FACTS)
    system = read_opengotha(text.encode()).system

    assert (system.drawn_down, system.drawn_up) == (down, up)
    assert 'paiMaSeedSystem1="SPLITANDSLIP" paiMaSeedSystem2="SPLITANDFOLD" paiSeAvoidSameGeo="0"' in text


def test_players_of_one_name_and_signs_of_xml_do_no_harm():
    """E97."""
    people = tuple(replace(entry, name='Ho <&"> \x00 Ho', club="a\nb") for entry in entries(30, 30))
    imported = read_opengotha(write_opengotha(SWISS, StageData(people, games("1+2")), FACTS).encode())

    assert [entry.name for entry in imported.field.entries] == ['Ho <&"> Ho', 'Ho <&"> Ho 2']
    assert imported.field.entries[0].club == "a b"


GOOD = write_opengotha(SWISS, StageData(entries(30, 30, 30, 30), games("1+2 3+4")), FACTS)
BILLION = '<!DOCTYPE x [<!ENTITY a "b"><!ENTITY c "&a;&a;&a;">]>'


@pytest.mark.parametrize(
    "data",
    [
        b"", b"<", b"no xml", b"<html/>", b"<Tournament/>", b"\x00" * 10, b"x" * 4_000_001,
        GOOD.replace("<Tournament ", f"{BILLION}<Tournament ").encode(),
        GOOD.replace("<Tournament ", f"{BILLION}<Tournament ").replace("UTF-8", "UTF-16").encode("utf-16"),
        GOOD.replace("<Tournament ", '<!DOCTYPE x SYSTEM "file:///etc/passwd"><Tournament ').encode(),
        GOOD.replace('roundNumber="1"', 'roundNumber="21"').encode(),
        GOOD.replace('roundNumber="1"', 'roundNumber="x"').encode(),
        GOOD.replace('handicap="0"', 'handicap="10"').encode(),
        GOOD.replace('blackPlayer="P0001"', 'blackPlayer="P0009"').encode(),
        GOOD.replace('blackPlayer="P0001"', 'blackPlayer="P0002"').encode(),
        GOOD.replace('blackPlayer="P0001"', 'blackPlayer="P0003"').encode(),
        GOOD.replace('name="P0001"', 'name="P0002"').encode(),
        GOOD.replace("RESULT_BLACKWINS", "RESULT_OTHER").encode(),
    ],
)  # fmt: skip
def test_a_file_that_is_no_tournament_is_refused(data):
    """E97: with one code, whatever is wrong, and no entity is ever made of it."""
    with pytest.raises(FileRefused) as refused:
        read_opengotha(data)

    assert refused.value.code == "file_refused"
    assert str(refused.value)


def test_byes_with_strange_rounds_or_of_somebody_who_plays_are_refused():
    """E97."""
    bye = GOOD.replace("</Games>", '</Games><ByePlayers><ByePlayer player="P0001" roundNumber="1"/></ByePlayers>')
    for data in (bye, bye.replace('P0001" roundNumber="1"/></Bye', 'P0001" roundNumber="99"/></Bye')):
        with pytest.raises(FileRefused):
            read_opengotha(data.encode())


@pytest.mark.parametrize(
    ("text", "rank"),
    [
        ("30K", 0),
        ("99K", 0),
        ("30k", 0),
        ("1d", 30),
        (" 1D ", 30),
        ("44D", 38),
        ("3p", 38),
        ("", 0),
        ("0K", 0),
        ("?", 0),
    ],
)
def test_E97_ranks_are_read_in_either_case_and_beyond_the_scale(text, rank):
    """OpenGotha writes 99K for players without a rank, and takes it as 30k."""
    imported = read_opengotha(GOOD.replace('rank="1D"', f'rank="{text}"').encode())

    assert {entry.rank for entry in imported.field.entries} == {rank}
    assert len(imported.field.pairings) == 2


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("genMMBar", "1d"), ("genMMBar", "?"), ("genMMFloor", ""), ("komi", "nan"), ("komi", "1e999"), ("komi", "6,5"),
        ("rating", "much"), ("numberOfRounds", "many"), ("hdNoHdRankThreshold", "30k"), ("hdCeiling", ""),
    ],
)  # fmt: skip
def test_E97_a_setting_that_cannot_be_read_refuses_no_pairings(name, value):
    data = re.sub(f' {name}="[^"]*"', "", GOOD).replace(
        "<GeneralParameterSet ", f'<GeneralParameterSet {name}="{value}" '
    )
    data = data.replace("<HandicapParameterSet ", f'<HandicapParameterSet {name}="{value}" ')

    assert len(read_opengotha(data.encode()).field.pairings) == 2


JAPANESE = GOOD.replace("P0001", "佐藤")


@pytest.mark.parametrize("encoding", ["Shift_JIS", "EUC-JP", "cp932", "UTF-7", "utf-8", "UTF-16", "gb18030"])
def test_E97_a_file_is_read_in_the_encoding_that_it_declares(encoding):
    data = JAPANESE.replace('encoding="UTF-8"', f'encoding="{encoding}"').encode(encoding.replace("cp932", "cp932"))

    assert read_opengotha(data).field.entries[0].name == "佐藤"


@pytest.mark.parametrize(
    "encoding", ["Shift_JIS", "UTF-7", "utf-32", "punycode", "hex", "idna", "x-nobody", "undefined"]
)
def test_E97_a_file_that_is_not_in_the_encoding_that_it_declares_is_refused(encoding):
    data = JAPANESE.replace('encoding="UTF-8"', f'encoding="{encoding}"').encode() + b"\xff"

    with pytest.raises(FileRefused):
        read_opengotha(data)


@pytest.mark.parametrize("encoding", ["punycode", "idna", "unicode-escape", "raw_unicode_escape", "rot13", "undefined"])
def test_E136_a_codec_that_is_not_a_charset_is_refused(encoding):
    with pytest.raises(EncodingRefused, match="not a charset"):
        read_opengotha(GOOD.replace('encoding="UTF-8"', f'encoding="{encoding}"').encode())


@pytest.mark.parametrize("declared", ["UTF-8", "ISO-8859-1", "windows-1252", "UTF-16"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_E136_a_file_is_read_whatever_its_encoding(declared, encoding):
    """Also if it declares another one: Windows' programs write UTF-8 and mean Latin-1, or the other way round."""
    text = GOOD.replace("P0001", "Väinö").replace('encoding="UTF-8"', f'encoding="{declared}"')
    result = read_opengotha(text.encode(encoding)).field.entries[0].name

    assert result == ("VÃ¤inÃ¶" if encoding == "utf-8" and declared not in ("UTF-8", "UTF-16") else "Väinö")


def test_E136_a_file_without_a_declaration_or_with_space_before_it_is_read():
    text = GOOD.replace("P0001", "Väinö")
    for data in (f"\n  {text}".encode(), text.partition("?>")[2].encode("cp1252")):
        assert read_opengotha(data).field.entries[0].name == "Väinö"


@pytest.mark.parametrize("komi", ["6,5", "6.5", "6,50", "۶٫۵"])
def test_E136_numbers_are_read_as_any_locale_writes_them(komi):
    data = re.sub(' komi="[^"]*"', f' komi="{komi}"', GOOD)
    data = re.sub(r'roundNumber="1"', 'roundNumber="1,0"', data)

    assert read_opengotha(data.encode()).system.komi == 13


def test_E136_names_in_turkish_capitals_are_found():
    data = GOOD.replace('name="P0001"', 'name="ilkin"').replace('"P0001"', '"İLKİN"')

    assert read_opengotha(data.encode()).field.entries[0].name.startswith("ilkin")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (' handicap="0"', ' handicap=""'), (' handicap="0"', ""), (' tableNumber="1"', ' tableNumber=""'),
        (' tableNumber="1"', ""), (' result="RESULT_UNKNOWN"', ' result=""'), (' result="RESULT_UNKNOWN"', ""),
        ("</Games>", '</Games><ByePlayers><ByePlayer player="" roundNumber=""/></ByePlayers>'),
    ],
)  # fmt: skip
def test_E136_what_is_left_empty_counts_as_not_given(old, new):
    data = GOOD.replace("RESULT_BLACKWINS", "RESULT_UNKNOWN")
    assert old in data

    first = read_opengotha(data.replace(old, new, 1).encode()).field.pairings[0]
    assert (first.handicap, first.board, first.result) == (0, 1, EventResult.UNDECIDED)


@pytest.mark.parametrize(("names", "games_have"), [("NFD", "NFC"), ("NFC", "NFD")])
def test_E136_names_are_found_however_their_accents_are_stored(names, games_have):
    data = GOOD.replace('name="P0001"', f'name="{unicodedata.normalize(names, "Väinö Ş")}"')
    data = data.replace('"P0001"', f'"{unicodedata.normalize(games_have, "VÄINÖŞ")}"')

    assert len(read_opengotha(data.encode()).field.pairings) == 2


@pytest.mark.parametrize("word", ["RESULT_BLACKWıNS", "result_blackwıns", "RESULT_BLACKWİNS", "result_blackwi̇ns"])
def test_E136_results_in_turkish_letters_are_read(word):
    found = read_opengotha(GOOD.replace("RESULT_BLACKWINS", word).encode()).field.pairings

    assert found[0].result is EventResult.BLACK_WINS


@pytest.mark.parametrize(
    ("declared", "codec", "name"),
    [
        ("Windows-31J", "cp932", "佐藤①"), ("x-windows-949", "cp949", "김똠"), ("x-windows-950", "cp950", "陳"),
        ("x-windows-874", "cp874", "สม"), ("x-MacRoman", "mac_roman", "Väinö"), ("x-MacTurkish", "mac_turkish", "Şen"),
        ("windows-1254", "cp1254", "Şen"), ("Cp1252", "cp1252", "Väinö"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("comment", ["", "<!-- made by hand --> <!-- twice -->\n"])
def test_E136_a_file_is_read_in_the_encoding_that_java_names(declared, codec, name, comment):
    text = comment + GOOD.replace("P0001", name).replace('encoding="UTF-8"', f'encoding="{declared}"')

    assert read_opengotha(text.encode(codec)).field.entries[0].name == name


@pytest.mark.parametrize("rank", ["۵k", "٥K", "５k"])
def test_E136_ranks_in_other_digits_are_read(rank):
    assert read_opengotha(GOOD.replace('rank="1D"', f'rank="{rank}"').encode()).field.entries[0].rank == 25


@pytest.mark.parametrize(
    ("old", "new", "where", "numbers"),
    [
        ('handicap="0"', 'handicap="x"', '<Game> 1: handicap="x"', {}),
        ('roundNumber="1"', 'roundNumber=""', '<Game> 1: roundNumber=""', {}),
        ('roundNumber="1"', 'roundNumber="1e999"', '<Game> 1: roundNumber="1e999"', {}),
        ("RESULT_BLACKWINS", "RESULT_OTHER", '<Game> 1: result="RESULT_OTHER"', {}),
        ('whitePlayer="P0002"', 'whitePlayer="NOBODY"', '<Game> 1: whitePlayer="NOBODY"', {}),
        ('name="P0001"', 'name="P0002"', "<Player> 2: P0002", {}),
        ('name="P0002"', 'name=""', '<Player> 2: name=""', {}),
        ('handicap="0"', 'handicap="10"', "", {"round": 1, "table": 1}),
        ("</Games>", "</Game>", "", {"line": 14, "column": 2}),
    ],
)
def test_E136_a_refusal_says_where_and_what(old, new, where, numbers):
    assert old in GOOD
    with pytest.raises(FileRefused) as refused:
        read_opengotha(("<!-- made by\nhand -->\n" + GOOD.replace(old, new, 1)).encode())

    assert (refused.value.where, refused.value.numbers) == (where, numbers)


def test_E136_what_pairgoth_writes_as_xml_is_read():
    """An empty element for no byes, two o in "lose", names with spaces in keys."""
    data = GOOD.replace("</Games>", "</Games><ByePlayer> </ByePlayer>").replace("RESULT_BLACKWINS", "RESULT_BOTHLOOSE")
    data = data.replace('name="P0001"', 'name="van der P"').replace('"P0001"', '"VAN DER P"')

    assert len(read_opengotha(data.encode()).field.pairings) == 2


PAIRGOTH = {
    "type": "INDIVIDUAL", "name": "Ellie Cup", "rounds": 5, "komi": 7.5,
    "pairing": {
        "type": "MAC_MAHON", "placement": ["MMS", "SOSM", "SOSOSM"], "mmFloor": -20, "mmBar": 2,
        "handicap": {"useMMS": True, "threshold": 0, "correction": 1, "ceiling": 9},
    },
    "players": [
        {"id": 2, "name": "Chapuis", "firstname": "Nico", "rating": 1545, "rank": -5, "country": "fr", "club": "13Ma"},
        {"id": 4, "name": "Clerc", "firstname": "Annabel", "rating": 731, "rank": -14, "country": "fr", "skip": [1, 4]},
        {"id": 6, "name": "Burzo", "firstname": "Corn", "rating": 2601, "rank": 5, "country": "ro", "mmsCorrection": 1},
    ],
    "games": [
        [{"id": 1, "t": 3, "w": 6, "b": 2, "h": 2, "r": "w"}],
        [{"id": 2, "t": 1, "w": 4, "b": 6, "h": 0, "r": "="}, {"id": 3, "t": 0, "w": 2, "b": 0, "h": 0, "r": "?"}],
    ],
}  # fmt: skip


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_E136_a_file_of_pairgoth_is_read(encoding):
    found = read_tournament_file(json.dumps(PAIRGOTH, indent=1, ensure_ascii=False).encode(encoding))

    assert (found.name, found.system.kind, found.system.rounds, found.system.komi) == (
        "Ellie Cup",
        SystemKind.MCMAHON,
        5,
        15,
    )
    assert (found.system.bar, found.system.floor, found.system.handicaps) == (32, 10, HandicapRules())
    assert found.system.tiebreaks == (Criterion.SOS, Criterion.SOSOS)
    first, second, third = found.field.entries
    assert (first.name, first.rank, first.country, first.club) == ("Chapuis Nico", 25, "FR", "13Ma")
    assert (second.skips, third.rank, third.correction) == (frozenset({1, 4}), 35, 1)
    assert found.field.pairings == (
        PairingValue(1, 1, 3, 3, EventResult.WHITE_WINS, 2, komi=1),
        PairingValue(2, 3, 2, 1, EventResult.DRAW, 0, komi=15),
        PairingValue(2, 1, None),
    )


@pytest.mark.parametrize(
    ("komi", "halves"), [('"6,5"', 13), ('"6.5"', 13), ('"۶٫۵"', 13), ("null", 13), ('""', 13), ("0", 0), ("-7.5", -15)]
)
def test_E136_a_file_of_pairgoth_is_read_whatever_it_leaves_empty(komi, halves):
    text = json.dumps(PAIRGOTH).replace('"komi": 7.5', f'"komi": {komi}').replace('"Ellie Cup"', "null")
    found = read_pairgoth(text.replace('"r": "w"', '"r": null').replace('"h": 2', '"h": "۲"').encode())

    assert (found.name, found.system.komi) == ("", halves)
    assert (found.field.pairings[0].result, found.field.pairings[0].handicap) == (EventResult.UNDECIDED, 2)


def test_E136_a_refusal_of_a_file_of_pairgoth_says_where():
    with pytest.raises(FileRefused) as refused:
        read_pairgoth(json.dumps(PAIRGOTH).replace('"r": "w"', '"r": "z"').encode())

    assert refused.value.where == '{"id": 1, "t": 3, "w": 6, "b": 2, "h": 2, "r": "z"}'
    assert refused.value.numbers == {"round": 1}


@pytest.mark.parametrize("name", ['"name": ""', '"name": null', '"nick": "C"'])
def test_E136_a_player_without_a_name_in_a_file_of_pairgoth_is_refused_as_in_one_of_opengotha(name):
    text = json.dumps(PAIRGOTH).replace('"firstname": "Annabel"', '"firstname": " "').replace('"name": "Clerc"', name)
    with pytest.raises(FileRefused) as refused:
        read_pairgoth(text.encode())

    assert refused.value.where.startswith('{"id": 4, ' + name)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"id": 4', '"id": 2'),
        ('"r": "w"', '"r": "z"'), ('"w": 6', '"w": 7'), ('"h": 2', '"h": 12'), ('"w": 4', '"w": 6'),
        ('"players"', '"people"'), ('"komi": 7.5', '"komi": 1e999'), ('"komi": 7.5', '"komi": "much"'), ("]]", "]"),
        ('"b": 2', '"b": null'), ('"skip": [1, 4]', '"skip": 7'), ("{", "[" * 9999),
    ],
)  # fmt: skip
def test_E136_a_file_of_pairgoth_that_is_not_valid_is_refused(old, new):
    text = json.dumps(PAIRGOTH)
    assert old in text
    with pytest.raises(FileRefused):
        read_pairgoth(text.replace(old, new, 1).encode())


@given(st.data())
@settings(max_examples=300, deadline=None)
def test_E97_whatever_a_file_says_it_is_read_or_refused(data):
    """Bytes are exchanged, encodings declared, attributes given other values."""
    encoding = data.draw(st.sampled_from(["UTF-8", "Shift_JIS", "UTF-7", "UTF-16", "hz", "cp037", "mbcs", "koi8-r"]))
    values = st.sampled_from(["", "-1", "9" * 400, "1e999", "٣", "99K", "true", "\ud7ff", "RESULT_EQUAL"])
    words = sorted(set(re.findall(r'"([^"]*)"', GOOD)))
    text = GOOD.replace(f'"{data.draw(st.sampled_from(words))}"', f'"{data.draw(values)}"')
    text = text.replace('encoding="UTF-8"', f'encoding="{encoding}"')
    raw = bytearray(text.encode())
    for at, byte in data.draw(st.lists(st.tuples(st.integers(0, len(raw) - 1), st.integers(0, 255)), max_size=3)):
        raw[at] = byte

    with contextlib.suppress(FileRefused):
        assert read_opengotha(bytes(raw)).field.entries
