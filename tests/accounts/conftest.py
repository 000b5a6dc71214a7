"""Shared fixtures for tests of accounts."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.security import oauth
from tests.factories import make_player
from tests.support.oauth import BACK
from tests.support.signing_in import PASSWORD


@pytest.fixture
def browser(aino):
    """Return Aino's browser; the password was entered a moment ago."""
    client = Client()
    client.force_login(aino)
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    return client


@pytest.fixture
def app():
    """Return another player's program."""
    return oauth.register_app(player=make_player("author"), name="Goban", redirect_uris=[BACK])
