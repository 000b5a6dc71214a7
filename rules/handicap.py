"""The points of handicap stones, and the star points (R40)."""

from __future__ import annotations

from functools import lru_cache

from .board import Point
from .errors import BadHandicap

MOST_STONES = 9
SMALLEST = 7
_LETTERS = {
    2: "cg",
    3: "cgi",
    4: "acgi",
    5: "acegi",
    6: "acdfgi",
    7: "acdefgi",
    8: "abcdfghi",
    9: "abcdefghi",
}


def max_fixed_stones(width: int, height: int) -> int:
    """Return the largest number of handicap stones with fixed points. It is 9 in general, 4 if a side of the board is
    even or shorter than 9, and 0 if a side is shorter than 7."""
    if min(width, height) < SMALLEST:
        return 0
    even = width % 2 == 0 or height % 2 == 0
    return 4 if even or min(width, height) < 9 else MOST_STONES


def fixed_points(width: int, height: int, stones: int) -> tuple[Point, ...]:
    """Return the fixed points of 2 to 9 handicap stones. Raises BadHandicap if the board has fewer fixed points.

    Seen from Black the star points are lettered a b c / d e f / g h i, row by row from the top left.
    """
    if stones not in range(2, max_fixed_stones(width, height) + 1):
        raise BadHandicap
    return tuple(_star_point(width, height, letter) for letter in _LETTERS[stones])


@lru_cache(maxsize=64)
def star_points(width: int, height: int) -> tuple[Point, ...]:
    """Return the star points of a board of this size."""
    most = max_fixed_stones(width, height)
    if not most:
        middle = Point(width // 2, height // 2)
        return (middle,) if width % 2 and height % 2 and min(width, height) >= 3 else ()
    if most == MOST_STONES and min(width, height) < 15:
        return fixed_points(width, height, 5)
    return fixed_points(width, height, most)


def _star_point(width: int, height: int, letter: str) -> Point:
    row, column = divmod("abcdefghi".index(letter), 3)
    return Point(_line_coordinate(width, column), _line_coordinate(height, row))


def _line_coordinate(length: int, third: int) -> int:
    """Return the coordinate of a line of star points on a side of this length. `third` 0 is the near line, 1 the
    middle, and 2 the far line. Near and far lines are the third lines on boards of up to 12 lines, otherwise the fourth
    lines."""
    line = 3 if length >= 13 else 2
    return (line, length // 2, length - 1 - line)[third]
