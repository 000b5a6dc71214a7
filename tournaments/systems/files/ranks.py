"""Ranks in OpenGotha and EGF notation: 30K to 1K, 1D to 9D."""

from __future__ import annotations

import re
import unicodedata

FIRST_DAN, WEAKEST, STRONGEST = 30, 0, 38


def rank_text(rank: int) -> str:
    """Return a rank number, from 0 for 30k to 38 for 9d, as text. Other numbers are limited to this range."""
    steps = min(max(rank, WEAKEST), STRONGEST)
    return f"{FIRST_DAN - steps}K" if steps < FIRST_DAN else f"{steps - FIRST_DAN + 1}D"


def with_latin_digits(text: str) -> str:
    """Return the text with digits of other scripts replaced by 0 to 9."""
    if text.isascii():
        return text
    return "".join(str(unicodedata.digit(one)) if one.isdecimal() else one for one in text)


def parse_rank(text: str) -> int:
    """Return the number of a rank in upper or lower case, such as 30k, 1D or 1p. Other ranks are limited to 30k and 9d,
    because OpenGotha writes 99K for players without a rank. Raises ValueError."""
    found = re.fullmatch(r"([1-9][0-9]{0,2})([KDP])", with_latin_digits(text).strip().upper())
    if found is None:
        raise ValueError(text)
    number = int(found[1])
    if found[2] == "P":
        return STRONGEST
    return min(max(FIRST_DAN - number if found[2] == "K" else FIRST_DAN + number - 1, WEAKEST), STRONGEST)
