"""The handicap that makes a game between two ranks even (R31, R44)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from decimal import Decimal

from ratings.ranks import Rank

FULL_SIZE = 19
MOST_STONES = 9
POINTS_OF_A_STONE = 13
"""The value of a handicap stone as komi: twice an even komi, because komi is half the value of a first move; as on the
Dragon Go Server."""


@dataclass(frozen=True, slots=True)
class HandicapSuggestion:
    """The handicap between two players, and the ranks from which it is derived (None for a player who has never been
    rated). `steps` is the difference of the ranks in stones, for the size of the board.

    With 0 steps, or an unknown rank, the game is even and colours are drawn. With 1, the weaker player has Black
    without stones, and komi is 0.5. With more, the weaker player has Black and `stones` stones.

    `points` is the value of the difference. If `komi` is set (`with_komi_for_stones`), the weaker player has Black
    without stones, and `komi` replaces the stones. It is added to White's score, so it is negative if Black gets
    points.
    """

    first: Rank | None
    second: Rank | None
    steps: int = 0
    stones: int = 0
    points: int = 0
    komi: Decimal | None = None

    @property
    def is_even(self) -> bool:
        """Return whether the game is even."""
        return (self.steps if self.komi is None else self.points) == 0

    @property
    def first_is_weaker(self) -> bool:
        """Return whether the first player is the weaker one, who has Black if the game is not even."""
        return self.first is not None and self.second is not None and self.first < self.second

    @property
    def with_players_swapped(self) -> HandicapSuggestion:
        """Return the suggestion with the two players swapped."""
        return replace(self, first=self.second, second=self.first)


def suggest_handicap(
    first: Rank | None, second: Rank | None, *, lines: int, most: int = MOST_STONES
) -> HandicapSuggestion:
    """Return the handicap between players of these two ranks, with at most `most` stones, on a board with this many
    lines.

    On a smaller board a stone is worth more ranks, by the square of (19 - 3) / (lines - 3): 2.56 on 13x13, 7.1 on 9x9
    (as the Dragon Go Server calculates the value of a handicap).
    """
    if first is None or second is None:
        return HandicapSuggestion(first, second)
    difference = _ranks_in_stones(abs(first.steps - second.steps), lines)
    steps = int(difference + 0.5)
    stones = min(steps, most, MOST_STONES)
    points = points_of_rank_difference(abs(first.steps - second.steps), lines)
    return HandicapSuggestion(first, second, steps, stones if stones > 1 else 0, points)


def points_of_rank_difference(ranks: int, lines: int) -> int:
    """Return the value in points of a difference of this many ranks on a board with this many lines, at most that of
    MOST_STONES stones."""
    return round(min(_ranks_in_stones(ranks, lines), MOST_STONES) * POINTS_OF_A_STONE)


def _ranks_in_stones(ranks: int, lines: int) -> float:
    """Return how many handicap stones a difference of this many ranks is worth on a board with this many lines."""
    return ranks * min(1.0, (lines - 3) / (FULL_SIZE - 3)) ** 2


def with_komi_for_stones(found: HandicapSuggestion, even_komi: Decimal) -> HandicapSuggestion:
    """Return the suggestion with komi instead of stones; `even_komi` is the komi of an even game."""
    return replace(found, stones=0, komi=even_komi - found.points)
