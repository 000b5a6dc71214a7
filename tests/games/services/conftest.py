"""Shared fixtures for tests of the games services."""

from __future__ import annotations

import pytest

from tests.factories import NOON, days, make_player


@pytest.fixture
def black():
    """Return a player who joined long ago."""
    return make_player(date_joined=NOON - days(1000))
