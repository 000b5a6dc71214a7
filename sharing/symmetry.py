"""One key for all positions that are equal by rotation and reflection of the board (C94).

A square board has 8 symmetries, another rectangle 4. The canonical image of a position is the smallest of its images,
compared byte by byte. The key is 64 bits of a hash of the size, the side to move and the canonical image.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from operator import itemgetter
from typing import Any

from rules import Board, Color, Point

Images = tuple[tuple[int, ...], ...]


@lru_cache(maxsize=64)
def board_symmetries(width: int, height: int) -> Images:
    """Return the symmetries that preserve the shape of a board. Each is a list that has, by index in the image, the
    index of the point that is mapped there."""
    points = [(column, row) for row in range(height) for column in range(width)]
    found = []
    for swap in (False, True) if width == height else (False,):
        for left in (False, True):
            for up in (False, True):
                moved = [_transform(point, (width, height), (swap, left, up)) for point in points]
                found.append(tuple(row * width + column for column, row in moved))
    return tuple(found)


def _transform(point: tuple[int, int], size: tuple[int, int], how: tuple[bool, bool, bool]) -> tuple[int, int]:
    (column, row), (width, height), (swap, left, up) = point, size, how
    column, row = (row, column) if swap else (column, row)
    return (width - 1 - column if left else column), (height - 1 - row if up else row)


@lru_cache(maxsize=64)
def _symmetry_getters(width: int, height: int) -> tuple[itemgetter[Any], ...]:
    return tuple(itemgetter(*image) for image in board_symmetries(width, height))


@dataclass(frozen=True, slots=True)
class CanonicalPosition:
    """A position in its canonical image. `fits` are the symmetries that map the position to that image. There are
    several if the position itself is symmetrical."""

    board: Board
    key: int
    fits: Images

    def to_canonical(self, point: Point) -> int:
        """Return the index in the canonical image of this point of the position. Points that a symmetry of the position
        maps to each other have the same index."""
        index = self.board.index(point)
        return min(image.index(index) for image in self.fits)

    def from_canonical(self, index: int) -> Point:
        """Return the point of the position that has this index in the canonical image. Of several equivalent points,
        return the usual one for a first move: on the right, high up, nearer to the right edge."""
        points = (self.board.point(image[index]) for image in self.fits)
        return max(points, key=lambda point: (point.column - point.row, point.column))

    def equivalent_points(self, index: int) -> Iterable[Point]:
        """Return the points of the original position that map to this index of the canonical position. A symmetric
        position has several."""
        return {self.board.point(image[index]) for image in self.fits}


def canonical_position(board: Board, to_play: Color | None) -> CanonicalPosition:
    """Return the position with this side to move, in its canonical image."""
    size = board.width, board.height
    drawn = [bytes(take(board.cells)) for take in _symmetry_getters(*size)]
    least = min(drawn)
    digest = blake2b(bytes((*size, to_play or 0)) + least, digest_size=8).digest()
    fits = tuple(image for image, one in zip(board_symmetries(*size), drawn, strict=True) if one == least)
    return CanonicalPosition(board, int.from_bytes(digest, "big", signed=True), fits)
