"""The writer of JSON that is made once."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foundation import json_text

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text() | st.integers(), inner),
)


@given(values)
def test_it_writes_what_json_writes(value):
    assert json_text.dumps(value) == json.dumps(value)


def test_what_json_does_not_know_is_refused_in_the_same_words():
    for write in (json_text.dumps, json.dumps):
        with pytest.raises(TypeError, match="Object of type set is not JSON serializable"):
            write({"a": {1}})
