"""The colours of a game, and one value for each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from typing import Generic, TypeVar

T = TypeVar("T")
U = TypeVar("U")


class Color(IntEnum):
    """A colour. Its number is the value of a point that holds such a stone; 0 is an empty point.

    The numbers from 3 on are kept for games of more than two colours (R74).
    """

    BLACK = 1
    WHITE = 2

    @property
    def opponent(self) -> Color:
        """The other colour."""
        return Color(3 - self)

    @property
    def letter(self) -> str:
        """B or W, as SGF writes it."""
        return "BW"[self - 1]

    @classmethod
    def from_letter(cls, letter: str) -> Color:
        """The colour of "B" or "W"; raises ValueError for anything else."""
        try:
            return {"B": cls.BLACK, "W": cls.WHITE}[letter]
        except KeyError:
            raise ValueError(f"not a colour: {letter!r}") from None


@dataclass(frozen=True, slots=True)
class ByColor(Generic[T]):
    """One value for Black and one for White."""

    black: T
    white: T

    def __getitem__(self, color: Color) -> T:
        return self.black if color is Color.BLACK else self.white

    def updated(self, color: Color, value: T) -> ByColor[T]:
        """The same with another value for this colour."""
        if color is Color.BLACK:
            return ByColor(value, self.white)
        return ByColor(self.black, value)

    def map(self, function: Callable[[T], U]) -> ByColor[U]:
        """The function's value for each."""
        return ByColor(function(self.black), function(self.white))

    def swapped(self) -> ByColor[T]:
        """Each with the other's value."""
        return ByColor(self.white, self.black)
