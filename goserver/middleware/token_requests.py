"""The shortcut for API requests with a token: they skip the middleware that only browsers need.

A browser's request passes sessions, CSRF tokens, messages, saved preferences and the checks of staff pages. None of
that matters to a request that names itself by a token: its account is found with the token (api.base), and a cookie
next to it is ignored. Middleware that both need comes before `TokenRequestShortcutStart` in settings.MIDDLEWARE; only
browsers pass what comes between it and `TokenRequestShortcutEnd`. Hooks (`process_view`, `process_exception`) are
called for both.
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

from accounts.core.digits import digits_of
from accounts.security.api_auth import WORDS
from goserver.middleware.every_request import body_refused

GetResponse = Callable[[HttpRequest], HttpResponse]
ADDRESS = "/api/v1/"
_WORDS = tuple(f"{word.decode()} " for word in WORDS)
_NOBODY = AnonymousUser()


def is_by_token(request: HttpRequest) -> bool:
    """Whether a program asks something of the API and names itself by a token, good or bad."""
    return request.path.startswith(ADDRESS) and request.META.get("HTTP_AUTHORIZATION", "").lower().startswith(_WORDS)


class TokenRequestShortcutEnd:
    """Where both kinds of request meet again; the last middleware."""

    latest: ClassVar[GetResponse]
    """What the end that was made last calls. Django makes middleware from the last to the first, so that the start
    finds the end of the same chain."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response
        TokenRequestShortcutEnd.latest = staticmethod(get_response)

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)


class TokenRequestShortcutStart:
    """Pass browsers on to the next middleware, and requests with a token to `TokenRequestShortcutEnd`."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response
        self._get_response_to_programs = TokenRequestShortcutEnd.latest
        self._session_of_nobody = import_module(settings.SESSION_ENGINE).SessionStore

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self._to_program(request) if is_by_token(request) else self.get_response(request)

    def _to_program(self, request: HttpRequest) -> HttpResponse:
        """The language is what the program asks for, the time UTC; who asks is found later, with the token."""
        language = translation.get_language_from_request(request)
        translation.activate(language)
        timezone.deactivate()
        request.LANGUAGE_CODE, request.user, request.session = language, _NOBODY, self._session_of_nobody()
        with digits_of(None), context.request_context(request):
            response = body_refused(request) or self._get_response_to_programs(request)
        _finish(request, response, language)
        return response


def _finish(request: HttpRequest, response: HttpResponse, language: str) -> None:
    """Say what Django's own middlewares say, and that answers made for somebody are kept by no cache."""
    patch_vary_headers(response, ("Accept-Language", "Cookie"))
    response.headers.setdefault("Content-Language", language)
    if request.user.is_authenticated and not response.has_header("Cache-Control"):
        response.headers["Cache-Control"] = "private, no-store"
    if not response.streaming and not response.has_header("Content-Length"):
        response.headers["Content-Length"] = str(len(response.content))
