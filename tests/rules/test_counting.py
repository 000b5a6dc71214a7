"""Counting (R20 to R24, R30, R31), the golden counts, symmetry."""

from dataclasses import replace
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import RULE_SETS, Board, ByColor, Color, Outcome, Point, Reason, RuleSet, Setup, score, score_of
from rules.outcome import format_points
from rules.ruleset import CountingMethod
from rules.scoring import TERMS, ScoreContext, ScoreCounts
from tests import diagrams


def count(position, dead=(), *, rules="japanese", komi=0, prisoners=(0, 0), handicap=0):
    return score(
        position,
        [Point(*point) for point in dead],
        RULE_SETS[rules],
        ScoreContext(Decimal(komi), ByColor(*prisoners), ByColor(0, 0), handicap),
    )


def test_brainkings_worked_example_is_20_5_to_24_R20():
    counts = ScoreCounts(
        territory=ByColor(29, 33),
        stones=ByColor(0, 0),
        dead=ByColor(1, 7),
        prisoners=ByColor(2, 3),
        pass_stones=ByColor(0, 0),
        komi=Decimal("4.5"),
        compensation=0,
    )
    terms = TERMS[CountingMethod.BRAINKING](counts)

    assert sum(term.points.black for term in terms) == Decimal("20.5")
    assert sum(term.points.white for term in terms) == 24


SPLIT = """
    . . X O .
    . . X O .
    . . X O .
    . O X O X
    . . X O .
    """


def test_territory_is_what_one_colour_alone_borders_R21():
    result = count(diagrams.board(SPLIT), dead=[(1, 3), (4, 3)], prisoners=(2, 1))

    assert result.territory.map(len) == ByColor(10, 5)
    assert result.totals == ByColor(Decimal(13), Decimal(7))


def test_area_counts_stones_and_territory_R22():
    result = count(diagrams.board(SPLIT), dead=[(1, 3), (4, 3)], rules="chinese")

    assert result.totals == ByColor(Decimal(15), Decimal(10))


def test_an_unmarked_stone_makes_its_surroundings_neutral():
    result = count(diagrams.board(SPLIT))

    assert result.territory.map(len) == ByColor(0, 0)
    assert len(result.dame) == 13


def test_the_count_of_a_game_gives_white_what_the_rules_give_for_its_handicap_R22():
    even, four = (diagrams.game(rules="chinese", handicap=stones) for stones in (0, 4))
    alone = replace(even, board=four.board)

    for name, points in (("chinese", 4), ("aga", 3), ("japanese", 0)):
        setups = [replace(game.setup, ruleset=RULE_SETS[name], komi=Decimal(0)) for game in (alone, four)]
        without, with_four = (score_of(replace(alone, setup=setup), ()) for setup in setups)
        assert without.margin - with_four.margin == points


def test_compensation_for_handicap_stones_goes_to_white_R22():
    result = count(diagrams.board(SPLIT), rules="chinese", handicap=3)

    assert next(term for term in result.terms if term.name == "compensation").points.white == 3


positions = st.integers(2, 9).flatmap(
    lambda size: st.lists(st.text(".XO", min_size=size, max_size=size), min_size=size, max_size=size).map(
        Board.from_rows
    )
)


@given(positions, st.tuples(st.integers(0, 40), st.integers(0, 40)))
@settings(max_examples=150, deadline=None)
def test_brainkings_margin_is_the_japanese_one_with_the_same_komi_R21(position, prisoners):
    one = count(position, rules="brainking", komi="6.5", prisoners=prisoners)
    other = count(position, rules="japanese", komi="6.5", prisoners=prisoners)

    assert one.margin == other.margin


@given(positions)
@settings(max_examples=100, deadline=None)
def test_swapping_the_colours_swaps_the_score(position):
    swapped = Board.from_rows([row.translate(str.maketrans("XO", "OX")) for row in position.rows()])
    for rules in ("japanese", "chinese", "brainking"):
        assert count(position, rules=rules).margin == -count(swapped, rules=rules).margin


@given(positions)
@settings(max_examples=100, deadline=None)
def test_turning_and_mirroring_the_board_changes_no_score(position):
    rows = position.rows()
    turned = Board.from_rows(["".join(column) for column in zip(*rows[::-1], strict=True)])
    mirrored = Board.from_rows([row[::-1] for row in rows])
    for rules in ("japanese", "chinese"):
        margin = count(position, rules=rules).margin
        assert count(turned, rules=rules).margin == count(mirrored, rules=rules).margin == margin


@pytest.mark.parametrize(
    ("outcome", "text"),
    [
        (Outcome.of_two(Color.BLACK, Reason.SCORE, Decimal("3.5")), "B+3.5"),
        (Outcome.of_two(Color.WHITE, Reason.SCORE, Decimal("10.0")), "W+10"),
        (Outcome.of_two(None, Reason.SCORE, Decimal(0)), "0"),
        (Outcome.of_two(Color.WHITE, Reason.RESIGNATION), "W+R"),
        (Outcome.of_two(Color.WHITE, Reason.TIME), "W+T"),
        (Outcome.of_two(Color.BLACK, Reason.FORFEIT), "B+F"),
        (Outcome.of_two(None, Reason.NO_RESULT), "Void"),
    ],
)
def test_results_are_written_as_sgf_writes_them_R24(outcome, text):
    assert outcome.sgf == text
    assert Outcome.from_json(outcome.to_json()) == outcome


def test_points_are_never_binary_fractions_R24():
    assert format_points(Decimal("21.50")) == "21.5"
    assert format_points(Decimal("0.0")) == "0"


@pytest.mark.parametrize("key", RULE_SETS)
def test_a_game_keeps_every_field_of_its_rule_set_R30(key):
    ruleset = RULE_SETS[key]

    assert RuleSet.from_json(ruleset.to_json()) == ruleset
    setup = Setup(19, 19, ruleset, Decimal("6.5"), 0)
    assert Setup.from_json(setup.to_json()) == setup


@pytest.mark.parametrize(("size", "komi"), [(5, "3.5"), (9, "3.5"), (13, "4.5"), (19, "5.5"), (25, "5.5")])
def test_komi_on_other_sizes_is_that_of_the_nearest_R31(size, komi):
    assert RULE_SETS["brainking"].default_komi(size, size, 0) == Decimal(komi)


@pytest.mark.parametrize("key", RULE_SETS)
def test_komi_is_half_a_point_with_a_handicap_R31(key):
    assert RULE_SETS[key].default_komi(19, 19, 4) == Decimal("0.5")
