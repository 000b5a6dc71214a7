"""The board: points, chains, liberties, captures; without turns, ko and phases."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from .color import Color
from .errors import OffBoard, PointOccupied, SelfCapture
from .ruleset import SelfCaptureRule

EMPTY = 0
LARGEST = 25
_ROW = str.maketrans(".XORUGY", "\x00\x01\x02\x03\x04\x05\x06")
_DRAWN = bytes.maketrans(b"\x00\x01\x02\x03\x04\x05\x06", b".XORUGY")


class Point(NamedTuple):
    """An intersection: column and row counted from 0 at the upper left, as in SGF."""

    column: int
    row: int


@dataclass(frozen=True, slots=True)
class Chain:
    """Solidly connected stones of one colour, and the empty points next to them."""

    color: Color
    stones: frozenset[Point]
    liberties: frozenset[Point]


@dataclass(frozen=True, slots=True)
class Placement:
    """The result of placing a stone: the new board, the captured enemy stones, and the player's own stones that were
    removed by self-capture."""

    board: Board
    captured: tuple[Point, ...]
    self_captured: tuple[Point, ...]


Neighbors = tuple[tuple[int, ...], ...]


@lru_cache(maxsize=64)
def points_of(width: int, height: int) -> tuple[Point, ...]:
    """Return all points of the board, row by row. Every call returns the same objects, because comparing identical
    objects is fast."""
    return tuple(Point(column, row) for row in range(height) for column in range(width))


_SIDES = ((-1, 0), (0, -1), (0, 1), (1, 0))
_CORNERS = ((-1, -1), (-1, 1), (1, -1), (1, 1))


@lru_cache(maxsize=64)
def neighbors_of(width: int, height: int, wraps: bool = False) -> Neighbors:
    """Return for every point of the board, by index (row * width + column), the indices of its neighbours. If `wraps`
    is true, each edge of the board is joined to the opposite edge (V70)."""
    return _neighbor_table((width, height), wraps, _SIDES)


@lru_cache(maxsize=64)
def diagonals_of(width: int, height: int, wraps: bool = False) -> Neighbors:
    """Return for every point of the board, by index, the indices of its diagonal neighbours."""
    return _neighbor_table((width, height), wraps, _CORNERS)


def _neighbor_table(size: tuple[int, int], wraps: bool, steps: Iterable[tuple[int, int]]) -> Neighbors:
    """Return for every point, by index, the indices of the points to which these steps lead. A step is a pair of
    numbers of points down and right. Each index is given once, and a point is not its own neighbour."""
    width, height = size
    table = []
    for row in range(height):
        for column in range(width):
            places = [(row + down, column + right) for down, right in steps]
            if wraps:
                places = [(down % height, right % width) for down, right in places]
            found = dict.fromkeys(r * width + c for r, c in places if 0 <= r < height and 0 <= c < width)
            found.pop(row * width + column, None)
            table.append(tuple(found))
    return tuple(table)


@lru_cache(maxsize=64)
def stone_keys(width: int, height: int) -> tuple[tuple[int, ...], ...]:
    """Return a fixed 63-bit number for a stone of every colour on every point, by colour number and point index.

    The exclusive or of the numbers of all stones on the board is the key of a position (Zobrist hashing).
    """
    return tuple(
        tuple(_stone_key(width, height, value, index) if value else 0 for index in range(width * height))
        for value in range(len(Color) + 1)
    )


def _stone_key(width: int, height: int, value: int, index: int) -> int:
    digest = hashlib.blake2b(f"{width}x{height}:{value}:{index}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big") >> 1


class Board:
    """A position as a value. `cells` has for every point, row by row from the upper left, 0 or the number of a colour.
    `wraps` is whether each edge of the board is joined to the opposite edge, as on a torus (V70)."""

    __slots__ = ("cells", "height", "key", "width", "wraps")

    width: int
    height: int
    cells: bytes
    key: int
    wraps: bool

    def __init__(self, width: int, height: int, cells: bytes, key: int | None = None) -> None:
        if len(cells) != width * height:
            raise ValueError("the cells do not fill the board")
        self.width, self.height, self.cells, self.wraps = width, height, cells, False
        self.key = _position_key_of(width, height, cells) if key is None else key

    @classmethod
    def empty(cls, width: int, height: int) -> Board:
        """Return an empty board with 1 to 25 points in each direction. Raises ValueError for other sizes."""
        if not (1 <= width <= LARGEST and 1 <= height <= LARGEST):
            raise ValueError(f"no board of {width} by {height}")
        return cls(width, height, bytes(width * height), 0)

    @classmethod
    def from_rows(cls, rows: Iterable[str], key: int | None = None) -> Board:
        """Return the position drawn with `.` (empty), `X` (Black), `O` (White) and `R U G Y` (the other colours, V4),
        top row first. `key` is the position's key, if known.

        Raises ValueError for other characters and shapes. Does not check that every chain has a liberty.
        """
        lines = list(rows)
        cells = "".join(lines).translate(_ROW).encode("latin-1")
        if any(len(line) != len(lines[0]) for line in lines) or max(cells, default=0) > len(Color):
            raise ValueError("rows differ in length or hold other characters than . X O R U G Y")
        return cls(len(lines[0]), len(lines), cells, key)

    def rows(self) -> list[str]:
        """Return the position as drawn rows, which from_rows() converts back."""
        drawn = self.cells.translate(_DRAWN).decode()
        return [drawn[start : start + self.width] for start in range(0, len(drawn), self.width)]

    def wrapped(self, wraps: bool = True) -> Board:
        """Return the same position on a board whose edges are joined, or, if `wraps` is False, on a board with ordinary
        edges (V70)."""
        if wraps is self.wraps:
            return self
        return self._with_cells(self.cells, self.key, wraps)

    def _with_cells(self, cells: bytes, key: int | None, wraps: bool) -> Board:
        board = Board(self.width, self.height, cells, key)
        board.wraps = wraps
        return board

    @property
    def neighbors(self) -> Neighbors:
        """Return the neighbours of every point, by index."""
        return neighbors_of(self.width, self.height, self.wraps)

    @property
    def diagonal_neighbors(self) -> Neighbors:
        """Return the diagonal neighbours of every point, by index."""
        return diagonals_of(self.width, self.height, self.wraps)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        return self.cells == other.cells and self.width == other.width and self.wraps is other.wraps

    def __hash__(self) -> int:
        return hash((self.width, self.cells))

    def __repr__(self) -> str:
        return f"Board.from_rows({self.rows()!r})"

    def __getitem__(self, point: Point) -> Color | None:
        """Return the colour of the stone on the point, or None if the point is empty. Raises OffBoard."""
        value = self.cells[self.index(point)]
        return Color(value) if value else None

    def index(self, point: Point) -> int:
        """Return the index of the point in `cells`. Raises OffBoard."""
        column, row = point
        if not (0 <= column < self.width and 0 <= row < self.height):
            raise OffBoard
        return row * self.width + column

    def point(self, index: int) -> Point:
        """Return the point at this index in `cells`."""
        return points_of(self.width, self.height)[index]

    def points(self) -> Iterator[Point]:
        """Return every point, row by row."""
        return (self.point(index) for index in range(len(self.cells)))

    def chain_at(self, point: Point) -> Chain:
        """Return the chain of the stone on this point. Raises ValueError if the point is empty."""
        start = self.index(point)
        color = self.cells[start]
        if not color:
            raise ValueError("no stone there")
        neighbors, stones, liberties = self.neighbors, {start}, set()
        todo = [start]
        for index in todo:
            for near in neighbors[index]:
                value = self.cells[near]
                if not value:
                    liberties.add(near)
                elif value == color and near not in stones:
                    stones.add(near)
                    todo.append(near)
        return Chain(Color(color), self._point_set(stones), self._point_set(liberties))

    def with_stones(self, stones: Iterable[tuple[Color | None, Point]]) -> Board:
        """Return a copy of the board with stones set on these points. The colour None removes a stone. Nothing is
        captured."""
        cells = bytearray(self.cells)
        for color, point in stones:
            cells[self.index(point)] = color or EMPTY
        return self._with_cells(bytes(cells), None, self.wraps)

    def place(self, color: Color, point: Point, self_capture: SelfCaptureRule = SelfCaptureRule.FORBIDDEN) -> Placement:
        """Place a stone, and remove chains without liberties: first enemy chains, then the player's own (R2 to R4).

        Raises OffBoard, PointOccupied or SelfCapture. Does not check ko or turns.
        """
        start = self.index(point)
        if self.cells[start]:
            raise PointOccupied
        cells = bytearray(self.cells)
        cells[start] = color
        neighbors = neighbors_of(self.width, self.height, self.wraps)
        captured = _capture_enemies(neighbors, cells, start, int(color))
        lost: list[int] = []
        if not captured:
            lost = find_dead_chain(neighbors, cells, start) or []
            _check_self_capture(len(lost), self_capture)
            for index in lost:
                cells[index] = EMPTY
        key = self._key_after(int(color), start, captured, lost)
        board = Board(self.width, self.height, bytes(cells), key)
        board.wraps = self.wraps
        return Placement(board, self._sorted_points(captured), self._sorted_points(lost))

    def _key_after(self, color: int, start: int, captured: list[int], lost: list[int]) -> int:
        keys = stone_keys(self.width, self.height)
        key = self.key ^ keys[color][start]
        for index in captured:
            key ^= keys[self.cells[index]][index]
        for index in lost:
            key ^= keys[color][index]
        return key

    def _point_set(self, indices: Iterable[int]) -> frozenset[Point]:
        return frozenset(map(self.point, indices))

    def _sorted_points(self, indices: Iterable[int]) -> tuple[Point, ...]:
        return tuple(map(self.point, sorted(indices)))


def _position_key_of(width: int, height: int, cells: bytes) -> int:
    keys, key = stone_keys(width, height), 0
    for index, value in enumerate(cells):
        if value:
            key ^= keys[value][index]
    return key


def find_dead_chain(neighbors: Neighbors, cells: bytearray | bytes | list[int], start: int) -> list[int] | None:
    """Return the indices of the stones in the chain that includes the point `start`, if that chain has no liberty.
    Return None if it has one."""
    color = cells[start]
    chain, seen = [start], {start}
    for index in chain:
        for near in neighbors[index]:
            value = cells[near]
            if not value:
                return None
            if value == color and near not in seen:
                seen.add(near)
                chain.append(near)
    return chain


def _capture_enemies(neighbors: Neighbors, cells: bytearray, start: int, color: int) -> list[int]:
    """Remove the enemy chains next to `start` that have no liberty; return their indices.

    All such chains are found before any is removed: enemies of several colours do not free each other when captured
    together (R74).
    """
    captured: list[int] = []
    for near in neighbors[start]:
        if cells[near] and cells[near] != color and near not in captured:
            captured += find_dead_chain(neighbors, cells, near) or ()
    for index in captured:
        cells[index] = EMPTY
    return captured


def _check_self_capture(lost: int, rule: SelfCaptureRule) -> None:
    if not lost or rule is SelfCaptureRule.ALLOWED:
        return
    if rule is SelfCaptureRule.FORBIDDEN or lost == 1:
        raise SelfCapture
