"""A search in the index of local patterns, and the counts of the games that it finds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from rules import Board, Color, Point, vertex
from sharing.symmetry import board_symmetries

from .geometry import (
    CORNER,
    CORNER_LINES,
    LARGEST,
    MOST_STONES,
    SIDE,
    SMALLEST,
    Stones,
    base_column,
    bits_by_point,
    first_column,
    largest_pattern_side,
    pattern_key,
    rectangle_mask,
    stones_in,
)
from .rows import decode_moves, has_room


class Rectangle(NamedTuple):
    """A rectangle on a board, with its upper left point."""

    column: int
    row: int
    width: int
    height: int

    @classmethod
    def between(cls, corner: Point, opposite: Point) -> Rectangle:
        """Return the rectangle with these points as opposite corners."""
        column, row = min(corner.column, opposite.column), min(corner.row, opposite.row)
        return cls(column, row, abs(corner.column - opposite.column) + 1, abs(corner.row - opposite.row) + 1)


class CannotSearchRectangle(Exception):
    """Raised for a rectangle that cannot be searched. `code` is the reason: "size", "place", "empty" or "stones"."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True, slots=True)
class PatternQuery:
    """A query for the stones of a rectangle in their canonical image. `fits` are the images of the board in which a
    found pattern lies on the rectangle, each with the column of the pattern's first stone or corner. If the pattern and
    the rectangle are symmetrical, there are two such images."""

    size: int
    key: int
    before: int
    after: int
    depth: int
    fits: tuple[tuple[int, int], ...]
    is_swapped: bool

    def first_move_inside(self, codes: bytes) -> tuple[Point, Color] | None:
        """Return the first move inside the rectangle, as a point of the searched board and its colour. `codes` are the
        later moves as in `PatternRow.next`. Return None if no move is inside."""
        for column, row, color in decode_moves(codes):
            if -self.before <= column <= self.after and row < self.depth:
                where = [board_symmetries(self.size, self.size)[image] for image, _base in self.fits]
                places = zip(where, self.fits, strict=True)
                index = min(taken[row * self.size + base + column] for taken, (_image, base) in places)
                return Point(index % self.size, index // self.size), color.opponent if self.is_swapped else color
        return None


def make_pattern_queries(board: Board, area: Rectangle, *, swapped: bool) -> list[PatternQuery]:
    """Return the query for the stones in a rectangle of a board and, if `swapped`, also the query with swapped colours.
    Raises CannotSearchRectangle."""
    place = _corner_or_side(board, area)
    found = [_make_query(board, area, place, is_swapped=False)]
    return [*found, _make_query(board, area, place, is_swapped=True)] if swapped else found


def _corner_or_side(board: Board, area: Rectangle) -> str:
    size = board.width
    if size != board.height or not all(SMALLEST <= one <= min(largest_pattern_side(size), LARGEST) for one in area[2:]):
        raise CannotSearchRectangle("size")
    sides = (area.column, area.width), (area.row, area.height)
    edges = [first == 0 or first + length == size for first, length in sides]
    if all(edges):
        return CORNER
    first, length = sides[edges[0]]
    if not any(edges) or first < CORNER_LINES or first + length > size - CORNER_LINES:
        raise CannotSearchRectangle("place")
    return SIDE


class _Image(NamedTuple):
    """A rectangle at the upper edge of one image of the board, with its stones. The image whose values sort first is
    the canonical one."""

    stones: Stones
    before: int
    after: int
    depth: int
    image: int
    base: int


def _make_query(board: Board, area: Rectangle, place: str, *, is_swapped: bool) -> PatternQuery:
    images = sorted(_rectangle_images(board, area, place, is_swapped=is_swapped))
    stones, *window = images[0][:4]
    if not stones.stone_count:
        raise CannotSearchRectangle("empty")
    if stones.stone_count > MOST_STONES[place]:
        raise CannotSearchRectangle("stones")
    before, after, depth = window
    alike = tuple((one.image, one.base) for one in images if one[:4] == images[0][:4])
    return PatternQuery(board.width, pattern_key(stones, board.width, place), before, after, depth, alike, is_swapped)


def _rectangle_images(board: Board, area: Rectangle, place: str, *, is_swapped: bool) -> Iterator[_Image]:
    size, first = board.width, first_column(place)
    ends = [
        board.index(Point(area.column, area.row)),
        board.index(Point(area.column + area.width - 1, area.row + area.height - 1)),
    ]
    for image, taken in enumerate(board_symmetries(size, size)):
        (rows, columns) = zip(*(divmod(taken.index(end), size) for end in ends), strict=True)
        start, end, depth = min(columns) - first, max(columns) - first, max(rows) + 1
        if min(rows) or start < 0 or (place == CORNER and start):
            continue
        found = stones_in(board.cells, bits_by_point(size, place, image)).within(
            rectangle_mask(start, end - start + 1, depth)
        )
        stones = Stones(found.white, found.black) if is_swapped else found
        base = base_column(stones, place) if stones.stone_count else 0
        yield _Image(stones.shifted_left(base), base - start, end - base, depth, image, base + first)


Row = tuple[int, int, bytes, bytes, int | None]
"""A row of the index: the number of the game, the number of the step, room, next moves, winner."""


@dataclass(frozen=True, slots=True)
class LocalMove:
    """The next move that was played in a rectangle (None if no move was played there). `games` is the number of games
    in which it was played. `black` and `white` are the numbers of these games won by the player of the rectangle's
    black and white stones."""

    move: str | None
    color: Color | None
    games: int
    black: int
    white: int


@dataclass
class PatternTally:
    """Counts the games that a pattern search finds, by next move. A game with several next moves counts once for each.
    `at` maps each game to the number of the first step with the pattern."""

    at: dict[int, int] = field(default_factory=dict)
    _winners: dict[tuple[Point, Color] | None, dict[int, int | None]] = field(default_factory=dict)

    def add_rows(self, question: PatternQuery, rows: Iterable[Row]) -> None:
        """Count the games of those rows whose pattern fits the whole rectangle of the query."""
        for game, number, room, following, winner in rows:
            if not has_room(room, question.before, question.after, question.depth):
                continue
            if number < self.at.setdefault(game, number):
                self.at[game] = number
            won = Color(winner).opponent if winner and question.is_swapped else winner
            self._winners.setdefault(question.first_move_inside(following), {}).setdefault(game, won)

    def moves(self, height: int) -> list[LocalMove]:
        """Return the next moves, the most played first."""
        found = [_local_move(where, list(winners.values()), height) for where, winners in self._winners.items()]
        return sorted(found, key=lambda one: (-one.games, one.move is None, one.move or "", one.color or 0))


def _local_move(where: tuple[Point, Color] | None, winners: list[int | None], height: int) -> LocalMove:
    point, color = where or (None, None)
    wins = winners.count(Color.BLACK), winners.count(Color.WHITE)
    return LocalMove(None if point is None else vertex(point, height), color, len(winners), *wins)
