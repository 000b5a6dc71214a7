"""What a game of two players counts, one of them perhaps a friend of the other, or the same person (R46).

The first game of a pair within PAIR_DAYS counts in full, each further one half of the one before. While one of the two
ratings is a guess, each further one counts an eighth of the one before: a guess must not feed on one opponent. So all
games of a pair within that time weigh less than two games together, with a guess less than eight sevenths of one.
"""

from __future__ import annotations

PAIR_DAYS = 90
FACTOR, FACTOR_OF_GUESSES = 1 / 2, 1 / 8
LEAST = 2.0**-20
"""Below this nothing is told apart any more; a million such games weigh as one."""


def weight_of(earlier: int, *, is_guess: bool) -> float:
    """What a game counts before which the pair had so many rated ones within PAIR_DAYS; `is_guess`: one of the ratings
    is provisional."""
    return max(LEAST, (FACTOR_OF_GUESSES if is_guess else FACTOR) ** min(earlier, 40))
