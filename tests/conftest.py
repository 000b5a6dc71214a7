"""Fixtures for all tests."""

import gc
import os
import time

import pytest
from django.conf import settings as django
from django.core.cache import cache
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.utils import timezone, translation
from hypothesis import settings as hypothesis

from foundation import append_only, caches, limits, timesource
from tests.support import databases, emptying
from tests.support.connections import wait_until_alone
from tests.support.refusals import PROOFS

pytest_plugins = ["tests.support.skips"]

os.environ.setdefault("IGO_HOUSE_BOT", "0")  # servers of tests have a bot only where a test is about it

# The same random games every time, so that a failure is one of the change that is tested; IGO_EXPLORE=1 tries new ones.
hypothesis.register_profile("same", derandomize=True, deadline=None, max_examples=40)
hypothesis.register_profile("new", deadline=None, max_examples=100)
# At night many more, other ones every time.
hypothesis.register_profile("nightly", deadline=None, max_examples=500)
_NAMES = {"IGO_EXPLORE": "new", "IGO_NIGHTLY": "nightly"}
hypothesis.load_profile(next((name for flag, name in _NAMES.items() if os.environ.get(flag)), "same"))


LOGS = ("accounts_staffaction", "competitions_logline", "competitions_leagueline", "competitions_matchline")
"""Tables that the database refuses to empty."""


def pytest_configure(config):
    """Compile the catalogs, so that plain `pytest` passes in a fresh clone; workers find them compiled.

    Static files are those of the clone, even if `serve` has collected some: reading all of these for each client took a
    sixth of the tests' time.
    """
    django.STATIC_ROOT = django.BASE_DIR / "static" / "not collected"
    if not hasattr(config, "workerinput"):
        call_command("compile_translations")


def pytest_collection_finish():
    """Exclude imported modules and collected tests from garbage collection, because they stay until the end."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


@pytest.fixture(scope="session")
def django_db_setup(django_test_environment, django_db_blocker, tmp_path_factory):
    """Use a copy of a migrated database (tests/support/databases.py) instead of the one in the settings.

    SQLite uses a file, as on a server: threads that share a database in memory are refused immediately ("table is
    locked"), while a file lets them wait for each other. Tables are emptied row by row after tests with real
    transactions; the log would refuse that (test_restrictions.py tests this).
    """
    database = django.DATABASES["default"]
    with django_db_blocker.unblock():
        if connection.vendor == "sqlite":
            options = database["OPTIONS"]  # nothing has to outlive the machine
            options["init_command"] = options["init_command"].replace("synchronous=FULL", "synchronous=OFF")
            name = str(databases.put_migrated(tmp_path_factory.mktemp("sqlite"), is_served=False))
        else:
            options = database["OPTIONS"]  # the transaction around a test lasts as long as the test calculates
            options["options"] = options["options"].replace("idle_in_transaction_session_timeout=15000", "")
            options["options"] = options["options"].removesuffix(" -c ")
            name = databases.clone(os.environ["DATABASE_URL"])
        database["NAME"] = connection.settings_dict["NAME"] = name
        if connection.vendor == "sqlite":
            for log in LOGS:
                append_only.allow_changes(connection, log)
        emptying.install(connection)
    yield
    with django_db_blocker.unblock():
        assert wait_until_alone() == 0, "somebody else is still connected to the database of these tests"
        connection.close()


@pytest.fixture(scope="session", autouse=True)
def _compared():
    """Let tests without a database also read the time."""
    timesource.source.compare_with_database(None)


@pytest.fixture(autouse=True)
def _own_clock(monkeypatch):
    """Restore the clock after a test that moves it: after a jump no player would lose on time."""
    monkeypatch.setattr(timesource, "source", timesource.TimeSource(steady=time.time))
    timesource.source.compare_with_database(None)


@pytest.fixture(autouse=True)
def _quick_passwords(settings):
    """Use a quick hash, because real password hashing is slow on purpose; the tests of settings check the real
    hasher."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture(autouse=True)
def _nobodys_language():
    """Reset the language and the time zone that a request leaves in the thread."""
    translation.activate(django.LANGUAGE_CODE)
    timezone.deactivate()


@pytest.fixture(autouse=True)
def _fresh_limits():
    """Clear limits and caches, so that no test uses up another's attempts or finds data about rows with the same
    numbers."""
    cache.clear()
    limits.reset_counts()
    caches.clear_all_caches()


@pytest.fixture(autouse=True)
def _as_documented(monkeypatch, request):
    """Check every API answer in a test against the schema, and that refusals occur where the schema lists them
    (tests/support/refusals.py)."""
    asked = Client.request

    def checked(self, **environment):
        answer = asked(self, **environment)
        path = environment.get("PATH_INFO", "")
        if path.startswith("/api/v1/") and not answer.streaming and not answer.has_header("Content-Encoding"):
            from tests.support import schema as api_schema  # takes half a second, and most tests do not need it

            method, kind = environment["REQUEST_METHOD"], answer.headers.get("Content-Type", "")
            api_schema.check(method, path, answer.status_code, kind, answer.content)
        return answer

    monkeypatch.setattr(Client, "request", checked)
    proofs = PROOFS.get(request.node.nodeid.partition("[")[0], set())
    if proofs:
        from tests.support.schema import occurred

        occurred.clear()
    yield
    assert not proofs or proofs <= occurred, "tests/support/refusals.py names this test"


@pytest.fixture
def admin_client(admin_client, admin_user):
    """Give the administrator two-factor authentication, which the admin site requires."""
    from tests.factories import give_second_factor

    give_second_factor(admin_user)
    return admin_client


@pytest.fixture
def aino(db):
    """The player in most tests of accounts; files that need more data about Aino define their own."""
    from tests.factories import make_player

    return make_player("aino")


@pytest.fixture
def babak(db):
    """The second player."""
    from tests.factories import make_player

    return make_player("babak")
