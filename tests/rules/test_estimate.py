"""The suggestion of dead stones, unconditional life, and the marking aid (R10)."""

import subprocess
import sys
from pathlib import Path

import pytest

from rules import RULE_SETS, Board, Color, Point
from rules.errors import OffBoard
from rules.estimate import suggest_dead, toggle_marking, unconditionally_alive
from tests import diagrams

JAPANESE = RULE_SETS["japanese"]


def suggested(drawing):
    """The drawing with the suggested stones in small letters."""
    lines = ["".join(line.split()) for line in drawing.strip().splitlines()]
    position = Board.from_rows([line.upper() for line in lines])
    dead = suggest_dead(position, ruleset=JAPANESE)
    rows = [list(row) for row in position.rows()]
    for column, row in dead:
        rows[row][column] = rows[row][column].lower()
    return ["".join(row) for row in rows], lines


@pytest.mark.parametrize(
    "drawing",
    [
        """
        . . . X X O . . .
        . o . X X O . . .
        . . . X X O . x .
        . . . X X O . x .
        . X X X X O O O .
        . . . X O O . . .
        . o . X O O O . .
        . . . X O O O . .
        . . . X O O O . .
        """,
        """
        . X . X O . . . .
        X X X X O . . x .
        O O O O O . x x .
        . . . O . O . . .
        O O O O O O O O O
        X X X X X X X X X
        . . X o o o X . .
        . . X . o . X . .
        . . X X X X X . .
        """,
    ],
)
def test_stones_that_cannot_live_in_enemy_territory_are_suggested_R10(drawing):
    found, expected = suggested(drawing)

    assert found == expected


def test_seki_stays_on_the_board_R10():
    found, expected = suggested("""
        . . O X . O X . .
        . . O X . O X . .
        . . O X X O X . .
        . . O O O X X . .
        . . . . O X . . .
        . . . . O X . . .
        . . . . O X . . .
        """)

    assert found == expected


def test_one_stone_alone_on_the_board_is_not_dead():
    assert suggest_dead(diagrams.board(". . .\n. X .\n. . ."), ruleset=JAPANESE) == frozenset()
    assert suggest_dead(Board.empty(9, 9), ruleset=JAPANESE) == frozenset()


def test_where_all_stones_live_none_is_suggested_R22():
    position = diagrams.board("""
        . . . X O
        . O . X O
        . . . X O
        X X X X O
        O O O O .
        """)

    assert suggest_dead(position, ruleset=RULE_SETS["tromp_taylor"]) == frozenset()


def test_the_same_board_gets_the_same_answer_in_every_process():
    rows = ["..XO.", ".XXOO", "XXOO.", "OO.OX", ".OOX."]
    program = (
        f"from rules import *; from rules.estimate import suggest_dead;"
        f"print(sorted(suggest_dead(Board.from_rows({rows!r}), ruleset=RULE_SETS['japanese'])))"
    )
    root = Path(__file__).resolve().parents[2]
    here = str(sorted(suggest_dead(Board.from_rows(rows), ruleset=JAPANESE)))

    there = subprocess.run([sys.executable, "-c", program], cwd=root, capture_output=True, text=True, check=True)

    assert there.stdout.strip() == here


ALIVE = """
    . X . X O
    X X X X O
    O O O O O
    . . . . .
    """


def test_two_real_eyes_live_unconditionally():
    position = diagrams.board(ALIVE)

    assert unconditionally_alive(position, Color.BLACK) == position.chain_at(Point(1, 0)).stones
    assert unconditionally_alive(position, Color.WHITE) == frozenset()


def test_one_eye_does_not():
    position = diagrams.board("""
        . X O . O
        X X O O O
        O O O . .
        """)

    assert unconditionally_alive(position, Color.BLACK) == frozenset()


TWO_CHAINS = """
    . O . X .
    . . . X .
    O . X X X
    X X X . .
    . . . X O
    """


def test_a_click_marks_every_chain_of_the_colour_in_the_same_region_R10():
    position = diagrams.board(TWO_CHAINS)

    dead = toggle_marking(position, frozenset(), Point(1, 0), whole_region=True)

    assert dead == {Point(1, 0), Point(0, 2)}


def test_the_aid_is_undone_chain_by_chain_R10():
    position = diagrams.board(TWO_CHAINS)
    dead = frozenset({Point(1, 0), Point(0, 2)})

    assert toggle_marking(position, dead, Point(1, 0), whole_region=True) == {Point(0, 2)}


def test_without_the_aid_one_chain_is_marked_R10():
    position = diagrams.board(TWO_CHAINS)

    assert toggle_marking(position, frozenset(), Point(2, 2), whole_region=False) == (
        position.chain_at(Point(2, 2)).stones
    )


def test_a_click_on_an_empty_point_marks_nothing():
    position = diagrams.board(TWO_CHAINS)

    assert toggle_marking(position, frozenset(), Point(0, 0), whole_region=True) == frozenset()
    with pytest.raises(OffBoard):
        toggle_marking(position, frozenset(), Point(9, 9), whole_region=True)
