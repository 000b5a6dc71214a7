"""Texts of SGF values, escaped and unescaped. Decoding bytes is done outside `rules`."""

from __future__ import annotations

import re
import unicodedata

_BREAKS = re.compile(r"\r\n|\n\r|\r|\n")
_SOFT_BREAK = re.compile(r"\\(?:\r\n|\n\r|\r|\n)")
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_BLANKS = re.compile(r"[^\S\n]")
_OTHER_DIGIT = re.compile(r"[^\D0-9]")


def text(raw: str) -> str:
    """Return the text of a raw Text value (FF[4]), with soft line breaks removed, escapes resolved, and other white
    space replaced by spaces."""
    joined = _SOFT_BREAK.sub("", raw)
    plain = _ESCAPE.sub(r"\1", joined)
    return _BLANKS.sub(" ", _BREAKS.sub("\n", plain))


def simple_text(raw: str) -> str:
    """Return the text of a raw SimpleText value: the same as text(), with line breaks replaced by spaces."""
    return text(raw).replace("\n", " ")


def escaped(value: str, *, composed: bool = False) -> str:
    r"""Return the raw value of this text, with `]` and `\` escaped, in a composed value also `:`."""
    raw = value.replace("\\", "\\\\").replace("]", "\\]")
    return raw.replace(":", "\\:") if composed else raw


def ascii_digits(value: str) -> str:
    """Return the text with the digits of every script converted to ASCII."""
    return _OTHER_DIGIT.sub(lambda digit: str(unicodedata.decimal(digit[0])), value)
