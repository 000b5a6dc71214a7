"""Fixtures for all tests."""

import pytest


@pytest.fixture(autouse=True)
def _quick_passwords(settings):
    """Real password hashing takes long on purpose; the tests of sign-in turn it on again."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
