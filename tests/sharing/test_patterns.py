"""Local patterns: the index finds the same as a linear scan of all positions (L11)."""

from __future__ import annotations

import random

import pytest

from rules import Board, Color, Move, Point, vertex
from rules.ruleset import SelfCaptureRule
from sharing.patterns.question import CannotSearchRectangle, PatternTally, Rectangle, make_pattern_queries
from sharing.patterns.rows import MOVES, SEEN, pattern_rows_of
from sharing.symmetry import board_symmetries

WINNERS = (Color.BLACK, Color.WHITE, None)


def random_line(dice, size, moves):
    """Moves near the corners and sides; captures happen, passes too."""
    board, line, color = Board.empty(size, size), [], Color.BLACK
    line.append((board, None))
    for _ in range(moves):
        near = [0, 1, 2, 3, size - 4, size - 3, size - 2, size - 1]
        empty = [
            point
            for point in board.points()
            if board[point] is None and (point.column in near or point.row in near or dice.random() < 0.2)
        ]
        point = None if dice.random() < 0.05 else dice.choice(empty)
        board = board if point is None else board.place(color, point, SelfCaptureRule.ALLOWED).board
        line.append((board, Move(color, point)))
        color = color.opponent
    return line


def drawn(board, area, image, *, swapped=False):
    """The rectangle of an image as rows of text; its points by place in the rectangle."""
    colors = {None: ".", Color.BLACK: "XO"[swapped], Color.WHITE: "OX"[swapped]}
    taken = board_symmetries(board.width, board.width)[image]
    points = [
        [board.point(taken[row * board.width + column]) for column in range(area.column, area.column + area.width)]
        for row in range(area.row, area.row + area.height)
    ]
    return [[colors[board[point]] for point in row] for row in points], points


