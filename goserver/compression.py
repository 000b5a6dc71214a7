"""Pages and answers of the API go compressed to who asks for it, where compressing gives nothing away.

The length of a compressed answer tells whether what an attacker put into it is in it elsewhere, too (BREACH). So the
answer must hold a secret, something of the attacker's, and be asked for many times with the victim's cookies. Our
cookies are SameSite=Lax: another site's scripts, images and forms send none, only a visible visit does. Beside that:
answers to GET only (a token or a secret is told once, in the answer to a POST); never where secrets or their making
are shown (SECRET); the token in forms is masked anew in every answer, by Django; and every answer is longer by up to a
hundred random bytes. Streams are never compressed: what is said must not wait for what comes next. Static files are
compressed once, when they are collected (whitenoise).
"""

from __future__ import annotations

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware

SECRET = ("/accounts/", "/settings/", "/oauth/", "/admin/", "/api/v1/token", "/api/v1/me/")
COMPRESSED = (
    "text/",
    "application/json",
    "application/problem+json",
    "application/vnd.oai.openapi",
    "application/x-go-sgf",
)


class CompressionMiddleware(GZipMiddleware):
    """Compresses what is not secret, and reads weak ETags, which compressing makes of strong ones, as the same."""

    def process_request(self, request: HttpRequest) -> None:
        """The answer's ETag gets a `W/`; whoever sends it back means the same state."""
        tags = request.META.get("HTTP_IF_NONE_MATCH")
        if tags:
            request.META["HTTP_IF_NONE_MATCH"] = tags.replace('W/"', '"')

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Compress it, or leave it alone."""
        plain = request.method != "GET" or response.streaming or request.path.startswith(SECRET)
        if plain or not response.get("Content-Type", "").startswith(COMPRESSED):
            return response
        return super().process_response(request, response)
