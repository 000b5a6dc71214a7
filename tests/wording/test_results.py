"""How a game ended, as a sentence."""

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


def test_a_result_of_a_record_is_a_sentence_or_stays_as_it_is_written():
    known = {
        "B+R": "Black won by resignation", "W+Resign": "White won by resignation", "W+T": "White won on time",
        "B+3.5": "Black won by 3.5 points", "W+1": "White won by 1 point", "0": "Draw", "Void": "No result",
    }  # fmt: skip
    unknown = ["", "?", "B+", "X+3", "B+Infinity", "B+\u0663", "R", "Jigo"]
    assert {text: words.sgf_result_sentence(text) for text in known} == known
    assert [words.sgf_result_sentence(text) for text in unknown] == unknown
