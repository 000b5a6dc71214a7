"""The two players in most tests of discussions."""

from __future__ import annotations

import pytest

from tests.factories import make_player


@pytest.fixture
def author():
    return make_player()


@pytest.fixture
def reader():
    return make_player()
