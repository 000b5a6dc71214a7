"""Shared fixtures for tests of the server."""

from __future__ import annotations

import pytest


@pytest.fixture
def admin_site(admin_client):
    """A superuser."""
    return admin_client
