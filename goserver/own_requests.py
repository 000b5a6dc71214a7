"""Requests that a process makes of itself, by the way that all requests take, through all middleware to the view.

Django is not told that they begin and end, for then it closes a connection that is in a transaction.
"""

from __future__ import annotations

import io
import logging
from collections.abc import Mapping
from functools import cache
from typing import Any

from django.core.handlers.wsgi import WSGIHandler, WSGIRequest
from django.core.wsgi import get_wsgi_application

from goserver.house_bot import own_headers

logger = logging.getLogger(__name__)


def ask(path: str, headers: Mapping[str, str] | None = None, body: bytes | None = None) -> None:
    """Ask ourselves for this: as somebody who is not signed in, unless a header says who asks. `body` is JSON that is
    posted. What is answered counts for nothing: another status than 200 is noted in the log."""
    response = _application().get_response(WSGIRequest(_environ(path, headers or {}, body)))
    b"".join(response)
    if response.status_code != 200:
        logger.warning("what was asked for before the first request was answered with %s", response.status_code)


@cache
def _application() -> WSGIHandler:
    return get_wsgi_application()


def _environ(path: str, headers: Mapping[str, str], body: bytes | None) -> dict[str, Any]:
    headers = {"Host": "127.0.0.1", "Accept-Encoding": "gzip", **own_headers(), **headers}
    named = {"HTTP_" + name.upper().replace("-", "_"): value for name, value in headers.items()}
    if body is not None:
        named |= {"CONTENT_TYPE": "application/json", "CONTENT_LENGTH": str(len(body))}
    return {
        "REQUEST_METHOD": "GET" if body is None else "POST", "SCRIPT_NAME": "", "PATH_INFO": path, "QUERY_STRING": "",
        "REMOTE_ADDR": "127.0.0.1", "SERVER_NAME": "127.0.0.1", "SERVER_PORT": "80", "SERVER_PROTOCOL": "HTTP/1.1",
        "wsgi.version": (1, 0), "wsgi.url_scheme": "http", "wsgi.input": io.BytesIO(body or b""),
        "wsgi.errors": io.StringIO(), "wsgi.multithread": True, "wsgi.multiprocess": True, "wsgi.run_once": False,
        **named,
    }  # fmt: skip
