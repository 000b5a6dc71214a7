"""The text of values, escaped and unescaped. How bytes become text is decided outside `rules`."""

from __future__ import annotations

import re

_BREAKS = re.compile(r"\r\n|\n\r|\r|\n")
_SOFT_BREAK = re.compile(r"\\(?:\r\n|\n\r|\r|\n)")
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_BLANKS = re.compile(r"[^\S\n]")


def text(raw: str) -> str:
    """Return a Text value (FF[4]): without soft line breaks, escapes resolved, other white space as blanks."""
    joined = _SOFT_BREAK.sub("", raw)
    plain = _ESCAPE.sub(r"\1", joined)
    return _BLANKS.sub(" ", _BREAKS.sub("\n", plain))


def simple_text(raw: str) -> str:
    """Return a SimpleText value: as text(), with line breaks as blanks."""
    return text(raw).replace("\n", " ")


def escaped(value: str, *, composed: bool = False) -> str:
    r"""Return the raw value of this text: `]` and `\` escaped, in a composed value also `:`."""
    raw = value.replace("\\", "\\\\").replace("]", "\\]")
    return raw.replace(":", "\\:") if composed else raw
