"""Limits of requests, tested with raw sockets against both servers as deployed (S25, B07)."""

from __future__ import annotations

import asyncio
import json
import os
import resource
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from goserver.middleware import bodies
from tests.support.servers import SECONDS_TO_START, free_port, wait_until_open

ROOT = Path(__file__).resolve().parents[2]
PIECE = b"x" * 65_536
A_FLOOD = 300_000_000
LARGEST_FILE = 1_000_000
SERVERS = {
    "uvicorn": ["-m", "uvicorn", "goserver.asgi:application", "--port", "{port}", "--log-level", "warning"],
    "gunicorn": ["-m", "gunicorn", "goserver.wsgi", "--config", "deploy/gunicorn.py", "--bind", "127.0.0.1:{port}"],
}


@pytest.fixture(scope="module", params=SERVERS)
def server(request, tmp_path_factory):
    """A server that cannot write a file of a megabyte; gives its port and its process."""
    folder, port = tmp_path_factory.mktemp(request.param), free_port()
    environment = {
        **os.environ, "IGO_DATA_DIR": str(folder), "IGO_BOOTSTRAPPED": "1", "IGO_SWEEPER": "0", "WEB_WORKERS": "1",
        "DATABASE_URL": f"sqlite:///{folder}/igo.sqlite3", "REDIS_URL": "", "IGO_PROXIES": "1",
        "DJANGO_SETTINGS_MODULE": "goserver.settings",
    }  # fmt: skip
    command = [sys.executable, *(part.format(port=port) for part in SERVERS[request.param])]
    process = subprocess.Popen(
        command,
        cwd=ROOT,
        env=environment,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (LARGEST_FILE, LARGEST_FILE)),
    )
    try:
        assert wait_until_open(port)
        exchange(port, head("GET", "/healthz", "Connection: close"), [])
        yield port, process
    finally:
        process.terminate()
        process.wait(SECONDS_TO_START)


