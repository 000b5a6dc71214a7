"""Exact search of small areas: races, seki, dead shapes, the corner, false eyes (R10, R60)."""

from __future__ import annotations

import pytest

from rules import Board
from rules.exact import AreaReading, read_area

LIVES, DIES, FIRST_COME = 2, -2, 0


def reading(drawing: str, nodes: int = 20_000) -> AreaReading:
    """Read an area: small letters are its stones, colons its empty points, and capitals the walls around it."""
    lines = ["".join(line.split()) for line in drawing.strip().splitlines()]
    position = Board.from_rows([line.upper().replace(":", ".") for line in lines])
    return read_area(position, [at for at, sign in enumerate("".join(lines)) if sign in "xo:"], nodes)


def black_and_white(drawing: str) -> tuple[float, float]:
    """Return the fates of Black's stones and White's in the area, one chain each."""
    signs = "".join(drawing.split())
    lives = reading(drawing).lives
    assert lives is not None
    found = {signs[min(chain)]: value for chain, value in lives.items()}
    assert len(found) == len(lives) == 2
    return found["x"], found["o"]


def eye_space(drawing: str) -> float:
    """Return the fate of White, who is alone in the area."""
    lives = reading(drawing).lives
    assert lives is not None
    (value,) = lives.values()
    return value


def test_two_groups_that_share_two_liberties_stay_in_seki():
    assert black_and_white("""
        . . O x : o X
        . . O x : o X
        . . O x x o X
        . . O O O X X
        """) == (LIVES, LIVES)


def test_a_race_of_equals_is_won_by_who_plays_first():
    assert black_and_white("""
        X X X X X X X
        X o o o o : X
        O x x x x : O
        O O O O O O O
        """) == (FIRST_COME, FIRST_COME)


def test_one_liberty_more_wins_the_race_whoever_plays_first():
    assert black_and_white("""
        X X : X X X X
        X o o o o : X
        O x x x x : O
        O O O O O O O
        """) == (DIES, LIVES)


@pytest.mark.parametrize(
    ("shape", "drawing", "fate"),
    [
        ("three in a row", "XXXXXXX XoooooX Xo:::oX", FIRST_COME),
        ("four in a row", "XXXXXXXX XooooooX Xo::::oX", LIVES),
        ("a square of four", "XXXXXX XooooX Xo::oX Xo::oX", DIES),
        ("two eyes of one point", "XXXXXXX XoooooX Xo:o:oX", LIVES),
        ("one eye of two points", "XXXXXX XooooX Xo::oX", DIES),
    ],
)
def test_the_shape_of_the_eye_space_decides(shape, drawing, fate):
    assert eye_space("\n".join(drawing.split())) == fate, shape


def test_a_bulky_five_with_the_enemy_on_its_vital_point_is_dead():
    assert black_and_white("""
        X X X X X X X
        X o o o o X X
        X o x x o o X
        X o : x : o X
        """) == (LIVES, DIES)


def test_bent_four_in_the_corner_is_dead():
    assert black_and_white("""
        . O O . . . .
        O O O O O O O
        x x x O O O O
        : o x x x O O
        o o o : x O O
        """) == (DIES, LIVES)


def test_a_point_that_must_be_filled_is_no_eye():
    assert (
        eye_space("""
        X X X X X X
        X o o o X X
        X o : o o X
        X o o X : X
        X X X X X X
        """)
        == DIES
    )


def test_reading_stops_at_the_given_limit_and_says_so():
    drawing = """
        X X X X X X X X X
        X o o o o o o o X
        X o : : : : : o X
        X o : : : : : o X
        """

    assert reading(drawing, 50) == AreaReading(None, 50)
