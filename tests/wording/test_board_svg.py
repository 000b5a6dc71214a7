"""The drawing of a board: small with any stones, and with the same fine lines on every size."""

from __future__ import annotations

import gzip
import random
import re
from pathlib import Path

import pytest

from rules import BLACK_AND_WHITE, Board, Color, Move, Point
from wording.board_parts import small_occupied_part_svg
from wording.board_svg import BoardMarks, board_svg, diagram_svg, small_board_svg

CSS = (Path(__file__).resolve().parents[2] / "static/css/board.css").read_text()


def crowded(stones: int) -> Board:
    """A 19x19 board with this many stones, of either colour, anywhere."""
    chance = random.Random(19)
    empty = Board.empty(19, 19)
    points = chance.sample(sorted(empty.points()), stones)
    return empty.with_stones((chance.choice(BLACK_AND_WHITE), point) for point in points)


def test_a_board_of_316_stones_is_1300_bytes_and_has_no_node_for_a_stone():
    board = crowded(316)
    full = board_svg(
        board, BoardMarks(last=Move(Color.BLACK, next(p for p in board.points() if board[p] is Color.BLACK)))
    )

    assert 0 < len(gzip.compress(full.encode(), 6)) <= 1300
    assert full.count("<") == board_svg(crowded(3)).count("<") + 1  # the dot on the last stone
    assert len(gzip.compress(small_board_svg(board, None).encode(), 6)) <= 1000


def test_the_drawing_says_what_there_is_and_the_style_sheet_how_it_looks():
    board = crowded(100)
    drawn = board_svg(board, BoardMarks(ghost=Move(Color.WHITE, Point(3, 3)))) + small_board_svg(board, None)

    assert "style" not in drawn
    assert "#" not in drawn
    assert "stroke" not in drawn


@pytest.mark.parametrize(
    ("board", "labels", "box"),
    [
        (Board.empty(19, 19), True, "-1.189 -1.189 20.378 20.378"),
        (Board.empty(9, 9), True, "-.879 -.879 9.758 9.758"),
        (Board.empty(25, 5), True, "-1.375 -1.375 26.75 6.75"),
        (Board.empty(9, 9), False, "-.56 -.56 9.12 9.12"),
    ],
)
def test_the_margin_grows_with_the_number_of_lines(board, labels, box):
    assert f'viewBox="{box}"' in board_svg(board, labels=labels)


def test_small_diagrams_have_letters_as_large_as_a_board_of_16_lines():
    drawn = diagram_svg(Board.empty(5, 5), BoardMarks())

    assert 'class="goban diagram c5 r5" viewBox="-1.096 -1.096 6.192 6.192"' in drawn
    assert ".diagram { --n: max(var(--c), var(--r), 16); }" in CSS


def test_the_style_sheet_knows_every_size():
    for lines in range(5, 26):
        assert f".c{lines} {{ --c: {lines}; }} .r{lines} {{ --r: {lines}; }}" in CSS
    assert 'class="goban c5 r25"' in board_svg(Board.empty(5, 25))
    assert 'class="goban flat c25 r5"' in small_board_svg(Board.empty(25, 5), None)


def test_a_stone_to_be_played_has_its_row_and_column_under_all_stones_and_its_letter_and_number_stand_out():
    drawn = board_svg(crowded(30), BoardMarks(ghost=Move(Color.WHITE, Point(9, 8))))

    assert drawn.index('<path class="hair" d="M0 8h18M9 0v18"/>') < drawn.index('<path class="s"')
    (chosen,) = re.findall(r'<g class="xy on">(.*?)</g>', drawn)
    assert re.findall(r">([^<]+)<", chosen) == ["K", "K", "11", "11"]
    every = re.findall(r'<g class="xy">(.*?)</g>', drawn)[0]
    assert 'x="9" y="-.758">K<' in chosen
    assert re.findall(r'y="(-[.0-9]+)">(\w+)<', every) == [("-.758", "ABCDEFGHJKLMNOPQRST")]
    assert re.findall(r">(\d+)<", every) == ["987654321"] * 2 + [str(n) for n in range(19, 9, -1) for _ in "lr"]
    assert drawn.endswith('<path class="w" d="M9 8h0"/></g><circle class="ring" cx="9" cy="8" r=".56"/></svg>')


def test_dead_stones_leave_the_four_paths_of_the_living_and_are_crossed_out():
    board = Board.from_rows(("XO...", ".....", ".....", ".....", "....."))
    drawn = board_svg(board, BoardMarks(dead=frozenset([Point(0, 0), Point(1, 0)])), labels=False)

    assert '<path class="s" d=""/><path class="b" d=""/><path class="r" d=""/><path class="w" d=""/>' in drawn
    assert '<g class="x"><path class="s" d="M0 0h0"/><path class="b" d="M0 0h0"/>' in drawn
    assert '<path class="cross ow" d="M.8 -.2l.4.4m0-.4l-.4.4"/>' in drawn


def test_small_boards_have_flat_stones_no_letters_and_a_larger_dot():
    board = Board.from_rows(("XO...", ".....", ".....", ".....", "....."))
    drawn = small_board_svg(board, Move(Color.WHITE, Point(1, 0)))

    assert "<text" not in drawn
    assert '<path class="s" d="M0 0h0"/><path class="b" d="M0 0h0"/><path class="r" d="M1 0h0"/>' in drawn
    assert '<circle class="last ow" cx="1" cy="0" r=".24"/>' in drawn


def test_four_more_colours_have_a_shape_and_a_path_each_and_a_letter_V4():
    board = Board.empty(9, 9).with_stones((color, Point(int(color), 2)) for color in Color)
    drawn = board_svg(board, BoardMarks(last=Move(Color.RED, Point(3, 2)), dead=frozenset({Point(4, 2)})))

    alive = dict(re.findall(r'<path class="(k k\w)" d="([^"]+)"', drawn.partition('<g class="x"')[0]))
    assert list(alive) == ["k kr", "k kg", "k ky"]  # blue's is dead
    assert len({shape.partition(" 2")[2] for shape in alive.values()}) == 3
    assert '<circle class="last or"' in drawn
    assert 'class="cross ou"' in drawn
    assert re.findall(r'<text class="lt o\w"[^>]*>(\w)</text>', drawn) == ["R", "U", "G", "Y"]
    assert small_board_svg(board, None).count('class="k k') == 4
    assert 'class="k k' not in board_svg(crowded(9))
    assert (
        board_svg(crowded(9), BoardMarks(colors=4)).count('class="k k') == 2
    )  # to be looked through by the page's script


def test_a_part_is_a_square_with_all_stones_and_one_line_around_them_and_ends_at_the_edge_of_the_board():
    rows = ["." * 9] * 6 + ["......XO.", ".....X...", "." * 9]
    assert 'viewBox="3.44 3.44 5.12 5.12"' in small_occupied_part_svg(Board.from_rows(rows))
    corner = ["OX......."] + ["." * 9] * 8
    assert 'viewBox="-.56 -.56 3.12 3.12"' in small_occupied_part_svg(Board.from_rows(corner)).replace("-0.", "-.")
    assert small_occupied_part_svg(Board.empty(9, 9)) == small_board_svg(Board.empty(9, 9), None)
