"""The rows of the index of local patterns for one game."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from rules import Board, Color, Move

from .geometry import (
    LARGEST,
    MOST_STONES,
    NO_ROOM,
    PLACES,
    SMALLEST,
    Stones,
    Window,
    base_column,
    bits_by_point,
    mirrored_image,
    pattern_key,
    stones_in,
    windows_of,
)

MOVES = 60
"""The number of moves, or nodes, after which patterns are no longer stored."""
SEEN = 90
"""The number of moves among which the next move in a pattern is searched."""

Step = tuple[Board, Move | None]
"""A position, and the move that led to it, or None if stones were placed in another way."""
Later = list[tuple[int, Color]]
"""The plays after a position: the indexes of their points, and their colours."""


@dataclass(frozen=True, slots=True)
class PatternRow:
    """A row of the index: a pattern that appears at step `number`. `room` says how large a rectangle can be that
    contains only these stones. It has a byte for each depth from 4 to 10, with the value 16 x before + after: the
    largest numbers of columns before and after the column of the first stone (or the corner). `next` has the later
    moves that can be the next move in such a rectangle, 2 bytes each (`encode_move`)."""

    number: int
    key: int
    room: bytes
    next: bytes


class _Change(NamedTuple):
    """A step of a game: the position after it, the indices of the points that it changed, the later plays, and its
    number."""

    board: Board
    changed: list[int]
    later: Later
    number: int


def pattern_rows_of(line: Sequence[Step]) -> Iterator[PatternRow]:
    """Yield the patterns of a game, given by its first positions. A board that is not square, or too small, has
    none."""
    if not line or not SMALLEST < line[0][0].width == line[0][0].height:
        return
    seen = set[tuple[int, bytes, bytes]]()
    for change in _changes_by_step(line):
        for place in PLACES:
            for image in range(8):
                for row in _rows_of_change(change, place, image):
                    if (row.key, row.room, row.next) not in seen:
                        seen.add((row.key, row.room, row.next))
                        yield row


def _changes_by_step(line: Sequence[Step]) -> Iterator[_Change]:
    before = bytes(len(line[0][0].cells))
    plays = [
        None if move is None or move.point is None else (board.index(move.point), move.color) for board, move in line
    ]
    for number, (board, _move) in enumerate(line[: MOVES + 1]):
        changed = [index for index, (old, new) in enumerate(zip(before, board.cells, strict=True)) if old != new]
        before = board.cells
        if changed:
            yield _Change(board, changed, [play for play in plays[number + 1 : SEEN + 1] if play is not None], number)


def _rows_of_change(change: _Change, place: str, image: int) -> Iterator[PatternRow]:
    """Yield a row for each pattern that a step has changed, for one image of the board. A pattern is stored for only
    one of an image and its reflection: the one that sorts first, or for both if they are equal."""
    size, cells = change.board.width, change.board.cells
    region = bits_by_point(size, place, image)
    touched = sum(region.get(index, 0) for index in change.changed)
    if not touched:
        return
    here, there = stones_in(cells, region), stones_in(cells, bits_by_point(size, place, mirrored_image(image, place)))
    groups: dict[Stones, list[Window]] = {}
    for window in windows_of(size, place):
        if window.mask & touched:
            groups.setdefault(here.within(window.mask), []).append(window)
    for stones, windows in groups.items():
        if not 0 < stones.stone_count <= MOST_STONES[place]:
            continue
        base, mirrored = base_column(stones, place), there.within(windows[0].mirrored)
        normal = stones.shifted_left(base)
        if normal <= mirrored.shifted_left(base_column(mirrored, place)):
            room = _room_of_windows(windows, base)
            after = _next_moves(change.later, region, base, room)
            yield PatternRow(change.number, pattern_key(normal, size, place), room, after)


def _room_of_windows(windows: list[Window], base: int) -> bytes:
    """Return the `room` of a PatternRow whose stones lie in each of these rectangles. For each depth, the free columns
    before and after the stones are independent, so the largest numbers of both are combined."""
    found: dict[int, tuple[int, int]] = {}
    for window in windows:
        before, after = found.get(window.depth, (0, 0))
        found[window.depth] = max(before, base - window.start), max(after, window.end - base)
    depths = range(SMALLEST, LARGEST + 1)
    return bytes(found[depth][0] * 16 + found[depth][1] if depth in found else NO_ROOM for depth in depths)


def has_room(room: bytes, before: int, after: int, depth: int) -> bool:
    """Return whether a rectangle of this depth contains the stones of a row and no others. It has `before` columns
    before the row's base column and `after` columns after it. `room` is that of the row."""
    one = room[max(0, depth - SMALLEST)]
    return one != NO_ROOM and before <= one // 16 and after <= one % 16


def _next_moves(later: Later, region: dict[int, int], base: int, room: bytes) -> bytes:
    """Return the later moves that can be the next move in a rectangle, because there is a rectangle that contains them
    but no earlier one of them. They are encoded as in `PatternRow.next`."""
    found, codes = list[tuple[int, int, int]](), array("H")
    for index, color in later:
        bit = region.get(index)
        if bit is None:
            continue
        column, row = divmod(bit.bit_length() - 1, LARGEST)
        needs = max(0, base - column), max(0, column - base), row + 1
        fits = any(has_room(room, needs[0], needs[1], depth) for depth in range(row + 1, LARGEST + 1))
        if fits and not any(a <= needs[0] and b <= needs[1] and c <= needs[2] for a, b, c in found):
            found.append(needs)
            codes.append(encode_move(column - base, row, color))
    return codes.tobytes()


def encode_move(column: int, row: int, color: Color) -> int:
    """Return a move as one number, from its column (-9 to 9), its distance from the edge and its colour."""
    return ((column + LARGEST - 1) * LARGEST + row) * 2 + (color is Color.WHITE)


def decode_moves(codes: bytes) -> Iterator[tuple[int, int, Color]]:
    """Yield the moves in `PatternRow.next`: column, distance from the edge, colour."""
    numbers = array("H")
    numbers.frombytes(codes)
    for number in numbers:
        column, row = divmod(number // 2, LARGEST)
        yield column - LARGEST + 1, row, Color.WHITE if number % 2 else Color.BLACK
