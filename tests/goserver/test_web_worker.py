"""The web processes' worker, with gunicorn as it is: who gets which connection, and who waits for whom."""

from __future__ import annotations

import http.client
import select
import signal
import subprocess
import sys
import time
from collections import Counter
from contextlib import contextmanager

from goserver.web_worker import MOST_WAITING
from tests.support.servers import free_port, wait_until_open

APP = """
import os, time
def app(environ, start_response):
    time.sleep({"/slow": 0.5, "/some": 0.02}.get(environ["PATH_INFO"], 0))
    body = str(os.getpid()).encode()
    start_response("200 OK", [("Content-Length", str(len(body)))])
    return [body]
"""


@contextmanager
def served(folder, *, processes, threads):
    """The address of an application that says which process answers."""
    (folder / "pids.py").write_text(APP)
    port = free_port()
    options = ["-k", "goserver.web_worker.EvenWorker", "-w", str(processes), "--threads", str(threads)]
    bound = ["--chdir", str(folder), "--bind", f"127.0.0.1:{port}", "--graceful-timeout", "5", "--no-control-socket"]
    command = [sys.executable, "-m", "gunicorn", "pids:app", *options, *bound]
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    try:
        assert wait_until_open(port)
        yield port, process
    finally:
        process.kill()
        process.wait()


def ask(connection, path="/"):
    connection.request("GET", path)
    return connection.getresponse().read().decode()


def opened(port, count):
    """Connections that come at once."""
    connections = [http.client.HTTPConnection("127.0.0.1", port, timeout=30) for _ in range(count)]
    for connection in connections:
        connection.connect()
    return connections


def test_connections_that_come_at_once_are_spread_over_the_processes(tmp_path):
    fewest = []
    with served(tmp_path, processes=2, threads=4) as (port, _):
        until = time.monotonic() + 30
        while len({ask(opened(port, 1)[0]) for _ in range(9)}) < 2 and time.monotonic() < until:
            time.sleep(0.1)  # both have begun
        for _ in range(9):
            connections = opened(port, 8)
            of_each = Counter(ask(connection) for connection in connections)
            fewest.append(8 - max(of_each.values()))
            for connection in connections:
                connection.close()

    assert sorted(fewest)[4] >= 2, fewest


def test_who_asks_again_and_again_does_not_keep_a_thread_from_others(tmp_path):
    with served(tmp_path, processes=1, threads=1) as (port, _):
        busy, other = opened(port, 2)
        ask(busy)
        other.request("GET", "/slow")

        until = time.monotonic() + 30
        while not select.select([other.sock], [], [], 0)[0] and time.monotonic() < until:
            ask(busy)

        assert time.monotonic() < until
        assert other.getresponse().status == 200


def test_a_process_that_ends_answers_whom_its_threads_wait_for(tmp_path):
    with served(tmp_path, processes=1, threads=2) as (port, process):
        (connection,) = opened(port, 1)
        ask(connection)
        connection.request("GET", "/slow")
        time.sleep(0.1)

        process.send_signal(signal.SIGTERM)

        assert connection.getresponse().status == 200
        assert process.wait(10) == 0


def test_a_connection_that_comes_later_is_answered_as_well(tmp_path):
    with served(tmp_path, processes=1, threads=1) as (port, _):
        (connection,) = opened(port, 1)
        first = ask(connection)
        time.sleep(0.1)  # longer than its thread waits for it

        assert ask(connection) == first


def test_who_comes_while_too_many_wait_is_told_so_at_once(tmp_path):
    with served(tmp_path, processes=1, threads=1) as (port, _):
        connections = []
        for _ in range(MOST_WAITING + 60):
            connections += opened(port, 1)
            connections[-1].request("GET", "/some")
        time.sleep(0.3)  # a fifth of what all of them would wait for
        soon = select.select([connection.sock for connection in connections], [], [], 0)[0]
        refused = []
        for connection in connections:
            asked_by = connection.sock
            answer = connection.getresponse()
            assert answer.status in (200, 503)
            if answer.status == 503:
                assert answer.headers["Retry-After"] == "5"
                refused.append(asked_by)

    assert 20 <= len(refused) <= 60
    assert set(refused) <= set(soon)
