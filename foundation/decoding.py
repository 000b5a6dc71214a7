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
CHARSETS = re.compile(
    r"ascii|utf-(?:7|8|8-sig|16|16-[bl]e|32|32-[bl]e)|iso8859-\d{1,2}|cp\d{3,4}|koi8-[rtu]|mac-\w+|hp-roman8|palmos|"
    r"ptcp154|kz1048|tis-620|big5\w*|gb\d+|gbk|hz|johab|euc_\w+|iso2022_\w+|shift_jis\w*"
)
"""The names of Python's codecs that are charsets. Some others, such as Punycode, take quadratic time."""
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
    if not CHARSETS.fullmatch(codec):
        raise LookupError(f"not a charset: {name}")
    return codec


def bom_encoding(data: bytes) -> str | None:
    """Return the encoding that a file's byte order mark stands for, or None for a file without a mark."""
    return next((name for mark, name in BYTE_ORDER_MARKS.items() if data.startswith(mark)), None)


def decode_text(data: bytes) -> str:
    """Return the content of a text file. The encoding is that of its byte order mark, or else UTF-16 without a mark,
    UTF-8, or Windows-1252. Raises ValueError for a file that is not text."""
    marked = bom_encoding(data) or _unmarked_utf16(data)
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


def _unmarked_utf16(data: bytes) -> str | None:
    """Return "utf-16-le" or "utf-16-be" if the content looks like UTF-16 without a byte order mark, otherwise None. It
    does if every other byte of the first four characters is 0."""
    start = data[:8]
    if len(start) == 8 and start[1::2] == bytes(4) and 0 not in start[::2]:
        return "utf-16-le"
    return "utf-16-be" if len(start) == 8 and start[::2] == bytes(4) and 0 not in start[1::2] else None
