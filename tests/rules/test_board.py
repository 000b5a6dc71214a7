"""Boards as values: sizes, drawings, equality, and the keys that identify positions (R5)."""

from __future__ import annotations

import pytest

from rules import Board
from rules.board import stone_keys
from tests import diagrams


def test_a_board_has_one_to_twenty_five_lines_each_way():
    for size in ((1, 1), (1, 25), (25, 1), (25, 25)):
        assert Board.empty(*size).cells == bytes(size[0] * size[1])
    for size in ((0, 9), (9, 0), (26, 9), (9, 26), (-1, 9)):
        with pytest.raises(ValueError, match="no board of"):
            Board.empty(*size)
    with pytest.raises(ValueError, match="do not fill"):
        Board(9, 9, bytes(80))


def test_a_drawing_with_other_characters_or_with_rows_of_different_lengths_is_refused():
    for rows in (["..", "."], ["?."], ["X3"], ["xO"], ["..", "..", "...", "."]):
        with pytest.raises(ValueError, match="rows differ"):
            Board.from_rows(rows)


def test_boards_are_equal_when_size_and_stones_are():
    tall, wide = Board.from_rows(["X.", "..", ".O"]), Board.from_rows(["X..", "..O"])
    assert tall.cells == wide.cells
    assert tall != wide
    assert tall != Board.from_rows(["X.", "..", "O."])
    assert tall == Board.from_rows(["X.", "..", ".O"])
    assert tall != "X. .. .O"
    assert len({tall, wide, Board.from_rows(["X.", "..", ".O"])}) == 2
    assert hash(tall) != hash(wide)


def test_the_keys_of_positions_are_stored_and_stay_the_same_for_ever_R5():
    assert stone_keys(19, 19)[1][0] == 5433478042866173531
    assert stone_keys(19, 19)[2][360] == 7435641458277699756
    assert max(map(max, stone_keys(19, 19))) < 2**63  # twice that and one more fits into eight bytes
    board = diagrams.board("X . .\n. O .\n. . .")
    assert board.key == stone_keys(3, 3)[1][0] ^ stone_keys(3, 3)[2][4]
    assert Board.empty(3, 3).key == 0
    assert Board.from_rows(board.rows(), key=7).key == 7  # who knows it need not have it calculated
