"""Ranks as OpenGotha and the EGF write them: 30K to 1K, 1D to 9D."""

from __future__ import annotations

import re

FIRST_DAN, WEAKEST, STRONGEST = 30, 0, 38


def rank_text(rank: int) -> str:
    """Return a rank number from 30k = 0 to 9d = 38 as text; other numbers as the nearest of these."""
    steps = min(max(rank, WEAKEST), STRONGEST)
    return f"{FIRST_DAN - steps}K" if steps < FIRST_DAN else f"{steps - FIRST_DAN + 1}D"


def parse_rank(text: str) -> int:
    """Return the number of a rank in upper or lower case, such as 30k, 1D or 1p. Ranks beyond 30k or 9d count as
    these, because OpenGotha writes 99K for players without a rank. Raises ValueError."""
    found = re.fullmatch(r"([1-9][0-9]{0,2})([KDP])", text.strip().upper())
    if found is None:
        raise ValueError(text)
    number = int(found[1])
    if found[2] == "P":
        return STRONGEST
    return min(max(FIRST_DAN - number if found[2] == "K" else FIRST_DAN + number - 1, WEAKEST), STRONGEST)
