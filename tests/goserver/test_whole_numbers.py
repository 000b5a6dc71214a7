"""Numbers in a query string: ASCII digits, and not too many."""

import pytest

from foundation.text import whole_number
from tests.factories import make_player
from tests.support.callers import Caller


@pytest.mark.parametrize(
    ("text", "number"),
    [("0", 0), ("007", 7), ("1234", 1234), ("12345", None), ("", None), (None, None), ("-1", None), ("+1", None),
     ("1.0", None), (" 1", None), ("\u06f5", None), ("\u00b2", None), ("1_0", None)],
)  # fmt: skip
def test_a_number_is_its_ascii_digits_up_to_this_many_and_other_text_is_none(text, number):
    assert whole_number(text, 4) == number


@pytest.mark.django_db
@pytest.mark.parametrize("number", [2**63, 10**30])
def test_an_id_that_no_column_holds_is_one_that_there_is_not(client, number):
    assert client.get(f"/clubs/{number}/").status_code == 404
    client.force_login(player := make_player())
    for path in (f"/messages/{number}/", f"/opponents/games/{number}/"):
        assert client.get(path).status_code == 404
    caller = Caller(client, player)
    for method, body in (("patch", '{"folder": "a"}'), ("delete", "")):
        answer = caller.send(method, f"library/{number}/", body)
        assert answer.status_code == 404, answer.json()
