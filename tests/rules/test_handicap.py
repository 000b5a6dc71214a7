"""The places of handicap stones and star points, on boards of every size (R40)."""

from __future__ import annotations

import pytest

from rules import vertex
from rules.errors import BadHandicap
from rules.handicap import fixed_points, max_fixed_stones, star_points


def words(points, height):
    return " ".join(sorted(vertex(point, height) for point in points))


def test_nine_stones_have_a_place_on_odd_boards_from_nine_lines_on_four_on_others_R40():
    boards = {
        (5, 5): 0, (6, 19): 0, (19, 6): 0, (7, 7): 4, (7, 9): 4, (9, 8): 4, (8, 9): 4, (9, 9): 9, (9, 11): 9,
        (10, 19): 4, (19, 10): 4, (12, 13): 4, (13, 12): 4, (15, 15): 9, (21, 21): 9, (20, 20): 4,
    }  # fmt: skip

    assert {size: max_fixed_stones(*size) for size in boards} == boards


def test_fewer_stones_than_two_or_more_than_there_are_places_are_refused_R40():
    for width, height, most in ((19, 19, 9), (9, 9, 9), (10, 10, 4), (7, 7, 4)):
        assert len(fixed_points(width, height, most)) == most
        assert len(fixed_points(width, height, 2)) == 2
        for stones in (-1, 0, 1, most + 1):
            with pytest.raises(BadHandicap):
                fixed_points(width, height, stones)
    with pytest.raises(BadHandicap):
        fixed_points(5, 5, 2)


def test_the_third_line_up_to_twelve_lines_and_the_fourth_from_thirteen_on_R40():
    assert words(fixed_points(12, 12, 4), 12) == "C10 C3 K10 K3"
    assert words(fixed_points(13, 13, 4), 13) == "D10 D4 K10 K4"
    assert words(fixed_points(13, 9, 9), 9) == "D3 D5 D7 G3 G5 G7 K3 K5 K7"
    assert words(fixed_points(19, 19, 5), 19) == "D16 D4 K10 Q16 Q4"


def test_the_star_points_that_are_drawn():
    drawn = {
        (2, 3): "", (3, 3): "B2", (5, 5): "C3", (5, 6): "", (6, 5): "", (7, 7): "C3 C5 E3 E5", (9, 9): "C3 C7 E5 G3 G7",
        (13, 13): "D10 D4 G7 K10 K4", (10, 10): "C3 C8 H3 H8",
    }  # fmt: skip

    assert {size: words(star_points(*size), size[1]) for size in drawn} == drawn
    assert len(star_points(15, 15)) == len(star_points(19, 19)) == 9
