"""Glicko-2 against its author's example, and properties that hold for any players."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.glicko2 import LARGEST_DEVIATION, NEW, Strength, age_strength, update_strength

STRENGTHS = st.builds(Strength, st.floats(0, 3500), st.floats(20, LARGEST_DEVIATION), st.floats(0.01, 0.12))
SCORES = st.sampled_from([0.0, 0.5, 1.0])


def test_glickmans_worked_example():
    opponents = [(Strength(1400, 30), 1.0), (Strength(1550, 100), 0.0), (Strength(1700, 300), 0.0)]

    after = update_strength(Strength(1500, 200, 0.06), opponents)

    assert after.rating == pytest.approx(1464.06, abs=0.02)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_a_period_without_games_makes_less_certain_and_no_stronger():
    assert update_strength(Strength(1500, 200, 0.06), []) == age_strength(Strength(1500, 200, 0.06), 1)
    assert age_strength(Strength(1500, 200, 0.06), 1).deviation == pytest.approx(200.27, abs=0.01)


@given(STRENGTHS, STRENGTHS)
def test_the_winner_rises_and_the_loser_falls(one, other):
    assert update_strength(one, [(other, 1.0)]).rating > one.rating
    assert update_strength(one, [(other, 0.0)]).rating < one.rating


@given(STRENGTHS, SCORES)
def test_a_result_against_somebody_stronger_is_worth_more(one, score):
    weaker, stronger = Strength(one.rating - 200, 60), Strength(one.rating + 200, 60)

    assert update_strength(one, [(stronger, score)]).rating > update_strength(one, [(weaker, score)]).rating


@given(STRENGTHS)
def test_a_draw_between_equals_moves_nobody(one):
    assert update_strength(one, [(one, 0.5)]).rating == pytest.approx(one.rating)


@given(STRENGTHS, STRENGTHS, SCORES)
def test_a_game_never_makes_less_certain_than_the_time_that_it_stands_for(one, other, score):
    after = update_strength(one, [(other, score)])

    assert 0 < after.deviation <= LARGEST_DEVIATION
    assert 0 < after.volatility < 1
    assert after.deviation <= age_strength(Strength(one.rating, one.deviation, after.volatility), 1).deviation


@given(STRENGTHS, st.floats(0, 100), st.floats(0, 100))
def test_parts_of_a_period_add_up(one, first, second):
    assert age_strength(age_strength(one, first), second).deviation == pytest.approx(
        age_strength(one, first + second).deviation
    )


@given(STRENGTHS, st.floats(-1000, 100_000))
def test_nobody_is_less_certain_than_a_new_player(one, periods):
    assert one.deviation - 1e-9 <= age_strength(one, periods).deviation <= NEW.deviation
