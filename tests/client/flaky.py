"""A proxy that simulates a bad network between a client and a server."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import requests

KEPT_HEADERS = ("Authorization", "Idempotency-Key", "Content-Type", "If-None-Match", "Accept")


class Proxy:
    """Passes requests on, each in the way that is next in `plan`, then all of them.

    "lost": it never arrives; "done": it arrives, and the answer is lost; a number: an answer of this status instead.
    """

    def __init__(self, target: str) -> None:
        self.target, self.plan = target, list[str | int]()
        self.passed: list[tuple[str, str, str, int]] = []
        """Method, path, key and status of what arrived."""

    def handle(self, request: BaseHTTPRequestHandler) -> None:
        way = self.plan.pop(0) if self.plan else "passed"
        body = request.rfile.read(int(request.headers.get("Content-Length", 0)))
        if way == "lost":
            request.close_connection = True
            return
        if isinstance(way, int):
            request.send_response(way)
            request.send_header("Retry-After", "1")
            request.send_header("Content-Length", "0")
            request.end_headers()
            return
        headers = {name: request.headers[name] for name in KEPT_HEADERS if name in request.headers}
        answer = requests.request(request.command, self.target + request.path, data=body, headers=headers, timeout=30)
        key = headers.get("Idempotency-Key", "")
        self.passed.append((request.command, request.path, key, answer.status_code))
        if way == "done":
            request.close_connection = True
            return
        request.send_response(answer.status_code)
        for name in ("Content-Type", "ETag"):
            if name in answer.headers:
                request.send_header(name, answer.headers[name])
        request.send_header("Content-Length", str(len(answer.content)))
        request.end_headers()
        request.wfile.write(answer.content)


@contextmanager
def serving(handle: Callable[[BaseHTTPRequestHandler], Any]) -> Iterator[str]:
    """The address of a server that handles every request so."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def answer(self) -> None:
            handle(self)

        do_GET = do_POST = do_PUT = do_DELETE = answer  # noqa: N815 - the names of the standard library

        def log_message(self, *_: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()


def say(request: BaseHTTPRequestHandler, *lines: str, then_silent: float = 0.0) -> None:
    """A stream of these lines, which breaks off after this many seconds of silence."""
    request.send_response(200)
    request.send_header("Content-Type", "application/x-ndjson")
    request.send_header("Transfer-Encoding", "chunked")
    request.end_headers()
    for line in lines:
        request.wfile.write(f"{len(line) + 1:x}\r\n{line}\n\r\n".encode())
    request.wfile.flush()
    time.sleep(then_silent)
    request.close_connection = True
