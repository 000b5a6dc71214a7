"""Check whether players may end a game without a result because of a repetition (R8)."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from .ruleset import KoRule
from .state import GameState

OFTEN = 3
"""How often a position must occur before the players may end the game without a result."""


def has_threefold_repetition(state: GameState) -> bool:
    """Return whether any position has occurred three times with the same side to move, under a simple ko rule (R8).

    Triple ko and eternal life lead to such repetitions. Passes do not count as new positions, because they leave the
    board unchanged.
    """
    if state.setup.ruleset.ko is not KoRule.SIMPLE:
        return False
    history = state.history
    made = [key for before, key in pairwise(history) if before | 1 != key | 1]
    return max(Counter([history[0], *made]).values()) >= OFTEN
