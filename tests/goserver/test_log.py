"""The log when the database or Redis is down: one line for each failure, in our format."""

from __future__ import annotations

import io
import json
import logging
import logging.config

import psycopg
import pytest
import redis
from django.db import OperationalError

from goserver.conf.log import logging_settings
from tests.support.servers import free_port


@pytest.fixture(params=[True, False], ids=["production", "trial"])
def written(request):
    """Return a function that returns what a logger of this name writes about an error."""

    def write(name, text, error):
        settings = logging_settings(production=request.param, level="WARNING")
        config = {"version": 1, "formatters": settings["formatters"]}
        to = logging.StreamHandler(io.StringIO())
        to.setFormatter(logging.config.DictConfigurator(config).configure_formatter(config["formatters"]["lines"]))
        record = logging.LogRecord(name, logging.ERROR, "x.py", 1, text, (), (type(error), error, error.__traceback__))
        to.handle(record)
        return to.stream.getvalue()

    return write


def raised(do, *kinds):
    with pytest.raises(kinds or Exception) as found:
        do()
    return found.value


def ask_database():
    try:
        psycopg.connect(f"postgres://igo@127.0.0.1:{free_port()}/igo")
    except psycopg.OperationalError as error:
        raise OperationalError(str(error)) from error


def ask_redis():
    redis.Redis(port=free_port()).ping()


@pytest.mark.parametrize("name", ["foundation.background", "celery.app.trace", "channels"])
@pytest.mark.parametrize(("ask", "kind"), [(ask_database, "OperationalError"), (ask_redis, "ConnectionError")])
def test_an_outage_is_one_line_that_names_it(written, name, ask, kind):
    text = written(name, "letters failed", raised(ask))

    assert text.count("\n") == 1
    assert kind in text
    assert "letters failed" in text
    assert "Traceback" not in text
    if text.startswith("{"):
        assert json.loads(text)["level"] == "error"


def test_what_celery_says_of_itself_is_one_line(written):
    text = written("celery.beat", "Message Error: away\n['  File \"x.py\"\\n']", raised(lambda: 1 / 0))

    assert text.count("\n") == 1
    assert "x.py" not in text
    assert "(ZeroDivisionError: division by zero)" in text


@pytest.mark.parametrize("error", [psycopg.errors.DeadlockDetected("x"), ZeroDivisionError("x")])
@pytest.mark.parametrize("name", ["foundation.background", "celery.app.trace"])
def test_a_fault_of_ours_keeps_its_traceback(written, name, error):
    def fail():
        raise error

    assert "Traceback" in written(name, "letters failed", raised(fail))
