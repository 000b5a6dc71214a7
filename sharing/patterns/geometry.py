"""Local patterns: the stones in a rectangle at a corner or side, with one key for all symmetries (L11).

A rectangle of 4x4 to 10x10 points matches if it has exactly the same stones at the same distance from the edge, on a
board of the same size. A pattern at a side may be anywhere along a side, between the corners. The key is a hash of the
stones only. A row of the index stores the largest rectangles that hold just these stones, so that one row serves
rectangles of many sizes (docs/decisions/0053-local-patterns.md).

An image of the board is the board rotated or reflected, so that the rectangle is at the upper edge.
"""

from __future__ import annotations

from functools import lru_cache
from hashlib import blake2b
from typing import NamedTuple

from rules import Color
from sharing.symmetry import board_symmetries

SMALLEST, LARGEST = 4, 10
CORNER_LINES = 4
"""The number of lines at both ends of a side that belong to the corners."""
PLACES = CORNER, SIDE = "corner", "side"
MOST_STONES = {CORNER: 10, SIDE: 6}
"""The largest number of stones in a pattern: with more, the number of rows for each game would grow."""
NO_ROOM = 255
"""The value of a depth's byte in `room` if every rectangle of this depth also contains other stones."""


class Stones(NamedTuple):
    """The stones of a pattern, as one number for each colour with a bit for each stone. The number of a point's bit is
    10 times its column, plus its distance from the edge."""

    black: int
    white: int

    def within(self, mask: int) -> Stones:
        """Return those stones that are on the points whose bits are set in `mask`."""
        return Stones(self.black & mask, self.white & mask)

    @property
    def stone_count(self) -> int:
        """Return the number of stones of both colours."""
        return (self.black | self.white).bit_count()

    @property
    def leftmost_column(self) -> int:
        """Return the first column with a stone."""
        both = self.black | self.white
        return ((both & -both).bit_length() - 1) // LARGEST

    def shifted_left(self, columns: int) -> Stones:
        """Return the stones with every column decreased by `columns`. These first columns must be empty."""
        return Stones(self.black >> LARGEST * columns, self.white >> LARGEST * columns)


class Window(NamedTuple):
    """A rectangle at the upper edge of a rotated or reflected board. `start` and `end` are its first and last column,
    counted from `first_column`, and `depth` is its number of rows. `mask` has the bits of its points, numbered as in
    Stones, and `mirrored` the bits of these points in the mirrored image (`mirrored_image`)."""

    start: int
    end: int
    depth: int
    mask: int
    mirrored: int


def largest_pattern_side(size: int) -> int:
    """Return the largest width and depth of a pattern rectangle that is indexed for this board size."""
    return min(LARGEST, size - 1)


def first_column(place: str) -> int:
    """Return the first column that rectangles at a corner or side (`place`) of an image can contain. Columns are
    counted from there."""
    return CORNER_LINES if place == SIDE else 0


def _column_count(size: int, place: str) -> int:
    """Return how many columns of an image the rectangles at a corner or side (`place`) can lie in, counted from
    `first_column`."""
    return largest_pattern_side(size) if place == CORNER else size - 2 * CORNER_LINES


def mirrored_image(image: int, place: str) -> int:
    """Return the number of the mirrored image: with rows and columns swapped for a corner, or with the side reversed.
    Images are in the order of `symmetry.board_symmetries`."""
    return image ^ (4 if place == CORNER else 1 if image & 4 else 2)


@lru_cache(maxsize=256)
def bits_by_point(size: int, place: str, image: int) -> dict[int, int]:
    """Return a dictionary from point index to bit (numbered as in Stones), for the points of the board that rectangles
    at this corner or side (`place`) of an image can contain."""
    taken, first = board_symmetries(size, size)[image], first_column(place)
    return {
        taken[row * size + first + column]: 1 << (LARGEST * column + row)
        for column in range(_column_count(size, place))
        for row in range(largest_pattern_side(size))
    }


@lru_cache(maxsize=64)
def windows_of(size: int, place: str) -> list[Window]:
    """Return all rectangles at a corner or side (`place`) of an image of a board of this size."""
    reach, columns, sides = largest_pattern_side(size), _column_count(size, place), range(SMALLEST, LARGEST + 1)
    found = []
    for start in (0,) if place == CORNER else range(columns):
        for width in sides:
            for depth in sides:
                if start + width > columns or depth > reach:
                    continue
                last = columns - 1 - start
                other = (0, depth, width) if place == CORNER else (last - width + 1, width, depth)
                found.append(
                    Window(start, start + width - 1, depth, rectangle_mask(start, width, depth), rectangle_mask(*other))
                )
    return found


def rectangle_mask(start: int, width: int, depth: int) -> int:
    """Return the bits (numbered as in Stones) of the points of a rectangle at the upper edge, which begins at column
    `start`."""
    return sum(((1 << depth) - 1) << LARGEST * column for column in range(start, start + width))


def stones_in(cells: bytes, region: dict[int, int]) -> Stones:
    """Return the stones of a board on the points of `region`, which has the bit of each point by index."""
    black = white = 0
    for index, bit in region.items():
        if cells[index] == Color.BLACK:
            black |= bit
        elif cells[index] == Color.WHITE:
            white |= bit
    return Stones(black, white)


def base_column(stones: Stones, place: str) -> int:
    """Return the column from which the columns of this pattern are counted: 0 at a corner; at a side, the first column
    with a stone."""
    return 0 if place == CORNER else stones.leftmost_column


def pattern_key(stones: Stones, size: int, place: str) -> int:
    """Return the 64-bit key of these stones on a board of this size. The columns of the stones must be counted from
    their base column."""
    digest = blake2b(f"{place} {size} {stones.black:x} {stones.white:x}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big", signed=True)
