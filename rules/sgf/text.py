"""From bytes to text, and from the text of a value to what it means."""

from __future__ import annotations

import codecs
import re

_CHARSET = re.compile(rb"CA\s*\[\s*([A-Za-z0-9_.:\-]{1,40})\s*\]")
_FIRST = 4096
"""The charset is looked for in so many bytes."""
_NAMES = {"utf8": "utf-8", "gb2312": "gb18030", "gbk": "gb18030", "shift_jis": "cp932", "sjis": "cp932"}
_BREAKS = re.compile(r"\r\n|\n\r|\r|\n")
_SOFT_BREAK = re.compile(r"\\(?:\r\n|\n\r|\r|\n)")
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_BLANKS = re.compile(r"[^\S\n]")


def decoded(data: bytes) -> str:
    """The text of a file: by its byte order mark, else by its CA property, else UTF-8, else Latin-1 (FF[4]'s default).

    What the charset cannot say becomes U+FFFD. The charset of the first game holds for the whole file.
    """
    for mark, charset in (
        (codecs.BOM_UTF8, "utf-8-sig"),
        (codecs.BOM_UTF16_LE, "utf-16"),
        (codecs.BOM_UTF16_BE, "utf-16"),
    ):
        if data.startswith(mark):
            return data.decode(charset, "replace")
    named = _CHARSET.search(data[:_FIRST])
    if named is not None:
        charset = _codec(named[1].decode("ascii"))
        if charset:
            return data.decode(charset, "replace")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def _codec(name: str) -> str:
    """Python's name for a charset of texts, "" for one that it does not know."""
    try:
        found = codecs.lookup(_NAMES.get(name.lower(), name))
    except LookupError:
        return ""
    return found.name if found._is_text_encoding and found.name not in _NO_CHARSETS else ""


_NO_CHARSETS = frozenset({"idna", "punycode", "undefined", "unicode_escape", "raw_unicode_escape", "utf-7"})


def text(raw: str) -> str:
    """What a Text value says (FF[4]): soft line breaks gone, escapes resolved, other white space made blanks."""
    joined = _SOFT_BREAK.sub("", raw)
    plain = _ESCAPE.sub(r"\1", joined)
    return _BLANKS.sub(" ", _BREAKS.sub("\n", plain))


def simple_text(raw: str) -> str:
    """What a SimpleText value says: as text(), with line breaks made blanks."""
    return text(raw).replace("\n", " ")


def escaped(value: str, *, composed: bool = False) -> str:
    r"""The raw value that says this: `]` and `\` escaped, in a composed value `:` too."""
    raw = value.replace("\\", "\\\\").replace("]", "\\]")
    return raw.replace(":", "\\:") if composed else raw
