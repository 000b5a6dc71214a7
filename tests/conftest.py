"""Fixtures for all tests."""

import pytest
from django.core.cache import cache

from accounts import limits


@pytest.fixture(autouse=True)
def _quick_passwords(settings):
    """Real password hashing takes long on purpose; the tests of settings look at the real hasher."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture(autouse=True)
def _fresh_limits():
    """No test uses up the tries of another."""
    cache.clear()
    limits.forget()
