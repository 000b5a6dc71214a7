"""Decode files that other programs write, whatever their encoding (E134, E136)."""

from __future__ import annotations

import codecs
import re

BYTE_ORDER_MARKS = {
    codecs.BOM_UTF8: "utf-8-sig",
    codecs.BOM_UTF32_LE: "utf-32",
    codecs.BOM_UTF32_BE: "utf-32",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}
"""The byte order marks of files with their encodings. The mark of UTF-32 begins like the mark of UTF-16."""
_CHARSETS = re.compile(
    r"ascii|utf-(?:7|8|8-sig|16|16-[bl]e|32|32-[bl]e)|iso8859-\d{1,2}|cp\d{3,4}|koi8-[rtu]|mac-\w+|hp-roman8|palmos|"
    r"ptcp154|kz1048|tis-620|big5\w*|gb\d+|gbk|hz|johab|euc_\w+|iso2022_\w+|shift_jis\w*"
)
"""The names of Python's codecs that are charsets. Some others, such as Punycode, take quadratic time."""
_SUPERSETS = {
    "utf8": "utf-8", "gb2312": "gb18030", "gb_2312-80": "gb18030", "gbk": "gb18030", "x-gbk": "gb18030",
    "cp936": "gb18030", "euc-cn": "gb18030", "shift_jis": "cp932", "shift-jis": "cp932", "sjis": "cp932",
    "x-sjis": "cp932", "windows-31j": "cp932", "ms_kanji": "cp932", "big5": "big5hkscs", "big-5": "big5hkscs",
    "cp950": "big5hkscs", "euc-kr": "cp949", "ks_c_5601-1987": "cp949", "ksc5601": "cp949", "uhc": "cp949",
    "euc-jp": "euc_jp", "x-euc-jp": "euc_jp", "iso-8859-1": "cp1252", "latin1": "cp1252", "latin-1": "cp1252",
    "us-ascii": "cp1252", "ascii": "cp1252", "windows-874": "cp874", "tis-620": "cp874", "iso-8859-8-i": "iso8859_8",
    "iso-2022-jp-ms": "iso2022_jp_ext", "cp50220": "iso2022_jp_ext", "cp50221": "iso2022_jp_ext",
}  # fmt: skip
"""Python codecs by declared names; each is the superset that the Encoding Standard (WHATWG) uses for pages."""
OLD = "cp1252"
"""The encoding of files that are not in Unicode: Latin-1 with the additions of Windows."""


def to_utf8_with_bom(data: bytes, encoding: str) -> bytes:
    """Return the content of a text file as UTF-8 with a byte order mark, ignoring any encoding that the file declares.
    For "" as the encoding, the content is returned unchanged. Invalid bytes are replaced."""
    return data if not encoding else codecs.BOM_UTF8 + data.decode(encoding, "replace").encode()


def charset_codec(name: str) -> str:
    """Return the name of Python's codec for a charset that a file declares. Raises LookupError or ValueError if there
    is none, also for codecs that are not charsets."""
    codec = codecs.lookup(name).name
    if not _CHARSETS.fullmatch(codec):
        raise LookupError(f"not a charset: {name}")
    return codec


def superset_codec(name: str) -> str:
    """Return the name of Python's codec for a declared charset, or for the superset of it that programs write under its
    name. Raises LookupError or ValueError if there is none."""
    codec = charset_codec(_SUPERSETS.get(name.lower(), name))
    return _SUPERSETS.get(codec, codec)


def bom_encoding(data: bytes) -> str | None:
    """Return the encoding that a file's byte order mark stands for, or None for a file without a mark."""
    return next((name for mark, name in BYTE_ORDER_MARKS.items() if data.startswith(mark)), None)


def decode_text(data: bytes) -> str:
    """Return the content of a text file. The encoding is that of its byte order mark, or else UTF-16 without a mark,
    UTF-8, or Windows-1252. Raises ValueError for a file that is not text."""
    marked = bom_encoding(data) or utf16_without_bom(data)
    if marked is not None:
        text = data.decode(marked)
    else:
        try:
            text = data.decode("utf-8")
        except UnicodeDecodeError:
            text = data.decode(OLD, "replace")
    if "\0" in text:
        raise ValueError("not a text file")
    return text


def utf16_without_bom(data: bytes) -> str | None:
    """Return "utf-16-le" or "utf-16-be" if the content looks like UTF-16 without a byte order mark, otherwise None. It
    does if every other byte of the first four characters is 0."""
    start = data[:8]
    if len(start) == 8 and start[1::2] == bytes(4) and 0 not in start[::2]:
        return "utf-16-le"
    return "utf-16-be" if len(start) == 8 and start[::2] == bytes(4) and 0 not in start[1::2] else None
