"""Bytes of records: every charset in use, and no move is lost (C36, R16)."""

from __future__ import annotations

import codecs
import time
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.sgf_text import MOST_GAMES, ImportRemark, decode_sgf
from rules import sgf
from tests.support.skips import NO_CASES

CASES = Path(__file__).resolve().parents[3] / "shared" / "cases" / "sgf"
HEAD, MOVES = "(;GM[1]FF[4]SZ[9]", ";B[ee];W[gc];B[cg])"


def tokens(text: str) -> int:
    """How many moves the first main line has, found one character after the other and by nothing of `rules`."""
    found, name, at, value_before = 0, "", text.find("("), False
    levels: list[list[bool]] = []  # is it on the main line; has a variation been there already
    while at < len(text):
        sign, at = text[at], at + 1
        if sign == "[":
            while text[at] != "]":
                at += 2 if text[at] == "\\" else 1
            at, value_before = at + 1, True
            found += name in ("B", "W") and levels[-1][0]
        elif sign == "(":
            on_main = not levels or (levels[-1][0] and not levels[-1][1])
            if levels:
                levels[-1][1] = True
            levels.append([on_main, False])
            name = ""
        elif sign == ")":
            levels.pop()
            name = ""
            if not levels:
                break
        elif sign.isalpha():
            name, value_before = ("" if value_before else name) + (sign if sign.isupper() else ""), False
        elif sign == ";":
            name = ""
    return found


def moves(text: str) -> int:
    return len(sgf.read_game(sgf.parse(text)[0]).moves)


def read(data: bytes) -> int:
    return moves(decode_sgf(data).text)


WORDS = {
    "cp932": ["十段戦予", "余正麒", "表示 ソフト", "能登 予選", "ソ", "ｱｲ", "九段ー\\]", "貼る", "申眞ソ"],
    "gb18030": ["白勝乗", "柯洁", "聂卫平 九段", "黑棋好手,白棋苦战", "圭乗", "燶", "俓", "㐀𠀀"],
    "big5": ["本因坊", "許功蓋", "黑嘉嘉 七段", "餐", "功", "稞"],
    "cp949": ["이창호", "조훈현 9단", "흑이 좋은 수", "똠방각하"],
    "euc_jp": ["井山裕太", "本因坊戦", "黒の好手"],
    "cp1252": ["Pääkkönen", "café", "Grüß", "é"],
    "cp1250": ["Čeněk", "Łukasz", "ý"],
    "cp1251": ["Иван", "я"],
    "cp1253": ["καλή"],
    "cp1255": ["מהלך"],
    "cp1256": ["بازی".replace("ی", "ي")],
    "cp874": ["หมากล้อม"],
    "koi8_r": ["Иван"],
    "iso8859_2": ["Čeněk"],
    "utf-8": ["余正麒", "café", "🩷"],
}
NAMED = [(charset, word) for charset, words in WORDS.items() for word in words]
PLACES = ["PB[{}]", "EV[{}]PW[{}]KM[5.5]", "C[{} (3d\\] {}]", "PB[{}]PW[x]RE[{}]RU[{}]"]


@pytest.mark.parametrize(("charset", "word"), NAMED)
def test_no_move_is_lost_whether_the_file_says_its_charset_or_not(charset, word):
    for place in PLACES:
        body = f"{HEAD}{place.format(word, word, word)}{MOVES}"
        for found in ("", f"CA[{charset}]", "CA[UTF-8]", "CA[GBK]", "CA[Shift_JIS]", "CA[ISO-8859-1]", "CA[nonsense]"):
            text = body.replace("SZ", f"{found}SZ", 1)
            assert read(text.encode(charset)) == tokens(text) == 3, text


@pytest.mark.parametrize(("charset", "word"), NAMED)
def test_what_the_file_says_is_believed_where_it_can_be_so(charset, word):
    text = f"{HEAD}CA[{charset}]PB[{word}]{MOVES}"

    assert decode_sgf(text.encode(charset)).text == text
    assert decode_sgf(text.encode(charset)).remarks == ()


@pytest.mark.parametrize(
    ("charset", "label"),
    [("gb18030", "gb2312"), ("gb18030", "GBK"), ("cp932", "shift-jis"), ("cp932", "Windows-31J"), ("big5", "Big-5"),
     ("euc_kr", "KS_C_5601-1987"), ("cp874", "windows-874"), ("iso8859_8", "ISO-8859-8-I"), ("utf-8", "utf8")],
)  # fmt: skip
def test_the_names_of_charsets_in_files_are_known(charset, label):
    word = {"gb18030": "柯洁", "cp932": "表", "big5": "功", "euc_kr": "단", "cp874": "หมาก", "iso8859_8": "מ"}.get(
        charset, "é"
    )
    text = f"{HEAD}CA[{label}]PB[{word}]{MOVES}"

    assert (decode_sgf(text.encode(charset)).text, decode_sgf(text.encode(charset)).remarks) == (text, ())


