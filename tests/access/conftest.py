"""A shared place for all cells: the changes of a cell are rolled back."""

import logging

import pytest
from django.db import transaction
from django.test import override_settings

from tests.access.visitors import Place

HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
REFUSALS = logging.getLogger("django.request")
"""Where Django says a line of every refusal: to write thousands of them takes longer than some of the questions."""


@pytest.fixture(scope="module")
def place(django_db_setup, django_db_blocker):
    """Ten visitors and what they look at, for a file of tests: other files make such places themselves, and of some
    things there is only one."""
    with django_db_blocker.unblock(), override_settings(PASSWORD_HASHERS=HASHERS), transaction.atomic():
        yield Place()
        transaction.set_rollback(True)


@pytest.fixture(scope="module")
def unlogged():
    """Refusals leave no line in the log."""
    REFUSALS.setLevel(logging.ERROR)
    yield
    REFUSALS.setLevel(logging.NOTSET)
