"""What several files about the server begin with."""

from __future__ import annotations

import pytest


@pytest.fixture
def office(admin_client):
    """A superuser."""
    return admin_client
