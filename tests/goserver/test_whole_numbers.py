"""Numbers in a query string: ASCII digits, and not too many."""

import pytest

from foundation.text import whole_number


@pytest.mark.parametrize(
    ("text", "number"),
    [("0", 0), ("007", 7), ("1234", 1234), ("12345", None), ("", None), (None, None), ("-1", None), ("+1", None),
     ("1.0", None), (" 1", None), ("\u06f5", None), ("\u00b2", None), ("1_0", None)],
)  # fmt: skip
def test_a_number_is_its_ascii_digits_up_to_this_many_and_other_text_is_none(text, number):
    assert whole_number(text, 4) == number
