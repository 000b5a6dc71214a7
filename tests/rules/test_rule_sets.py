"""The rule sets, field by field (R30 to R32)."""

import runpy
from decimal import Decimal

import pytest

from rules import DEFAULT_RULE_SET, RULE_SETS, Board, RuleSet, ScoreContext, score

FIELDS = (
    "counting", "ko", "self_capture", "komi", "handicap_placement", "compensation", "pass_stones", "last_pass_white",
    "resumer_moves_first", "all_stones_alive", "rejection_always_settles",
)  # fmt: skip
TABLE = {
    "brainking": "brainking simple forbidden 3.5/4.5/5.5 fixed none never False True False False",
    "japanese": "territory simple forbidden 6.5/6.5/6.5 fixed none never False False False False",
    "korean": "territory simple forbidden 6.5/6.5/6.5 fixed none never False False False False",
    "chinese": "area positional forbidden 7.5/7.5/7.5 free per_stone never False True False False",
    "aga": "aga situational forbidden 7.5/7.5/7.5 fixed per_stone_after_first always True True False False",
    "bga": "aga situational forbidden 7.5/7.5/7.5 fixed per_stone_after_first always True True False False",
    "new_zealand": "area situational allowed 7/7/7 free none never False True False False",
    "tromp_taylor": "area positional allowed 7.5/7.5/7.5 free none never False True True False",
    "ing": "area positional allowed 8/8/8 free none never False True False False",
    "leaflet": "territory positional forbidden 0/0/0 fixed none settling False True False True",
}


def written(rules: RuleSet) -> str:
    values = rules.to_json()
    return " ".join("/".join(values[name]) if name == "komi" else str(values[name]) for name in FIELDS)


def test_every_rule_set_is_what_the_table_says_R30():
    fresh = runpy.run_module("rules.ruleset")["RULE_SETS"]

    assert {key: written(rules) for key, rules in fresh.items()} == TABLE
    assert {key: written(rules) for key, rules in RULE_SETS.items()} == TABLE
    assert all(key == rules.key for key, rules in fresh.items())
    assert DEFAULT_RULE_SET == "brainking"


@pytest.mark.parametrize("key", TABLE)
def test_a_rule_set_is_read_back_as_it_was_written(key):
    assert RuleSet.from_json(RULE_SETS[key].to_json()) == RULE_SETS[key]


@pytest.mark.parametrize(
    ("size", "komi"), [((9, 9), "3.5"), ((11, 11), "3.5"), ((12, 5), "4.5"), ((16, 16), "4.5"), ((5, 17), "5.5")]
)
def test_the_komi_is_that_of_the_nearest_size_R31(size, komi):
    assert RULE_SETS["brainking"].default_komi(*size, 0) == Decimal(komi)
    assert RULE_SETS["brainking"].default_komi(*size, 2) == Decimal("0.5")


@pytest.mark.parametrize(
    ("key", "points"), [("chinese", [0, 2, 9]), ("aga", [0, 1, 8]), ("japanese", [0, 0, 0]), ("new_zealand", [0, 0, 0])]
)
def test_what_white_gets_for_handicap_stones(key, points):
    assert [RULE_SETS[key].compensation_for(stones) for stones in (0, 2, 9)] == points


@pytest.mark.parametrize(
    ("komi", "black", "result"),
    [("8", 44, "B+0.5"), ("8", 45, "B+2.5"), ("8", 43, "W+1.5"), ("0.5", 40, "W+1.5"), ("0.5", 41, "B+0.5")],
)
def test_under_ing_rules_equal_points_are_a_win_for_black_and_half_a_komi_has_no_tie(komi, black, result):
    """Black has these points of 9x9, White the rest but one, which is no one's where the sum says so."""
    white = 80 - black if komi == "8" else 81 - black
    cells = "X" * black + "." * (81 - black - white) + "O" * white
    board = Board.from_rows([cells[row : row + 9] for row in range(0, 81, 9)])

    counted = score(board, (), RULE_SETS["ing"], ScoreContext(Decimal(komi)))

    assert counted.sgf_result == result
    assert ("ties" in [term.name for term in counted.terms]) == (komi == "8")


def test_only_ing_rules_give_ties_away_and_stored_games_need_not_say_so():
    assert [key for key, rules in RULE_SETS.items() if rules.ties_to_black] == ["ing"]
    assert [key for key, rules in RULE_SETS.items() if "ties_to_black" in rules.to_json()] == ["ing"]
