"""A shared place for all cells: the changes of a cell are rolled back."""

import logging

import pytest
from django.db import transaction
from django.test import override_settings

from tests.access.visitors import Place

HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
REFUSALS = logging.getLogger("django.request")
"""Django's log of refusals: writing thousands of lines takes longer than some of the requests."""


@pytest.fixture(scope="module")
def place(django_db_setup, django_db_blocker):
    """Yield ten visitors and their objects, for one test file: other files create such places themselves, and some
    objects exist only once."""
    with django_db_blocker.unblock(), override_settings(PASSWORD_HASHERS=HASHERS), transaction.atomic():
        yield Place()
        transaction.set_rollback(True)


@pytest.fixture(scope="module")
def unlogged():
    """Turn off the log of refusals."""
    REFUSALS.setLevel(logging.ERROR)
    yield
    REFUSALS.setLevel(logging.NOTSET)
