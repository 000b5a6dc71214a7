"""Messages stand where they are found for translation."""

from __future__ import annotations

import pytest

from tests.support.translations import hidden, lines_with_hidden


@pytest.mark.parametrize("call", ["_('day')", "gettext('day')", "ngettext('day', 'days', 2)"])
def test_a_message_inside_an_f_string_is_found(call):
    assert lines_with_hidden(f'name = "x"\nsaid = f"{{name}} ({{{call}}})"') == [2]
    assert lines_with_hidden(f'said = {call} + f"{{name}}"') == []


def test_no_message_hides_in_an_f_string():
    assert hidden() == []
