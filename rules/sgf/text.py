"""From the text of a value to what it means, and back. How bytes become text is decided outside `rules`."""

from __future__ import annotations

import re

_BREAKS = re.compile(r"\r\n|\n\r|\r|\n")
_SOFT_BREAK = re.compile(r"\\(?:\r\n|\n\r|\r|\n)")
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_BLANKS = re.compile(r"[^\S\n]")


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