def head(method, path, *headers):
    return "\r\n".join([f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", *headers, "", ""]).encode()


def chunked(total):
    for _ in range(total // len(PIECE)):
        yield b"%x\r\n%s\r\n" % (len(PIECE), PIECE)
    yield b"0\r\n\r\n"


def plain(total):
    for _ in range(total // len(PIECE)):
        yield PIECE


def exchange(port, start, pieces):
    """Send until the server has enough; how much it took, and the whole answer ("" when it only hung up)."""
    taken, answer = 0, b""
    with socket.create_connection(("127.0.0.1", port), timeout=30) as line:
        try:
            line.sendall(start)
            for piece in pieces:
                line.sendall(piece)
                taken += len(piece)
        except (BrokenPipeError, ConnectionResetError):
            pass
        try:
            while piece := line.recv(65_536):
                answer += piece
        except ConnectionResetError:
            pass
    return taken, answer.decode("utf-8", "replace")


def test_a_new_process_refuses_what_the_proxy_has_given_up_already(server):
    port, _ = server
    passed_on = f"X-Request-Start: t={time.time() - 18:.3f}"

    _, answer = exchange(port, head("POST", "/api/v1/games/1/actions/", passed_on, "Content-Length: 0"), [])

    assert answer.startswith("HTTP/1.1 503 ")
    assert "retry-after: 5" in answer.lower()
    assert '"code": "unavailable"' in answer.replace('":"', '": "')


def memory_of(process):
    """The most memory that the server's processes have had, in bytes."""
    parents = {int(p.name): _status(p) for p in Path("/proc").iterdir() if p.name.isdigit()}
    family = [s for pid, s in parents.items() if pid == process.pid or s.get("PPid") == str(process.pid)]
    return sum(int(status.get("VmHWM", "0 kB").split()[0]) * 1024 for status in family)


def _status(folder):
    try:
        return dict(line.split(":\t", 1) for line in (folder / "status").read_text().splitlines() if ":\t" in line)
    except OSError:
        return {}


def is_over(answer, status):
    return answer == "" or answer.startswith(f"HTTP/1.1 {status} ")


def test_a_flood_to_an_anonymous_form_fills_neither_disk_nor_memory(server):
    port, process = server
    before = memory_of(process)

    for lengths, pieces in (("Transfer-Encoding: chunked", chunked), (f"Content-Length: {A_FLOOD}", plain)):
        for kind in ("multipart/form-data; boundary=x", "application/x-www-form-urlencoded"):
            start = head("POST", "/accounts/login/", lengths, f"Content-Type: {kind}")
            taken, answer = exchange(port, start, pieces(A_FLOOD))

            assert taken < 30_000_000
            assert is_over(answer, 413)

    assert memory_of(process) - before < 50_000_000
    assert "200 OK" in exchange(port, head("GET", "/healthz", "Connection: close"), [])[1]


@pytest.mark.parametrize("lengths", ["chunked", "length"])
def test_a_body_that_is_a_little_too_large_gets_an_answer_that_says_so(server, lengths):
    size = 2 * len(PIECE)
    how = "Transfer-Encoding: chunked" if lengths == "chunked" else f"Content-Length: {size}"
    pieces = list(chunked(size) if lengths == "chunked" else plain(size))

    page = exchange(
        server[0], head("POST", "/accounts/login/", how, "Accept-Language: fi", "Connection: close"), pieces
    )[1]
    problem = exchange(server[0], head("POST", "/api/v1/token/", how, "Connection: close"), pieces)[1]

    assert page.startswith("HTTP/1.1 413 ")
    assert 'lang="fi"' in page
    assert "content-security-policy" in page.lower()
    assert problem.startswith("HTTP/1.1 413 ")
    assert "connection: close" in problem.lower()
    assert json.loads(problem[problem.index("{") : problem.rindex("}") + 1])["code"] == "too_large"


def test_a_body_in_chunks_is_read_where_it_is_small(server):
    body = b'{"username": "aino"}'
    pieces = [b"%x\r\n%s\r\n" % (len(body), body), b"0\r\n\r\n"]
    start = head(
        "POST", "/api/v1/token/", "Transfer-Encoding: chunked", "Content-Type: text/plain", "Connection: close"
    )

    assert exchange(server[0], start, pieces)[1].startswith("HTTP/1.1 415 ")


# Asgi without a server


def asked(messages, **scope):
    """Return what the application gets from such a request: its body, and the middleware's mark."""
    seen, waiting = {}, list(messages)

    async def app(scope, receive, send):
        message = await receive()
        seen.update(body=message["body"], mark=scope.get(bodies.MARK), more=message["more_body"])

    async def receive():
        if not waiting:
            await asyncio.Event().wait()
        seen["read"] = seen.get("read", 0) + 1
        return waiting.pop(0)

    async def send(message):
        raise AssertionError(message)

    asyncio.run(bodies.AsgiBodyLimit(app)({"type": "http", "path": "/", "headers": [], **scope}, receive, send))
    return seen


def pieces_of(size, piece=10_000):
    whole, rest = divmod(size, piece)
    sizes = [piece] * whole + [rest]
    return [{"type": "http.request", "body": b"x" * n, "more_body": i < whole} for i, n in enumerate(sizes)]


def test_64_kilobytes_pass_whole_and_one_byte_more_does_not():
    assert asked(pieces_of(bodies.LARGEST))["body"] == b"x" * bodies.LARGEST

    one_more = asked(pieces_of(bodies.LARGEST + 1))
    assert (one_more["body"], one_more["mark"]) == (b"", bodies.TOO_LARGE)


def test_nobody_reads_for_ever_what_is_too_large():
    assert asked(pieces_of(100 * bodies.PASSED_OVER, 1_000_000))["read"] <= bodies.PASSED_OVER // 1_000_000 + 2


def test_who_waits_for_leave_to_send_too_much_is_notified_at_once():
    headers = [(b"expect", b"100-continue"), (b"content-length", b"300000000")]

    assert asked([], headers=headers)["mark"] == bodies.TOO_LARGE


def test_a_body_that_does_not_end_is_given_up(monkeypatch):
    monkeypatch.setattr(bodies, "SECONDS", 0.05)

    assert asked([{"type": "http.request", "body": b"x", "more_body": True}])["mark"] == bodies.TOO_SLOW


def test_a_client_that_goes_away_while_it_sends_is_nobodys_request():
    assert "body" not in asked([{"type": "http.request", "body": b"x", "more_body": True}, {"type": "http.disconnect"}])
