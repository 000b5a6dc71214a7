"""Decode the bytes of an SGF file, after detecting its charset (C36, R16).

A wrong charset loses moves: in Shift_JIS, Big5 and GBK the second byte of a character can be the byte of a backslash or
of `]`, and `é]` in Latin-1 is one character in GBK. So the charset that finds the most values is chosen. Ties are
decided by the charset that the file declares (CA), then by the language (chardet).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from foundation.decoding import bom_encoding, superset_codec, utf16_without_bom

DOUBLE_BYTE = {"cp932": "CP932", "gb18030": "GB18030", "cp950": "Big5", "cp949": "CP949", "euc_jp": "EUC-JP"}
SINGLE_BYTE = {
    **{f"cp{number}": f"Windows-{number}" for number in (1252, 1251, 1250, 1253, 1254, 1255, 1256, 1257)},
    "cp874": "CP874",
    "koi8-r": "KOI8-R",
}
"""Charsets to try if a file declares none or a wrong one: Python's name and chardet's."""
_CHARSET = re.compile(rb"CA\s*\[\s*([^\]\s]{1,40})\s*\]")
_PIECES = re.compile(rb"(?<=\))(?=\s*+\(\s*+;)")
"""Between two games or two variations: no charset has these bytes within a character."""
_OF_ROOT = re.compile(rb"\s*+\(\s*+;[^;]*?(?<=[;\]])\s*+(?:CA|FF|GM|SZ)\s*\[")
"""The beginning of a game: its first node has a property that only first nodes have."""
MOST_GAMES = 200
"""The number of games up to which each game of a file can have a charset of its own."""
_WESTERN = re.compile(r"(?:(?<=[A-Za-z])|(?=.[A-Za-z]))(?<![^\0-\x7f])[À-ËÍ-ÏÑÓ-ÖØÚ-Üß-ëí-ïñó-öøúûü](?![^\0-\x7f])")
"""A letter of western Europe between ASCII letters. Not among them are letters that are rarer there than the letters in
their places in other charsets, such as ě, ň and ů in Windows-1250, and ş in Windows-1254."""
_FEW = 8
"""The number of letters from which the language can be detected."""
_CHARSET_IN_TEXT = re.compile(r"CA\s*\[[^\]]*\]")
_FIRST = 4096
"""The number of bytes that are searched for the declared charset."""
_NAMES = {"cp932": "Shift_JIS", "cp950": "Big5", "cp949": "EUC-KR", "cp874": "Windows-874"}
_SEVEN_BITS = ("hz", "iso2022")
_START = re.compile(r"\(\s*+;")
_VALUE = re.compile(r"\[[^\]\\]*+(?:\\.[^\]\\]*+)*+\]", re.DOTALL)
_END = "\0]"
_JUNK = re.compile(r"[^\s();A-Za-z0-9_]+")
_ASCII = bytes(range(0x20, 0x7E))
_REPLACED = "\ufffd"
_MOST_REPLACED = 0.2
"""The share of characters that a file's charset may fail to decode, because names in files may be cut off within a
character."""


@dataclass(frozen=True, slots=True)
class ImportRemark:
    """A note for the user about a part of a file that was ignored or guessed. It has a code, and the value in the file
    or a number."""

    code: str
    value: str = ""


@dataclass(frozen=True, slots=True)
class SgfText:
    """The text of a file, with remarks about it, and Python's name of the charset in which it was read."""

    text: str
    remarks: tuple[ImportRemark, ...] = ()
    codec: str = "utf-8"


def decode_sgf(data: bytes) -> SgfText:
    """Return the text of an SGF file. Undecodable bytes become U+FFFD, and a remark has their number. Another
    remark names a charset that was guessed or that the file declares wrongly. If the games have different charsets, the
    text declares UTF-8 for all."""
    games = _split_games(data) if len(set(_CHARSET.findall(data))) > 1 else []
    if not 1 < len(games) <= MOST_GAMES:
        return _read_game_text(data)
    read = list(map(_read_game_text, games))
    text = "".join(_CHARSET_IN_TEXT.sub("CA[UTF-8]", game.text, count=1) for game in read)
    return SgfText(text, tuple(dict.fromkeys(remark for game in read for remark in game.remarks)))


def _split_games(data: bytes) -> list[bytes]:
    """Return the games of a file, each with its variations."""
    games: list[list[bytes]] = []
    for piece in _PIECES.split(data):
        if not games or _OF_ROOT.match(piece):
            games.append([])
        games[-1].append(piece)
    return [b"".join(game) for game in games]


