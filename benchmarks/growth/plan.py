"""A planned game, before its rows are written."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class One:
    """A game to create."""

    number: int
    pattern: int
    seats: tuple[int, int]
    private: bool
    begun: datetime
    ended: datetime | None
    acted: datetime

    @property
    def is_rated(self) -> bool:
        """Return whether the game is rated: every second public game is."""
        return not self.private and self.number % 2 == 0
