"""Which handicap makes a game between two ranks an even fight (R31, R44)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ratings.ranks import Rank

FULL_SIZE = 19
MOST_STONES = 9


@dataclass(frozen=True, slots=True)
class Suggestion:
    """The handicap between two people, and the ranks that it follows from; None is the rank of somebody who was never
    rated. `steps` is the difference of the ranks in stones, for the size of the board.

    0 steps, or a rank that is not known: an even game, the colours are drawn. 1: no stones, but the weaker one takes
    Black and komi is 0.5. More: the weaker one takes Black with `stones` stones.
    """

    first: Rank | None
    second: Rank | None
    steps: int = 0
    stones: int = 0

    @property
    def is_even(self) -> bool:
        """Whether nobody is given anything."""
        return self.steps == 0

    @property
    def first_is_weaker(self) -> bool:
        """Whether the first of the two takes Black, where the game is not even."""
        return self.first is not None and self.second is not None and self.first < self.second

    @property
    def seen_by_second(self) -> Suggestion:
        """The same with the two exchanged."""
        return replace(self, first=self.second, second=self.first)


def suggest(first: Rank | None, second: Rank | None, *, lines: int, most: int = MOST_STONES) -> Suggestion:
    """The handicap between these two on a board of so many lines that takes `most` handicap stones.

    On a smaller board a stone is worth more ranks, as many times more as its lines without the outermost three are
    fewer, squared: 2.56 on 13x13, 7.1 on 9x9 (as the Dragon Go Server calculates what a handicap is worth).
    """
    if first is None or second is None:
        return Suggestion(first, second)
    share = min(1.0, (lines - 3) / (FULL_SIZE - 3)) ** 2
    steps = int(abs(first.steps - second.steps) * share + 0.5)
    stones = min(steps, most, MOST_STONES)
    return Suggestion(first, second, steps, stones if stones > 1 else 0)
