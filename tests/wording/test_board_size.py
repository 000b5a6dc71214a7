"""The size of a board as text."""

from __future__ import annotations

from django.utils import translation

from wording.words import board_size_text


def test_a_size_is_width_by_height_in_the_digits_of_the_language_and_stays_left_to_right():
    assert board_size_text(9, 13) == "9×13"
    with translation.override("fi"):
        assert board_size_text(19, 19) == "19×19"
    with translation.override("fa"):
        assert board_size_text(9, 13) == "\u2066۹×۱۳\u2069"
