"""The colours of a game, and values for each colour."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import Generic, TypeVar

T = TypeVar("T")
U = TypeVar("U")


class Color(IntEnum):
    """A colour. Its number is the value of a point with a stone of this colour; 0 is an empty point.

    The numbers from 3 on are the colours of games with more than two colours (V4).
    """

    BLACK = 1
    WHITE = 2
    RED = 3
    BLUE = 4
    GREEN = 5
    YELLOW = 6

    @property
    def opponent(self) -> Color:
        """Return White for Black, and Black for White. This is for the estimate, which reads positions of only these
        two colours. In a game use OrderOfPlay.opponent."""
        return Color(3 - self)

    @property
    def letter(self) -> str:
        """Return the colour's letter: B or W, as in SGF; R, U, G, Y for the others (V4)."""
        return LETTERS[self - 1]

    @classmethod
    def from_letter(cls, letter: str) -> Color:
        """Return the colour of "B", "W", "R", "U", "G" or "Y". Raises ValueError for any other text."""
        try:
            return _BY_LETTER[letter]
        except KeyError:
            raise ValueError(f"not a colour: {letter!r}") from None


LETTERS = "BWRUGY"
"""The letters of the colours, in order."""
_BY_LETTER = dict(zip(LETTERS, Color, strict=True))
BLACK_AND_WHITE = (Color.BLACK, Color.WHITE)
"""The colours of every game with two colours."""


@dataclass(frozen=True, slots=True, init=False)
class ByColor(Generic[T]):
    """A value for each colour of a game, two to six of them, in the order of the colours' numbers."""

    values: tuple[T, ...]

    def __init__(self, *values: T) -> None:
        object.__setattr__(self, "values", values)

    @classmethod
    def each(cls, colors: Iterable[Color], function: Callable[[Color], T]) -> ByColor[T]:
        """Return the function's value for each of these colours, which must be all colours of a game, in order."""
        return cls(*map(function, colors))

    @property
    def black(self) -> T:
        """Return Black's value; every game has Black."""
        return self.values[0]

    @property
    def white(self) -> T:
        """Return White's value; every game has White."""
        return self.values[1]

    def __getitem__(self, color: Color) -> T:
        return self.values[color - 1]

    def __iter__(self) -> Iterator[T]:
        return iter(self.values)

    def items(self) -> Iterator[tuple[Color, T]]:
        """Return each colour with its value."""
        return ((Color(number), value) for number, value in enumerate(self.values, 1))

    def by_letter(self, function: Callable[[T], U]) -> dict[str, U]:
        """Return the function's value for each colour, by the colour's letter."""
        return {color.letter: function(value) for color, value in self.items()}

    @classmethod
    def from_letters(cls, values: Mapping[str, T]) -> ByColor[T]:
        """Return the values of this mapping by colour letter, in any order. Raises ValueError for a key that is not a
        colour letter."""
        return cls(*(values[letter] for letter in sorted(values, key=Color.from_letter)))

    def updated(self, color: Color, value: T) -> ByColor[T]:
        """Return a copy with another value for this colour."""
        return ByColor(*self.values[: color - 1], value, *self.values[color:])

    def map(self, function: Callable[[T], U]) -> ByColor[U]:
        """Return the function's value for each colour."""
        return ByColor(*map(function, self.values))
