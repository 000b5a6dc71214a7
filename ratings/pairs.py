"""The weight of a rated game, which is smaller if the same two players have played before (R46). They may be friends,
or even the same person.

The first game of a pair within PAIR_DAYS has weight 1, and each further game half the weight of the previous one. While
one of the two ratings is provisional, each further game has an eighth, because a provisional rating must not depend on
one opponent. So all games of a pair within that time weigh less than two games together, and with a provisional rating
less than eight sevenths of a game.
"""

from __future__ import annotations

PAIR_DAYS = 90
FACTOR, FACTOR_OF_GUESSES = 1 / 2, 1 / 8
LEAST = 2.0**-20
"""The smallest weight; a million such games weigh as much as one."""


def game_weight(earlier: int, *, is_provisional: bool) -> float:
    """Return the weight of a game between two players who have already played `earlier` rated games within PAIR_DAYS.
    `is_provisional` says whether either rating is provisional."""
    return max(LEAST, (FACTOR_OF_GUESSES if is_provisional else FACTOR) ** earlier)
