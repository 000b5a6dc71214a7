"""Who plays: a value for each side."""

from decimal import Decimal

import pytest

from rules import RULE_SETS, Board, ByColor, Color, score

BLACK, WHITE = Color.BLACK, Color.WHITE


def test_each_color_has_its_value_and_keeps_it_when_anothers_changes_V1():
    held = ByColor(3, 5)
    assert (held[BLACK], held[WHITE], held.black, held.white) == (3, 5, 3, 5)
    assert held.updated(WHITE, 6) == ByColor(3, 6)
    assert held.updated(BLACK, 4) == ByColor(4, 5)
    assert list(held.items()) == [(BLACK, 3), (WHITE, 5)]


def test_six_sides_have_a_value_each_V1():
    held = ByColor(1, 2, 3, 4, 5, 6)
    assert held.updated(WHITE, 0) == ByColor(1, 0, 3, 4, 5, 6)
    assert held.map(str) == ByColor(*"123456")
    assert ByColor(1, 2) != ByColor(1, 2, 0)


def test_values_by_letter_come_back_whatever_the_order_in_which_a_database_keeps_them():
    assert ByColor(3, 5).by_letter(str) == {"B": "3", "W": "5"}
    assert ByColor.from_letters({"W": 5, "B": 3}) == ByColor(3, 5)
    with pytest.raises(ValueError, match="not a colour"):
        ByColor.from_letters({"B": 3, "?": 5})


def test_the_totals_of_a_count_are_the_sums_of_its_lines_for_each_side():
    board = Board.from_rows([".X.O.", ".X.O.", ".X.O."])
    none = ByColor(0, 0)
    count = score(board, (), ruleset=RULE_SETS["chinese"], komi=Decimal("7.5"), prisoners=none, pass_stones=none)
    for color in Color:
        assert count.totals[color] == sum(term.points[color] for term in count.terms)
