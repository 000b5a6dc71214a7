"""The estimate of settled boards is their count, under every rule set and with every handicap."""

from dataclasses import replace
from decimal import Decimal
from itertools import product

import pytest

from gtp import Engine
from machine_review.engines import score_estimate
from rules import RULE_SETS, ByColor, Point, ScoreContext, score
from rules.position_estimate import estimate_position
from tests import diagrams
from tests.support import programs

SETTLED = {
    "a wall, two dead handicap stones and a neutral line": """
        . . . . X . O . .
        . . . . X . O . .
        . . X . X . O X .
        . . . . X . O . .
        . . . . X . O . .
        . . . . X . O . .
        . . X . X . O X .
        . . . . X . O . .
        . . . . X . O . .
        """,
    "more black stones than white ones, and a dead white one": """
        . . . X X O . . .
        . O . X X O . . .
        . . . X X O . . .
        . X X X X O . . .
        X X . X X O . O .
        . . X X O O O . .
        X X X X X O . . .
        . X . X X O O O O
        . X X X X X O . .
        """,
    "a seki in which two chains share two liberties": """
        . . O X . O X . .
        . . O X . O X . .
        . . O X X O X . .
        . . O O O X X . .
        . . O O X X . . .
        . . O O X X . . .
        . . . O X . . . .
        . . . O X . . . .
        . . . O X . . . .
        """,
}
DEAD = {
    "a wall, two dead handicap stones and a neutral line": {Point(7, 2), Point(7, 6)},
    "more black stones than white ones, and a dead white one": {Point(1, 1)},
    "a seki in which two chains share two liberties": set(),
}
HANDICAPS = (0, 2, 4, 9)
MATRIX = [pytest.param(name, key, id=f"{name}, {key}") for name, key in product(SETTLED, RULE_SETS)]
"""Each settled board under each rule set."""


def score_contexts(ruleset):
    """Each handicap with its komi, without and with prisoners, as in a set-up position, and pass stones."""
    for handicap in HANDICAPS:
        komi = ruleset.default_komi(9, 9, handicap)
        yield ScoreContext(komi, handicap=handicap)
        yield ScoreContext(komi, ByColor(7, 2), ByColor(1, 3), handicap)


@pytest.mark.parametrize(("name", "key"), MATRIX)
def test_the_estimate_of_a_settled_board_is_within_a_point_of_its_count_R20_R21_R22_R23(name, key):
    board, ruleset = diagrams.board(SETTLED[name]), RULE_SETS[key]

    for context in score_contexts(ruleset):
        counted = score(board, DEAD[name], ruleset, context).margin
        assert abs(estimate_position(board, ruleset, context).lead - counted) <= 1, context


def test_four_stones_under_chinese_rules_are_compensated():
    board, chinese = diagrams.board(next(iter(SETTLED.values()))), RULE_SETS["chinese"]

    without, four = (
        estimate_position(board, chinese, ScoreContext(Decimal("0.5"), handicap=handicap)).lead for handicap in (0, 4)
    )

    assert without - four == 4


def test_whose_the_points_are_is_shown_with_dead_stones_and_without_neutral_points():
    board = diagrams.board(next(iter(SETTLED.values())))

    found = estimate_position(board, RULE_SETS["japanese"], ScoreContext())

    assert found.points.black == {point for point in board.points() if point.column < 5}
    assert found.points.white == {point for point in board.points() if point.column > 5}


def test_two_open_points_leave_the_rest_of_the_board_counted():
    wall = ". . . . X O . . .\n" * 8 + ". . . X . . O . ."

    found = estimate_position(diagrams.board(wall), RULE_SETS["japanese"], ScoreContext())

    assert abs(found.lead - (35 - 26)) <= 2


def test_an_open_board_is_what_random_games_make_of_it_with_the_compensation_R22():
    few = diagrams.game("E5 C3 G7", rules="chinese").board

    leads = [estimate_position(few, RULE_SETS["chinese"], ScoreContext(handicap=stones)).lead for stones in (0, 9)]

    assert leads[0] > 0
    assert leads[0] - leads[1] == 9


def test_an_open_board_counts_territory_as_area_without_the_extra_stones_R21():
    board = diagrams.game("E5 pass G7 pass C3 pass", rules="japanese").board

    area, territory = (estimate_position(board, RULE_SETS[key], ScoreContext()).lead for key in ("chinese", "japanese"))

    assert area - territory == 3


@pytest.mark.parametrize("options", [(), ("--chinese-rules",)], ids=["territory", "area"])
def test_gnu_go_estimates_a_settled_board_as_it_is_counted_whatever_it_counts_itself(options):
    name = "a wall, two dead handicap stones and a neutral line"
    board = diagrams.board(SETTLED[name])

    with Engine([programs.need("gnugo"), "--mode", "gtp", *options], 60) as engine:
        for key, ruleset in RULE_SETS.items():
            for context in score_contexts(ruleset):
                dead = replace(ruleset, all_stones_alive=False)  # GNU Go knows no rules under which dead stones stay
                counted = score(board, DEAD[name], dead, context).margin
                assert abs(score_estimate(engine, board, ruleset, context) - counted) <= 1, (key, context)
