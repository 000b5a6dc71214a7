"""Compress pages and API responses if this reveals nothing.

The length of a compressed response reveals whether an attacker's text occurs elsewhere in it (BREACH). The attack needs
a response with a secret and the attacker's text, requested many times with the victim's cookies. Our cookies are
SameSite=Lax: browsers do not send them with requests by another site's scripts, images and forms. They send them only
if the victim visibly opens one of our pages.

In addition, only responses to GET are compressed, because a new token or secret is shown in the response to a POST.
Pages that show or create secrets are never compressed (SECRET). Django masks the CSRF token differently in every
response. Every response is longer by up to a hundred random bytes. Streams are never compressed, because a message must
not wait for the next one. Static files are compressed once, when they are collected (whitenoise).
"""

from __future__ import annotations

import secrets

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware, re_accepts_gzip
from django.utils.cache import patch_vary_headers
from isal import igzip

SECRET = ("/accounts/", "/settings/", "/oauth/", "/admin/", "/api/v1/token", "/api/v1/me/")
LEAST = 200
"""The smallest response in bytes that is compressed."""
MOST_RANDOM = 100
LEVEL = 3
"""The highest level of ISA-L: a third of the time of zlib at its level 3, and fewer bytes."""
_HAS_NAME = 8  # the flag of RFC 1952
COMPRESSED = (
    "text/",
    "application/json",
    "application/problem+json",
    "application/vnd.oai.openapi",
    "application/x-go-sgf",
)


class CompressionMiddleware(GZipMiddleware):
    """Compresses responses without secrets. Treats weak ETags, which result from compression, as equal to strong
    ones."""

    def process_request(self, request: HttpRequest) -> None:
        """Remove `W/` from the request's ETags, so that they match although a compressed response has a weak ETag."""
        tags = request.META.get("HTTP_IF_NONE_MATCH")
        if tags:
            request.META["HTTP_IF_NONE_MATCH"] = tags.replace('W/"', '"')

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Return the response, compressed if that is allowed."""
        plain = request.method != "GET" or response.streaming or request.path.startswith(SECRET)
        if plain or not response.get("Content-Type", "").startswith(COMPRESSED):
            return response
        assert isinstance(response, HttpResponse)
        if len(response.content) < LEAST or response.has_header("Content-Encoding"):
            return response
        patch_vary_headers(response, ("Accept-Encoding",))
        if re_accepts_gzip.search(request.META.get("HTTP_ACCEPT_ENCODING", "")):
            _compress_if_shorter(response)
        return response


def _compress_if_shorter(response: HttpResponse) -> None:
    """Compress the content if this makes it shorter. The response's ETag becomes weak (RFC 9110, 8.8.1)."""
    packed = _gzip_with_random_name(response.content)
    if len(packed) >= len(response.content):
        return
    response.content = packed
    response.headers["Content-Length"] = str(len(packed))
    response.headers["Content-Encoding"] = "gzip"
    if response.get("ETag", "").startswith('"'):
        response.headers["ETag"] = "W/" + response.headers["ETag"]


def _gzip_with_random_name(content: bytes) -> bytes:
    """Return gzip data (RFC 1952) with a file name of random length, so that the length of the response reveals
    less."""
    packed = igzip.compress(content, compresslevel=LEVEL, mtime=0)
    name = b"a" * secrets.randbelow(MOST_RANDOM) + b"\0"
    return b"".join((packed[:3], bytes([_HAS_NAME]), packed[4:10], name, packed[10:]))
