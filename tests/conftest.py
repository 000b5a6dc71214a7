"""Fixtures for all tests."""

import os

import pytest
from django.core.cache import cache
from hypothesis import settings as hypothesis

from accounts import limits

# The same random games every time, so that a failure is one of the change that is tested; IGO_EXPLORE=1 tries new ones.
hypothesis.register_profile("same", derandomize=True, deadline=None)
hypothesis.register_profile("new", deadline=None)
hypothesis.load_profile("new" if os.environ.get("IGO_EXPLORE") else "same")


@pytest.fixture(autouse=True)
def _quick_passwords(settings):
    """Real password hashing takes long on purpose; the tests of settings look at the real hasher."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture(autouse=True)
def _fresh_limits():
    """No test uses up the tries of another."""
    cache.clear()
    limits.forget()
