"""A hanging database is noticed; a slow machine, a slow page and a busy database do not count as one."""

import socket
import threading
from contextlib import contextmanager

import psycopg
import pytest
from django.db import connection

from foundation import statements
from foundation.postgresql import calls
from goserver.operations import watchdog
from goserver.operations.watchdog import (
    LONGEST_STEP,
    SECONDS_BETWEEN_LOOKS,
    SECONDS_TO_ANSWER,
    SECONDS_UNTIL_DOUBT,
    _RequestDatabaseWait,
)
from tests.support.servers import SECONDS_TO_START


@contextmanager
def silent_server():
    """A port that takes connections and says nothing, as PostgreSQL does when it is stopped."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


@contextmanager
def request_that(work):
    """A request in a thread of its own, watched."""
    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    yield _RequestDatabaseWait(None, thread.ident)


def looked_at(request, looks, step=SECONDS_BETWEEN_LOOKS):
    for _ in range(looks):
        request.update(step)
    return request


def wait_until_it_connects(request):
    before, stays = None, 0
    for _ in range(18_000):
        call = watchdog._database_call_of(request.thread)
        stays = stays + 1 if call is not None and call is before else 0
        if stays == 5:  # it is not on its way there any more
            return
        before = call
        threading.Event().wait(0.01)
    raise AssertionError("it does not connect")


@contextmanager
def hung_request():
    """A request that waits for a database that does not answer."""
    ended = threading.Event()
    with silent_server() as port:

        def ask():
            with pytest.raises(psycopg.Error), calls.marked_as_in_call():
                psycopg.connect(host="127.0.0.1", port=port, connect_timeout=60)
            ended.set()

        with request_that(ask) as request:
            wait_until_it_connects(request)
            yield request


def test_a_request_that_waits_for_the_database_is_seen_to_wait():
    with hung_request() as request:
        looked_at(request, 1 + 9)

        assert request.call_seconds > SECONDS_UNTIL_DOUBT
        assert request.total_seconds == request.call_seconds


def test_a_request_that_reckons_or_sleeps_for_long_is_no_outage():
    stop = threading.Event()

    def compute():
        while not stop.is_set():
            sum(range(1000))

    for work in (compute, stop.wait):
        with request_that(work) as request:
            looked_at(request, 1000)
            assert (request.call_seconds, request.total_seconds) == (0.0, 0.0)
    stop.set()


def _by_cursor(number):
    with connection.cursor() as asking:
        asking.execute("SELECT %s::int", [number])
        return asking.fetchone()


@pytest.mark.postgres
@pytest.mark.django_db
@pytest.mark.parametrize("ask", [_by_cursor, lambda number: statements.row_of("SELECT %s::int", [number])])
def test_every_statement_is_a_call_of_its_own_and_none_is_left(ask, monkeypatch):
    seen = []

    class Noted(dict):
        def __setitem__(self, thread, call):
            seen.append((thread, call))
            super().__setitem__(thread, call)

    monkeypatch.setattr(calls, "now", Noted())
    for number in range(3):
        assert ask(number) == (number,)

    assert {thread for thread, _ in seen} == {threading.get_ident()}
    assert len({id(call) for _, call in seen}) >= 3
    assert calls.now == {}


def test_many_short_calls_are_not_one_long_one(monkeypatch):
    calls = iter(range(100))
    monkeypatch.setattr(watchdog, "_database_call_of", lambda thread: next(calls))

    request = looked_at(_RequestDatabaseWait(None, 0), 100)

    assert (request.call_seconds, request.total_seconds) == (0.0, 0.0)


def test_several_long_calls_of_a_request_count_together(monkeypatch):
    calls = iter([*["first"] * 5, None, *["second"] * 5])
    monkeypatch.setattr(watchdog, "_database_call_of", lambda thread: next(calls))

    request = looked_at(_RequestDatabaseWait(None, 0), 11)

    assert (request.call_seconds, request.total_seconds) == (1.0, 2.0)


@pytest.fixture
def asked(monkeypatch):
    """A watchdog of its own, and whether it asked the database, and what it cut."""
    done = {"asked": 0, "cut": []}
    database = watchdog.DatabaseAvailability()

    def answers():
        done["asked"] += 1
        return done["answers"].wait(SECONDS_TO_START)

    done["answers"], done["database"] = threading.Event(), database
    monkeypatch.setattr(database, "_is_responding", answers)
    monkeypatch.setattr(watchdog, "database", database)
    monkeypatch.setattr(watchdog, "_shut_down_connection", done["cut"].append)
    monkeypatch.setattr(watchdog, "_watched", {})
    yield done
    done["answers"].set()


def look(seconds, step=SECONDS_BETWEEN_LOOKS):
    for _ in range(round(seconds / step)):
        watchdog._check_requests_once(step)


def test_a_database_that_hangs_is_away_after_doubt_and_question_and_back_when_it_answers(asked):
    with hung_request() as request:
        watchdog._watched[1] = request
        look(SECONDS_UNTIL_DOUBT)
        assert not asked["asked"]
        look(0.75)
        assert not asked["database"].is_away
        look(1.5)

        assert asked["database"].is_away
        assert asked["cut"]
        asked["answers"].set()
        for _ in range(6000):
            if not asked["database"].is_away:
                break
            threading.Event().wait(0.01)
        assert not asked["database"].is_away


def test_a_request_that_alone_waits_for_long_is_cut_when_nobody_waits_so_long(asked):
    asked["answers"].set()
    with hung_request() as request:
        watchdog._watched[1] = request

        look(SECONDS_TO_ANSWER - 0.25)
        assert not asked["cut"]
        look(1)

        assert asked["cut"]
        assert not asked["database"].is_away


def test_a_machine_that_stood_still_for_half_a_minute_is_no_outage(asked):
    with hung_request() as request:
        watchdog._watched[1] = request
        look(1)

        watchdog._check_requests_once(min(30.0, LONGEST_STEP))

        assert request.call_seconds < SECONDS_UNTIL_DOUBT
        assert not asked["asked"]