@pytest.mark.parametrize(
    "charset", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "iso2022_jp", "iso2022_kr"]
)
def test_files_that_show_their_charset_by_how_they_begin(charset):
    word = "이창호" if charset == "iso2022_kr" else "余正麒 表"
    text = f"{HEAD}PB[{word}]{MOVES}"

    assert decode_sgf(text.encode(charset)).text.lstrip("\ufeff") == text


@pytest.mark.parametrize(
    ("word", "charset"),
    [
        *[(word, "cp1252") for word in (
            "José María", "Åke", "Hyvä Peli", "Noël", "Øystein", "Gérald Tàrrega", "Ñuñez", "Tõnu", "Großmann",
        )],
        ("Čeněk Novák", "cp1250"), ("Łukasz", "cp1250"), ("Žemaitė", "cp1257"), ("Иван", "cp1251"),
        ("余正麒", "cp932"), ("林海峰", "big5"), ("柯洁", "gb18030"), ("이창호", "cp949"),
    ],
)  # fmt: skip
def test_a_short_name_without_a_charset_is_read_in_a_plausible_one(word, charset):
    text = f"{HEAD}PB[{word}]PW[Bob]{MOVES}"

    assert decode_sgf(text.encode(charset)).text == text


def test_many_accented_letters_are_read_by_their_language():
    text = f"{HEAD}C[{'Gyõri szûk játék, a fekete gyõz. Erõs lépés, jó védõ húzás. '}]{MOVES}"

    assert "Győri szűk" in decode_sgf(text.encode("cp1252")).text


CZECH, CHINESE = f"{HEAD}CA[windows-1250]PB[Čeněk]{MOVES}", f"{HEAD}CA[GB18030]PB[聂卫平]{MOVES}"


def test_each_game_of_a_file_has_its_own_charset():
    games = [(f"{HEAD}CA[UTF-8]PB[é中]{MOVES}", "utf-8"), (CHINESE, "gb18030"), (f"{HEAD}PB[Åke]{MOVES}", "cp1252")]

    found = decode_sgf(b"\n".join(text.encode(charset) for text, charset in games))

    assert [root.text("PB") for root in sgf.parse(found.text)] == ["é中", "聂卫平", "Åke"]
    assert [root.text("CA") for root in sgf.parse(found.text)] == ["UTF-8", "UTF-8", ""]
    assert ([remark.code for remark in found.remarks], found.codec) == (["charset_guessed"], "utf-8")


def test_the_variations_of_a_game_have_its_charset():
    lines = "(;W[bb]C[失敗 (;see 許功蓋) (;B[aa])])" * MOST_GAMES
    one = f"{HEAD}CA[Big5]PB[黑方];B[aa]C[正解]{lines})"
    other = f"{HEAD}CA[Shift_JIS]PB[黒番]{MOVES}"

    found = decode_sgf(one.encode("big5") + other.encode("cp932"))

    assert found.text == (one + other).replace("Big5", "UTF-8").replace("Shift_JIS", "UTF-8")
    assert found.remarks == ()


@pytest.mark.parametrize("node", ["XCA[9]", "C[see FF[4\\]]", ";B[aa]GM[1]"])
def test_a_variation_begins_no_game(node):
    one = f"{HEAD}CA[Big5]PB[黑方];B[aa](;W[ba])(;W[bb]{node}N[中]))"
    other = f"{HEAD}CA[Shift_JIS]PB[黒番]{MOVES}"

    found = decode_sgf(one.encode("big5") + other.encode("cp932"))

    assert found.text == (one + other).replace("Big5", "UTF-8").replace("Shift_JIS", "UTF-8")


@pytest.mark.parametrize("games", [MOST_GAMES, MOST_GAMES + 1])
def test_charsets_of_their_own_have_a_limited_number_of_games(games):
    data = CZECH.encode("cp1250") + CHINESE.encode("gb18030") * (games - 1)

    assert ("聂卫平" in decode_sgf(data).text) == (games <= MOST_GAMES)


