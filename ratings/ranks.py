"""Ranks in words, 30k to 9d, from ratings and back.

rank = 23.15 * ln(rating / 525), with 30k at 0, 1k at 29, 1d at 30: the conversion that online-go.com publishes and
uses with its Glicko-2 ratings since 2021 (docs/ratings.md has the table).
"""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, floor, log

RATING_OF_30K = 525.0
RANKS_PER_E = 23.15
FIRST_DAN = 30
WEAKEST, STRONGEST = 0, 38
"""The numbers of steps of 30k and 9d."""
PROVISIONAL_FROM = 110.0
"""The largest deviation of an established rating; above it the rank is shown with a question mark."""


@dataclass(frozen=True, slots=True, order=True)
class Rank:
    """A rank as a number of steps above 30k, from WEAKEST to STRONGEST."""

    steps: int

    @classmethod
    def of_rating(cls, rating: float) -> Rank:
        """Return the rank of a rating. All lower ratings are 30k, all higher ratings 9d."""
        if rating <= RATING_OF_30K:
            return cls(WEAKEST)
        return cls(min(floor(RANKS_PER_E * log(rating / RATING_OF_30K)), STRONGEST))

    @classmethod
    def parse(cls, text: str) -> Rank | None:
        """Return the rank of a text such as "6k" or "1d", or None if it is not a rank from 30k to 9d."""
        return _RANKS.get(text)

    @property
    def least_rating(self) -> float:
        """Return the rating at which this rank begins."""
        return RATING_OF_30K * exp(self.steps / RANKS_PER_E)

    @property
    def middle_rating(self) -> float:
        """Return the rating in the middle of the rank."""
        return RATING_OF_30K * exp((self.steps + 0.5) / RANKS_PER_E)

    def __str__(self) -> str:
        """Return the rank as Go players write it, in every language: 6k, 1d."""
        if self.steps < FIRST_DAN:
            return f"{FIRST_DAN - self.steps}k"
        return f"{self.steps - FIRST_DAN + 1}d"


_RANKS = {str(Rank(steps)): Rank(steps) for steps in range(WEAKEST, STRONGEST + 1)}
RANKS = tuple(_RANKS)
"""All ranks as text, the weakest first."""


def is_provisional(deviation: float) -> bool:
    """Return whether a rating with this deviation is provisional, because the deviation is above PROVISIONAL_FROM."""
    return deviation > PROVISIONAL_FROM
