"""A game as it is planned, before any row of it is written."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class One:
    """A game to be made."""

    number: int
    pattern: int
    seats: tuple[int, int]
    private: bool
    begun: datetime
    ended: datetime | None
    acted: datetime

    @property
    def is_rated(self) -> bool:
        """Whether it counts for ratings: every second game that all may see."""
        return not self.private and self.number % 2 == 0
