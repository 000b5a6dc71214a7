"""On SQLite, the writers of a process wait for each other in a queue, and no connection is opened twice (F05)."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.conf import settings
from django.db import OperationalError

from foundation.sqlite import base
from tests.support.servers import SECONDS_TO_START

pytestmark = pytest.mark.django_db
OPTIONS = {"transaction_mode": "IMMEDIATE", "init_command": "PRAGMA journal_mode=WAL"}


@pytest.fixture
def connect(tmp_path):
    """Makes connections to one file, as the threads of a server have them."""
    made = []

    def one(timeout=4.0):
        options = {**OPTIONS, "timeout": timeout}
        described = {**settings.DATABASES["default"], "ENGINE": "foundation.sqlite", "NAME": tmp_path / "a.sqlite3"}
        for name in ("ATOMIC_REQUESTS", "AUTOCOMMIT"):
            described[name] = name == "AUTOCOMMIT"
        made.append(base.DatabaseWrapper({**described, "TIME_ZONE": None, "OPTIONS": options}, "default"))
        made[-1].inc_thread_sharing()
        return made[-1]

    yield one
    for connection in made:
        connection.close()


def begin(connection):
    connection.set_autocommit(False, force_begin_transaction_with_broken_autocommit=True)


def test_who_writes_second_waits_until_the_first_has_ended_and_sqlite_never_refuses(connect):
    first, second, begun = connect(), connect(), threading.Event()
    first.cursor().execute("CREATE TABLE t (a)")
    begin(first)

    def write():
        second.cursor().execute("PRAGMA busy_timeout = 0")  # SQLite would refuse
        begin(second)
        begun.set()
        second.cursor().execute("INSERT INTO t VALUES (1)")
        second.commit()

    with ThreadPoolExecutor() as threads:
        writing = threads.submit(write)
        assert not begun.wait(0.05)
        first.rollback()
        writing.result(SECONDS_TO_START)
    assert first.cursor().execute("SELECT count(*) FROM t").fetchone() == (1,)


def test_who_waits_for_too_long_is_refused_as_sqlite_would(connect):
    first, second = connect(), connect(timeout=0.01)
    begin(first)
    with pytest.raises(OperationalError):
        begin(second)
    first.commit()
    begin(second)
    second.rollback()


def test_a_connection_that_is_closed_in_the_middle_lets_the_next_begin(connect):
    first, second = connect(), connect(timeout=0.01)
    begin(first)
    first.close()
    begin(second)
    second.rollback()
