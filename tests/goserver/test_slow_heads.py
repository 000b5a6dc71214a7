"""A connection that never completes a request's head is closed, with uvicorn as deployed; all others continue."""

from __future__ import annotations

import asyncio
import socket
import threading
from contextlib import contextmanager

import pytest
import uvicorn
from uvicorn.protocols.http.auto import AutoHTTPProtocol
from uvicorn.protocols.http.h11_impl import H11Protocol

from goserver.management.commands import serve
from goserver.middleware import slow_heads
from tests.support.servers import SECONDS_TO_START

LIMIT = 0.4
REQUEST = b"GET / HTTP/1.1\r\nHost: here\r\n\r\n"
UPGRADE = (
    b"GET /ws HTTP/1.1\r\nHost: here\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)


async def app(scope, receive, send):
    """Answers after three times the limit; on a socket says so after as long."""
    if scope["type"] == "websocket":
        await send({"type": "websocket.accept"})
        await asyncio.sleep(3 * LIMIT)
        await send({"type": "websocket.send", "text": "still here"})
        return
    body = b""
    while (message := await receive())["type"] == "http.request":
        body += message.get("body", b"")
        if not message.get("more_body"):
            break
    await asyncio.sleep(3 * LIMIT)
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"%d" % len(body))]})
    await send({"type": "http.response.body", "body": body})


@contextmanager
def served(protocol):
    listener = socket.create_server(("127.0.0.1", 0))
    config = uvicorn.Config(
        app, http=slow_heads.with_header_timeout(protocol, LIMIT), lifespan="off", log_level="critical"
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    try:
        yield listener.getsockname()
    finally:
        server.should_exit = True
        thread.join(SECONDS_TO_START)
        listener.close()


@pytest.fixture(scope="module", params=[AutoHTTPProtocol, H11Protocol])
def address(request):
    with served(request.param) as address:
        yield address


def connected(address):
    return socket.create_connection(address, timeout=SECONDS_TO_START)


def drip(line, head):
    """Send a head byte by byte, one per half of the limit, until the server hangs up; return how many it took."""
    line.settimeout(LIMIT / 2)
    for count, byte in enumerate(head):
        try:
            line.send(bytes([byte]))
            if line.recv(1) == b"":
                return count
        except TimeoutError:
            continue
        except OSError:
            return count
    return len(head)


def answer(line):
    line.settimeout(SECONDS_TO_START)
    text = b""
    while b"\r\n\r\n" not in text:
        text += line.recv(1000)
    return text


def test_a_head_that_comes_byte_by_byte_is_cut_off(address):
    with connected(address) as line:
        assert drip(line, REQUEST) < 5


def test_a_connection_that_says_nothing_is_cut_off(address):
    with connected(address) as line:
        assert line.recv(1) == b""


def test_a_second_head_is_bounded_like_the_first(address):
    with connected(address) as line:
        line.sendall(REQUEST)
        assert answer(line).startswith(b"HTTP/1.1 200")
        assert drip(line, REQUEST) < 5


def test_answers_that_take_longer_are_waited_for_on_one_connection(address):
    with connected(address) as line:
        for _ in range(2):
            line.sendall(REQUEST)
            assert answer(line).startswith(b"HTTP/1.1 200")


def test_a_body_may_take_longer_than_a_head(address):
    with connected(address) as line:
        line.sendall(b"POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 5\r\n\r\n")
        assert drip(line, b"hello") == 5
        assert answer(line).startswith(b"HTTP/1.1 200")


def test_a_socket_lives_longer(address):
    with connected(address) as line:
        line.sendall(UPGRADE)
        assert answer(line).startswith(b"HTTP/1.1 101")
        assert b"still here" in line.recv(100)


def test_the_server_of_one_machine_has_the_limit(monkeypatch, settings, tmp_path):
    made = []

    class Stopped(Exception):
        pass

    def config(*args, **options):
        made.append(options["http"])
        raise Stopped

    settings.DATA_DIR = tmp_path
    monkeypatch.setattr(serve.uvicorn, "Config", config)
    for name in ("apply_migrations", "collect_static_files"):
        monkeypatch.setattr(serve.preparing, name, lambda: None)
    monkeypatch.setattr(serve.preparing, "is_migrated", lambda: True)
    monkeypatch.setattr(serve, "call_command", lambda *_: None)
    monkeypatch.setattr(serve.backups, "start", lambda: None)
    monkeypatch.setattr(serve.Command, "_print_urls", lambda *_: None)
    monkeypatch.setattr(serve.Command, "_start_server_bot", lambda *_: None)

    with pytest.raises(Stopped):
        serve.Command().handle(host="127.0.0.1", port=0)

    assert issubclass(made[0], AutoHTTPProtocol)
    assert hasattr(made[0], "head_timer")
