"""What those are told who come while too many wait already, made once for each language: it has to cost next to nothing
(`goserver.web_worker`)."""

from __future__ import annotations

from functools import cache
from http import HTTPStatus

from django.http import HttpRequest
from django.utils import translation

from goserver import headers
from goserver.errors import unavailable


def refusal(asked: bytes) -> bytes:
    """The whole answer, 503, to what has come of a request: a problem for a program, a page for a person, in the
    language that the browser asks for."""
    first, _, rest = asked.decode("latin-1").partition("\r\n")
    return _written("/api/" if " /api/" in first else "/", _language(rest))


def _language(head: str) -> str:
    lines = (line.partition(":") for line in head.split("\r\n"))
    request = HttpRequest()
    said = next((value for name, _, value in lines if name.lower() == "accept-language"), "")
    request.META["HTTP_ACCEPT_LANGUAGE"] = said.strip()
    return translation.get_language_from_request(request)


@cache
def _written(path: str, language: str) -> bytes:
    request = HttpRequest()
    request.path = path
    with translation.override(language):
        answer = unavailable(request)
    said = {
        **answer.headers,
        "Content-Language": language,
        "Content-Length": str(len(answer.content)),
        "Cache-Control": "no-store",
        "X-Content-Type-Options": "nosniff",
        headers.PERMISSIONS: headers.NO_DEVICES,
        headers.RESOURCES: headers.OURS_ONLY,
        "Connection": "close",
    }
    status = HTTPStatus(answer.status_code)
    lines = [f"HTTP/1.1 {status} {status.phrase}", *(f"{name}: {value}" for name, value in said.items()), "", ""]
    return "\r\n".join(lines).encode("latin-1") + answer.content
