"""Shared fixtures for tests of the server."""

from __future__ import annotations

import pytest


@pytest.fixture
def admin_site(admin_client):
    """Return a client signed in as a superuser."""
    return admin_client