def upright(board, area):
    """The images of a board in which a rectangle is at the upper edge, as rectangles of that image."""
    size = board.width
    for image, taken in enumerate(board_symmetries(size, size)):
        ends = [
            taken.index(board.index(Point(column, row)))
            for column in (area.column, area.column + area.width - 1)
            for row in (area.row, area.row + area.height - 1)
        ]
        columns, rows = [end % size for end in ends], [end // size for end in ends]
        if min(rows) == 0:
            yield image, Rectangle(min(columns), 0, max(columns) - min(columns) + 1, max(rows) + 1)


def is_corner(area, size):
    return area.column in (0, size - area.width) and area.row in (0, size - area.height)


def scan(lines, board, area, *, swapped):
    """All games that have the rectangle's stones somewhere, and their next moves, by looking at every position. A next
    move is compared as the smallest of the points to which symmetries of the pattern map it."""
    size, games, following = board.width, {}, {}
    image, flat = next(upright(board, area))
    wanted, own = drawn(board, flat, image)
    own_images = [
        points for other, one in upright(board, area)
        for cells, points in [drawn(board, one, other)]
        if cells == wanted and one[2:] == flat[2:] and (one == flat or not is_corner(area, size))
    ]  # fmt: skip
    starts = (flat.column,) if is_corner(area, size) else range(4, size - 4 - flat.width + 1)
    for turned in (False, True) if swapped else (False,):
        for game, line in enumerate(lines):
            for number, (there, _move) in enumerate(line[: MOVES + 1]):
                for other in range(8):
                    for start in starts:
                        cells, points = drawn(
                            there, Rectangle(start, 0, flat.width, flat.height), other, swapped=turned
                        )
                        if cells != wanted:
                            continue
                        games[game] = min(number, games.get(game, number))
                        key = next_move(line, number, points, own_images, turned=turned)
                        winner = WINNERS[game % 3]
                        won = winner.opponent if winner and turned else winner
                        following.setdefault(key, {}).setdefault(game, won)
    assert own
    return games, {
        (None if key is None else (vertex(key[0], size), key[1])): sorted(map(str, winners.values()))
        for key, winners in following.items()
    }


def next_move(line, number, points, own_images, *, turned):
    for _board, move in line[number + 1 : SEEN + 1]:
        for row, places in enumerate(points):
            if move.point in places:
                column = places.index(move.point)
                mapped = min((image[row][column] for image in own_images), key=lambda point: (point.row, point.column))
                return mapped, move.color.opponent if turned else move.color
    return None


def answer(lines, board, area, *, swapped):
    tally = PatternTally()
    for question in make_pattern_queries(board, area, swapped=swapped):
        rows = [
            (game, row.number, row.room, row.next, WINNERS[game % 3])
            for game, line in enumerate(lines)
            for row in sorted(pattern_rows_of(line), key=lambda row: row.number)
            if row.key == question.key
        ]
        tally.add_rows(question, rows)
    return tally


def areas_of(dice, size):
    """Rectangles at random corners and sides."""
    reach = min(10, size - 1)
    for _ in range(12):
        width, height = dice.randint(4, min(7, reach)), dice.randint(4, min(7, reach))
        yield Rectangle(dice.choice((0, size - width)), dice.choice((0, size - height)), width, height)
        if size >= 12:
            width = dice.randint(4, min(reach, size - 8))
            start = dice.randint(4, size - 4 - width)
            depth = dice.randint(4, 6)
            yield dice.choice(
                (
                    Rectangle(start, 0, width, depth), Rectangle(start, size - depth, width, depth),
                    Rectangle(0, start, depth, width), Rectangle(size - depth, start, depth, width),
                )
            )  # fmt: skip


@pytest.mark.parametrize(("seed", "size"), [(1, 19), (2, 19), (3, 13), (4, 9), (5, 13)])
def test_L11_the_index_finds_what_a_linear_scan_finds(seed, size):
    dice = random.Random(seed)
    lines = [random_line(dice, size, dice.choice((4, 12, 40, 65))) for _ in range(6)]
    asked = found = 0
    for area in areas_of(dice, size):
        line = dice.choice(lines)
        board, _move = dice.choice(line[1:16])
        try:
            make_pattern_queries(board, area, swapped=False)
        except CannotSearchRectangle:  # without stones, or with too many
            continue
        swapped = dice.random() < 0.5
        tally, (games, following) = (
            answer(lines, board, area, swapped=swapped), scan(lines, board, area, swapped=swapped)
        )  # fmt: skip
        assert tally.at == games
        counted = {
            (None if one.move is None else (one.move, one.color)): (one.games, one.black, one.white)
            for one in tally.moves(size)
        }
        assert counted == {
            key: (len(won), won.count(str(Color.BLACK)), won.count(str(Color.WHITE))) for key, won in following.items()
        }
        asked, found = asked + 1, found + len(games)
    assert asked > 3
    assert found > asked


def test_L11_a_pattern_matches_in_all_symmetries_and_along_the_side():
    near, far = Point(3, 2), Point(16, 15)
    first = Board.empty(19, 19).with_stones([(Color.BLACK, near)])
    second = Board.empty(19, 19).with_stones([(Color.BLACK, far)])
    other = Board.empty(19, 19).with_stones([(Color.BLACK, Point(3, 3))])
    lines = [[(board, None)] for board in (first, second, other)]

    assert answer(lines, first, Rectangle(0, 0, 6, 4), swapped=False).at == {0: 0, 1: 0}

    along = [[(Board.empty(19, 19).with_stones([(Color.WHITE, point)]), None)] for point in (Point(7, 2), Point(16, 9))]
    assert answer(along, along[0][0][0], Rectangle(5, 0, 5, 4), swapped=False).at == {0: 0, 1: 0}
    assert answer(along, along[0][0][0], Rectangle(4, 0, 10, 4), swapped=False).at == {0: 0}


@pytest.mark.parametrize(
    ("area", "code"),
    [
        (Rectangle(0, 0, 3, 5), "size"),
        (Rectangle(0, 0, 11, 5), "size"),
        (Rectangle(5, 5, 5, 5), "place"),
        (Rectangle(3, 0, 5, 5), "place"),
        (Rectangle(10, 0, 6, 5), "place"),
        (Rectangle(14, 14, 5, 5), "empty"),
        (Rectangle(0, 0, 10, 10), "stones"),
    ],
)
def test_L11_rectangles_that_cannot_be_searched_are_refused(area, code):
    board = Board.empty(19, 19).with_stones((Color.BLACK, Point(column, row)) for column in range(6) for row in (4, 6))

    with pytest.raises(CannotSearchRectangle) as refused:
        make_pattern_queries(board, area, swapped=False)

    assert refused.value.code == code


def test_L11_boards_that_are_not_square_have_no_patterns():
    assert list(pattern_rows_of([(Board.empty(9, 13).with_stones([(Color.BLACK, Point(2, 2))]), None)])) == []


def test_L11_a_game_has_a_bounded_number_of_rows():
    dice = random.Random(9)
    assert max(len(list(pattern_rows_of(random_line(dice, 19, 60)))) for _ in range(3)) < 1000
