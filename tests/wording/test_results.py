"""The result of a game as a sentence."""

from __future__ import annotations

from decimal import Decimal

import pytest
from django.utils import translation

from rules import Color, Reason
from rules.outcome import Outcome
from wording import words


@pytest.mark.parametrize(
    ("margin", "text"),
    [("1", "White won by 1 point"), ("0.5", "White won by 0.5 points"), ("12", "White won by 12 points")],
)
def test_one_point_is_a_point(margin, text):
    assert words.result_sentence(Outcome.of_two(Color.WHITE, Reason.SCORE, Decimal(margin))) == text


def test_a_point_is_counted_in_the_digits_of_the_language():
    with translation.override("fa"):
        assert "۱ امتیاز" in words.result_sentence(Outcome.of_two(Color.BLACK, Reason.SCORE, Decimal(1)))


@pytest.mark.parametrize(
    ("sgf", "text"),
    [
        ("B+3.5", "Black won by 3.5 points"),
        ("W+Resign", "White won by resignation"),
        ("W+T", "White won on time"),
        ("B+F", "Black won by forfeit"),
        ("0", "Draw"),
        ("Void", "No result"),
        ("B+", "B+"),
        ("W+1e9", "W+1e9"),
        ("?", "?"),
    ],
)
def test_a_result_in_a_record_is_a_sentence_if_it_can_be_read(sgf, text):
    assert words.result_sentence_of_sgf(sgf) == text