@pytest.mark.parametrize("charset", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("start", ["", "\r\n", "(\n;"])
def test_files_in_utf_16_begin_in_many_ways(charset, start):
    text = start + f"{HEAD}PB[余正麒 表]{MOVES}".removeprefix("(;" if start.startswith("(") else "")

    assert decode_sgf(text.encode(charset)).text.lstrip("\ufeff") == text


@pytest.mark.parametrize("mark", [codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE])
def test_files_in_utf_32_show_their_charset_by_their_mark(mark):
    text = f"{HEAD}PB[余正麒 表]{MOVES}"

    assert decode_sgf(mark + text.encode(f"utf-32-{'le' if mark == codecs.BOM_UTF32_LE else 'be'}")).text == text


@pytest.mark.parametrize(
    "label", ["hex", "rot13", "zip", "undefined", "idna", "unicode_escape", "unicode-escape", "nonsense", "utf-7", "ü"]
)
def test_a_charset_that_is_none_is_not_believed(label):
    text = f"{HEAD}CA[{label}]C[päätös\\] x]{MOVES}"

    found = decode_sgf(text.encode())

    assert found.text == text
    assert [remark.code for remark in found.remarks] == ["charset_wrong"]


def test_what_was_ignored_guessed_and_replaced_is_shown():
    text = f"{HEAD}CA[UTF-8]PB[余正麒]C[白番六段の手。これで白は苦しい。]{MOVES}"
    cut = f"{HEAD}CA[GBK]C[黑棋好手,白棋苦战]PB[柯洁]{MOVES}".encode("gbk").replace("洁".encode("gbk"), b"\xff")

    assert decode_sgf(text.encode("cp932")).remarks == (
        ImportRemark("charset_wrong", "UTF-8"), ImportRemark("charset_guessed", "Shift_JIS"),
    )  # fmt: skip
    assert decode_sgf(cut).remarks == (ImportRemark("characters", "1"),)
    assert (decode_sgf(cut).text.count("\ufffd"), read(cut)) == (1, 3)
    assert decode_sgf(f"{HEAD}PB[\ufffd]{MOVES}".encode()).remarks == ()


def test_a_name_that_is_cut_off_inside_a_character_takes_no_move_with_it():
    for word, charset in (("余正麒", "utf-8"), ("柯洁", "gbk"), ("王立誠", "big5"), ("表示", "cp932")):
        for end in range(1, len(word.encode(charset))):
            data = HEAD.encode() + b"PB[" + word.encode(charset)[:end] + b"]C[" + word.encode(charset) + b"]"
            assert read(data + MOVES.encode()) == 3


@pytest.mark.skipif(not CASES.exists(), reason=NO_CASES)
def test_real_files_have_as_many_moves_as_their_tokens():
    counted = 0
    for path in sorted(CASES.iterdir()):
        text = decode_sgf(path.read_bytes()).text
        with suppress(sgf.SgfError):
            assert moves(text) == tokens(text), path.name
            counted += 1
    assert counted > 100


LETTERS = {
    charset: st.sampled_from([*"".join(words), *"ab 9(;:"]) for charset, words in WORDS.items() if charset != "utf-8"
}


@st.composite
def records(draw):
    """A record with names and comments in one charset, as writers write it."""
    charset = draw(st.sampled_from(sorted(LETTERS)))
    result = st.text(LETTERS[charset], max_size=12).map(lambda text: text.replace("\\", "").replace("]", "\\]"))
    head = "".join(
        f"{name}[{draw(result)}]" for name in draw(st.lists(st.sampled_from(["PB", "PW", "EV", "C"]), max_size=3))
    )
    body = "".join(
        f";{'BW'[n % 2]}[a{chr(97 + n)}]{f'C[{draw(result)}]' if draw(st.booleans()) else ''}" for n in range(9)
    )
    return charset, f"{HEAD}{head}{body})"


@settings(deadline=None)
@given(records())
def test_any_record_in_any_charset_keeps_its_moves(record):
    charset, text = record

    assert read(text.encode(charset)) == tokens(text) == 9


def read_or_refused(text: str) -> int | sgf.SgfError:
    try:
        return moves(text)
    except sgf.SgfError as error:
        return error


NOISE = st.binary(max_size=40) | st.lists(
    st.sampled_from(
        [b"]", b"[", b"\\", b";", b"(", b")", b"B[", b"W[aa]", b"C[", b"\x83", b"\xe9", b"\x81", b" ", b"x"]
    ),
    max_size=12,
).map(b"".join)


@settings(deadline=None)
@given(NOISE, st.integers(2, len(HEAD + MOVES)))
def test_any_bytes_in_a_record_are_read_with_all_moves_or_refused_with_their_line(noise, at):
    data = (HEAD + MOVES).encode()
    text = decode_sgf(data[:at] + noise + data[at:]).text

    found = read_or_refused(text)

    if isinstance(found, sgf.SgfError):
        assert found.line or found.code in ("sgf_no_game", "sgf_too_large")
    else:
        assert found == tokens(text)


@pytest.mark.parametrize("charset", ["gb18030", "cp932", "cp1252", "utf-8"])
def test_a_megabyte_without_a_charset_is_read_quickly(charset):
    comment = {"gb18030": "黑棋好手", "cp932": "黒の好手"}.get(charset, "très bien joué")
    data = f"{HEAD}C[{comment * 60_000}]{MOVES}".encode(charset)
    began = time.process_time()

    decode_sgf(data)

    assert time.process_time() - began < 2
