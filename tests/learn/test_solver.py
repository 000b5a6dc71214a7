"""The solver against positions whose answer every player knows (C104, C105)."""

from __future__ import annotations

import pytest

from learn.problems.proof import Proof, TryOutcome, prove
from learn.problems.solver import SolverInput, SolverLimitReached
from rules import Board, Color, parse_vertex
from rules.notation import vertex

BLACK, WHITE = Color.BLACK, Color.WHITE


def question(drawing: str, mark: str, reacher: Color, free: int = 0) -> SolverInput:
    """Colons are the empty points of the area, small letters its stones."""
    lines = ["".join(line.split()) for line in drawing.strip().splitlines()]
    board = Board.from_rows([line.upper().replace(":", ".") for line in lines])
    area = frozenset(at for at, sign in enumerate("".join(lines)) if sign in "xo:")
    marks = tuple(board.index(parse_vertex(name, board.width, board.height)) for name in mark.split())
    return SolverInput(board, reacher, marks, area, free)


def right(asked: SolverInput, proof: Proof) -> str:
    board = asked.board
    return " ".join(vertex(board.point(at), board.height) for at in proof.right)


THREE = """
    . . . . . .
    X X X X X .
    O O O O X .
    : : : O X .
    """


@pytest.mark.parametrize("first", [BLACK, WHITE])
def test_the_middle_of_three_is_the_vital_point_for_both_C104(first):
    asked = question(THREE, "A2", BLACK)
    proof = prove(asked, first)

    assert (right(asked, proof), proof.best) == ("B1", TryOutcome.YES)
    assert proof.elsewhere.reached is TryOutcome.NO


def test_four_in_a_row_live_and_a_square_of_four_dies_whoever_plays_first():
    row = question("""
        . . . . . .
        X X X X X X
        O O O O O X
        : : : : O X
        """, "A2", BLACK)  # fmt: skip
    square = question("""
        . . . . .
        X X X X .
        O O O X .
        : : O X .
        : : O X .
        """, "A3", BLACK)  # fmt: skip

    assert prove(row, BLACK).best is TryOutcome.NO
    assert prove(square, WHITE).best is TryOutcome.NO
    assert prove(square, BLACK).elsewhere.reached is TryOutcome.YES


LADDER = """
    : : : : : : :
    : : : : : : :
    : : o x : : :
    : : x o : : :
    : : : x : : :
    : : : : : : :
    : : : : : : :
    """


def test_every_winning_first_move_is_found_C104():
    asked = question(LADDER, "D4", BLACK, free=3)

    assert right(asked, prove(asked, BLACK)) == "E5 E4 F4"


def test_a_ladder_is_read_across_the_board_and_a_breaker_is_seen():
    rows = LADDER.strip().splitlines()
    rows[5] = rows[5].replace(": : : : : : :", ": : : : : o :")
    broken = question("\n".join(rows), "D4", BLACK, free=3)

    assert right(broken, prove(broken, BLACK)) == "E4"


def test_a_ko_is_an_outcome_of_its_own_C104():
    asked = question("""
        X X X X .
        O O O X .
        : : O X .
        : : O X .
        : : : X .
        """, "A4", BLACK)  # fmt: skip
    proof = prove(asked, WHITE)

    assert (right(asked, proof), proof.best) == ("B2", TryOutcome.KO)
    assert {line.reached for line in proof.lines.values()} == {TryOutcome.KO, TryOutcome.NO}


def test_one_empty_point_connects_or_cuts_and_of_two_each_side_gets_one():
    one = question("""
        . . X . .
        . O X O .
        . O : O .
        . O X O .
        . . X . .
        """, "C4 C2", BLACK)  # fmt: skip
    two = question("""
        . . X X . .
        . O X X O .
        . O : : O .
        . O X X O .
        . . X X . .
        """, "C4 C2", BLACK)  # fmt: skip

    assert right(one, prove(one, BLACK)) == right(one, prove(one, WHITE)) == "C3"
    assert prove(two, WHITE).best is TryOutcome.NO
    assert prove(two, BLACK).elsewhere.reached is TryOutcome.YES


def test_too_much_to_read_is_given_up():
    asked = question("\n".join([": " * 7] * 6 + ["o " * 7]), "A1", BLACK)
    with pytest.raises(SolverLimitReached):
        prove(asked, BLACK, nodes=500)
