"""A shorter middleware chain for API requests with a token, without the parts that only browsers need.

A browser's request passes sessions, CSRF tokens, messages, preferences and staff checks. None of these applies to a
request with a token: its account is identified by the token (api.base), and cookies are ignored. Middleware for both
kinds comes before `TokenRequestShortcutStart` in settings.MIDDLEWARE. Middleware between `TokenRequestShortcutStart`
and `TokenRequestShortcutEnd` is only for browsers. Hooks (`process_view`, `process_exception`) are called for both.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import ClassVar

from allauth.core import context
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation
from django.utils.cache import patch_vary_headers

from accounts.core.digits import viewer_digits
from accounts.security.api_auth import WORDS
from goserver.middleware.every_request import body_error_response

GetResponse = Callable[[HttpRequest], HttpResponse]
ADDRESS = "/api/v1/"
POLICY = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'"
"""The Content-Security-Policy of a response to a program: if a browser shows it after all, it loads nothing."""
_WORDS = tuple(f"{word.decode()} " for word in WORDS)
_NOBODY = AnonymousUser()


def is_by_token(request: HttpRequest) -> bool:
    """Return whether this is an API request with a token, valid or not."""
    return request.path.startswith(ADDRESS) and request.META.get("HTTP_AUTHORIZATION", "").lower().startswith(_WORDS)


class TokenRequestShortcutEnd:
    """The last middleware. `TokenRequestShortcutStart` passes API requests with a token to the handler behind this
    middleware."""

    latest: ClassVar[GetResponse]
    """The handler behind the last created instance. Django creates middlewares from last to first, so this is the
    handler of the same chain when `TokenRequestShortcutStart` is created."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response
        TokenRequestShortcutEnd.latest = staticmethod(get_response)

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)


class TokenRequestShortcutStart:
    """Lets API requests with a token skip the middleware that only browsers need: passes them to the handler behind
    `TokenRequestShortcutEnd`. Passes all other requests to the next middleware."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response
        self._get_response_to_programs = TokenRequestShortcutEnd.latest
        self._session_of_nobody = import_module(settings.SESSION_ENGINE).SessionStore

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self._process_token_request(request) if is_by_token(request) else self.get_response(request)

    def _process_token_request(self, request: HttpRequest) -> HttpResponse:
        """Process a request with a token, in the requested language and in UTC. The account is identified later."""
        language = translation.get_language_from_request(request)
        translation.activate(language)
        timezone.deactivate()
        request.LANGUAGE_CODE, request.user, request.session = language, _NOBODY, self._session_of_nobody()
        with viewer_digits(None), context.request_context(request):
            response = body_error_response(request) or self._get_response_to_programs(request)
        _set_final_headers(request, response, language)
        return response


def _set_final_headers(request: HttpRequest, response: HttpResponse, language: str) -> None:
    """Set the headers that Django's own middleware would set, and prevent caching of responses to signed-in users."""
    patch_vary_headers(response, ("Accept-Language", "Cookie"))
    response.headers.setdefault("Content-Language", language)
    response.headers.setdefault("Content-Security-Policy", POLICY)
    if request.user.is_authenticated and not response.has_header("Cache-Control"):
        response.headers["Cache-Control"] = "private, no-store"
    if not response.streaming and not response.has_header("Content-Length"):
        response.headers["Content-Length"] = str(len(response.content))
