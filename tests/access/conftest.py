"""One place for all cells: whatever a cell does is undone."""

import pytest
from django.db import transaction
from django.test import override_settings

from tests.access.visitors import Place

HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture(scope="module")
def place(django_db_setup, django_db_blocker):
    """Ten visitors and what they look at."""
    with django_db_blocker.unblock(), override_settings(PASSWORD_HASHERS=HASHERS), transaction.atomic():
        yield Place()
        transaction.set_rollback(True)
