"""Players' values: one for each side."""

import re
from decimal import Decimal
from pathlib import Path

import pytest

from rules import BLACK_AND_WHITE, RULE_SETS, Board, ByColor, Color, Outcome, Point, Reason, Setup, score
from rules.board import _capture_enemies, neighbors_of
from rules.errors import KoViolation, SuperkoViolation
from rules.ko import check_ko, history_key, position_key
from rules.order import IN_TURNS, OrderOfPlay
from rules.outcome import DRAWS
from rules.ruleset import KoRule
from rules.scoring import ScoreContext

BLACK, WHITE = Color.BLACK, Color.WHITE


def test_each_color_has_its_value_and_keeps_it_when_anothers_changes_R74():
    held = ByColor(3, 5)
    assert (held[BLACK], held[WHITE], held.black, held.white) == (3, 5, 3, 5)
    assert held.updated(WHITE, 6) == ByColor(3, 6)
    assert held.updated(BLACK, 4) == ByColor(4, 5)
    assert list(held.items()) == [(BLACK, 3), (WHITE, 5)]


def test_six_sides_have_a_value_each_R74():
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
    count = score(board, (), RULE_SETS["chinese"], ScoreContext(Decimal("7.5"), none, none))
    for color in BLACK_AND_WHITE:
        assert count.totals[color] == sum(term.points[color] for term in count.terms)


def test_black_and_white_act_in_turns_R1():
    order = Setup(9, 9, RULE_SETS["chinese"], Decimal(0)).order
    assert order.colors == order.seats == (BLACK, WHITE)
    assert order.next_to_act(BLACK) is order.opponent(BLACK) is WHITE
    assert order.next_to_act(WHITE) is order.opponent(WHITE) is BLACK
    assert order.turns_from(WHITE) == (WHITE, BLACK)
    assert [order.first_seat_of(color) for color in order.colors] == [0, 1]


def test_partners_at_four_seats_still_alternate_by_color_R73():
    pairs = OrderOfPlay(((0, BLACK), (1, WHITE), (2, BLACK), (3, WHITE)))
    assert (pairs.colors, pairs.seats, pairs.rotates_colors) == ((BLACK, WHITE), (BLACK, WHITE, BLACK, WHITE), False)
    assert pairs.next_to_act(WHITE) is BLACK


def test_chains_of_two_enemies_fall_together_so_that_neither_frees_the_other_R74():
    cells = bytearray([2, 2, 3, 1])
    assert sorted(_capture_enemies(neighbors_of(2, 2), cells, 3, color=1)) == [0, 1, 2]
    assert cells == bytes([0, 0, 0, 1])


def test_a_stone_that_touches_a_chain_twice_takes_it_once_R2():
    placed = Board.from_rows([".XX.", "XOOX", "XO.X", ".X.."]).place(BLACK, Point(2, 2))
    assert placed.captured == (Point(1, 1), Point(2, 1), Point(1, 2))
    assert placed.board == Board.from_rows([".XX.", "X..X", "X.XX", ".X.."])
    assert placed.board.key == Board.from_rows(placed.board.rows()).key


def test_the_winner_has_the_first_place_alone_R24():
    order = IN_TURNS
    assert Outcome.lost_by(WHITE, Reason.RESIGNATION, order).ranking == ((BLACK,), (WHITE,))
    assert Outcome.of_two(WHITE, Reason.TIME) == Outcome.lost_by(BLACK, Reason.TIME, order)
    for reason in DRAWS:
        drawn = Outcome.of_two(None, reason)
        assert (drawn.ranking, drawn.winner, drawn.is_draw, drawn.sgf) == (((BLACK, WHITE),), None, True, "0")
    for reason in (Reason.NO_RESULT, Reason.BOTH_LOSE, Reason.CANCELLED, Reason.ANNULLED):
        nobodys = Outcome.of_two(None, reason)
        assert (nobodys.ranking, nobodys.winner, nobodys.is_draw, nobodys.sgf) == ((), None, False, "Void")


@pytest.mark.parametrize(
    ("komi", "ranking"),
    [("1.5", ((BLACK,), (WHITE,))), ("2", ((BLACK, WHITE),)), ("2.5", ((WHITE,), (BLACK,)))],
)
def test_a_count_ranks_the_sides_by_their_points_and_equal_ones_share_a_place_R24(komi, ranking):
    board, none = Board.from_rows([".XX.O"]), ByColor(0, 0)
    count = score(board, (), RULE_SETS["chinese"], ScoreContext(Decimal(komi), none, none))
    assert count.ranking == ranking


def test_a_position_has_a_number_for_each_side_to_move_and_one_key_R5():
    board = Board.from_rows([".X.", "O..", "..."])
    numbers = [history_key(board.key, color) for color in IN_TURNS.colors]
    assert len(set(numbers)) == 2
    assert {position_key(number) for number in numbers} == {board.key}
    check_ko(KoRule.SITUATIONAL, [numbers[0], 0], numbers[1])
    with pytest.raises(SuperkoViolation):
        check_ko(KoRule.POSITIONAL, [numbers[0], 0], numbers[1])
    with pytest.raises(KoViolation):
        check_ko(KoRule.SIMPLE, [numbers[0], 0], numbers[1])


HOUSE = Path(__file__).resolve().parents[2]
TWO_SIDED = re.compile(
    r"(color|to_play|asked|first|mine)\.opponent\b|\b3 - \w|\"BW\"\[|\b1 - (turn|seat|index)|others\(.*\)\[0\]"
)
READS_TWO_SIDES = {"color", "estimate", "exact", "life", "playouts", "reader", "tree"}
"""Modules of `rules` that read a position of Black and White: dead stones are suggested in standard Go only (R74)."""


def test_the_other_side_is_written_nowhere_but_asked_of_the_order_of_play_R74():
    asked = [path for path in (HOUSE / "rules").rglob("*.py") if path.stem not in READS_TWO_SIDES]
    asked += [path for room in ("games", "challenges") for path in (HOUSE / room).rglob("*.py")]
    found = [
        f"{path.relative_to(HOUSE)}: {line.strip()}"
        for path in asked
        for line in path.read_text().splitlines()
        if TWO_SIDED.search(line)
    ]
    assert len(asked) > 100
    assert found == []
