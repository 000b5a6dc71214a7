"""Ranks as OpenGotha and the EGF write them: 30K to 1K, 1D to 9D."""

from __future__ import annotations

FIRST_DAN, WEAKEST, STRONGEST = 30, 0, 38


def rank_text(rank: int) -> str:
    """A number from 30k = 0 to 9d = 38 as text; what lies beyond as the nearest."""
    steps = min(max(rank, WEAKEST), STRONGEST)
    return f"{FIRST_DAN - steps}K" if steps < FIRST_DAN else f"{steps - FIRST_DAN + 1}D"


RANKS = {rank_text(steps): steps for steps in range(WEAKEST, STRONGEST + 1)}
"""The number of each text."""