def _read_game_text(data: bytes) -> SgfText:
    named = _CHARSET.search(data[:_FIRST])
    label = named[1].decode("ascii", "replace") if named else ""
    codec = _python_codec(label)
    marked = bom_encoding(data) or utf16_without_bom(data) or _charset_of_ascii(data, codec)
    used = marked or ("utf-8" if data.isascii() or _is_utf8(data, codec) else _best_charset(data, codec))
    text = data.decode(used, "replace")
    remarks = [] if data.isascii() or marked else list(_charset_remarks(label, codec, used))
    if replaced := text.count(_REPLACED) - data.count(_REPLACED.encode()):
        remarks.append(ImportRemark("characters", str(replaced)))
    return SgfText(text, tuple(remarks), used)


def _charset_remarks(label: str, codec: str, used: str) -> Iterable[ImportRemark]:
    if label and codec != used:
        yield ImportRemark("charset_wrong", label)
    if codec != used and used != "utf-8":
        yield ImportRemark("charset_guessed", _charset_name(used))


def _charset_name(codec: str) -> str:
    """Return the usual name of a charset."""
    return _NAMES.get(codec) or codec.upper().replace("CP125", "Windows-125").replace("_", "-")


def _charset_of_ascii(data: bytes, codec: str) -> str:
    """Return the charset of a file that consists of ASCII bytes only, or "" for other files."""
    if not data.isascii():
        return ""
    if codec.startswith(_SEVEN_BITS):
        return codec
    if b"\x1b$)C" in data:
        return "iso2022_kr"
    return "iso2022_jp_2" if b"\x1b$" in data else ""


def _python_codec(label: str) -> str:
    """Return Python's codec name for a charset, or "" if Python does not know it or it is not a superset of ASCII."""
    try:
        codec = superset_codec(label)
        return codec if _ASCII.decode(codec) == _ASCII.decode("ascii") else ""
    except (LookupError, ValueError):
        return ""


def _is_utf8(data: bytes, codec: str) -> bool:
    """Return whether these bytes are UTF-8, no matter which charset the file declares. Two bytes that form a character
    in UTF-8 can also form one in an East Asian charset. So if the file declares such a charset, the bytes count as
    UTF-8 only if they contain a three-byte character or three two-byte characters."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    if codec not in (*DOUBLE_BYTE, "big5hkscs"):
        return True
    return max(text) > "\u07ff" or len(data) - len(text) > 2


def _best_charset(data: bytes, codec: str) -> str:
    """Return the charset in which the data has the most SGF property values and the least stray text between them. If
    several are equally good, return the first of these: the declared charset if few characters are broken, UTF-8 if few
    characters are broken, Windows-1252 if the text has only single accented letters, the charset of the detected
    language."""
    choices = [name for name in (codec, "utf-8", "cp1252", *DOUBLE_BYTE) if name]
    texts = {name: data.decode(name, "replace") for name in choices}
    ranks = {name: _charset_misfit(text) for name, text in texts.items()}
    ranks |= dict.fromkeys(SINGLE_BYTE, ranks["cp1252"])
    fitting = [name for name, rank in ranks.items() if rank == min(ranks.values())]
    for name in (codec, "utf-8"):
        if name in fitting and _undecoded_share(texts[name]) <= _MOST_REPLACED:
            return name
    return "cp1252" if "cp1252" in fitting and _is_western(texts["cp1252"]) else _charset_of_language(data, fitting)


def _charset_misfit(text: str) -> tuple[int, int]:
    """Return how badly a charset fits this decoded text, as a tuple of which smaller is better: the number of pieces of
    text outside property values that are not SGF, then the negative number of property values."""
    start = _START.search(text)
    # The end closes a value that nothing else does: looked for at every bracket, it would take quadratic time.
    outside, values = _VALUE.subn("", text[start.start() if start else 0 :] + _END)
    closed = outside.endswith(_END)
    return len(_JUNK.findall(outside.removesuffix(_END))) + (not closed), -values


def _is_western(text: str) -> bool:
    """Return whether the only non-ASCII characters are a few single letters within words, as in western names. SGF's
    default charset has these letters, and the language cannot be detected from them."""
    beyond = len(text) - len(text.encode("ascii", "ignore"))
    return beyond < _FEW and len(_WESTERN.findall(text)) == beyond


def _undecoded_share(text: str) -> float:
    """Return the share of the non-ASCII characters that the charset could not decode."""
    beyond = len(text) - len(text.encode("ascii", "ignore"))
    return text.count(_REPLACED) / beyond if beyond else 0.0


def _charset_of_language(data: bytes, choices: Iterable[str]) -> str:
    """Return the one of these charsets that fits the language of the text, or the first that chardet knows if it
    detects no language. Return Windows-1252 if chardet knows none of them."""
    from chardet import detect  # takes a while, and most files say their charset

    names = {name: codec for codec, name in (DOUBLE_BYTE | SINGLE_BYTE).items() if codec in choices}
    if not names:
        return "cp1252"
    first = next(iter(names))
    found = detect(data, include_encodings=names, no_match_encoding=first)["encoding"] or first
    return names.get(found, names[first])
