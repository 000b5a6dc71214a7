"""What happens to every request: when it came, what a broken dependency looks like, what is never cached."""

from __future__ import annotations

import logging
import uuid
from collections.abc import Callable

import structlog
from django.db import DataError, InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _

from goserver.health import PROBES
from goserver.watchdog import watched

logger = logging.getLogger(__name__)
GetResponse = Callable[[HttpRequest], HttpResponse]
SECONDS_TO_RETRY = "5"


class IngressMiddleware:
    """The first: notes when the server got the request, which is what counts for clocks (R53)."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        request.received_at = timezone.now()  # type: ignore[attr-defined]
        request_id = uuid.uuid4().hex[:12]
        structlog.contextvars.bind_contextvars(request=request_id)
        try:
            response = self.get_response(request)
        finally:
            structlog.contextvars.clear_contextvars()
        response["X-Request-Id"] = request_id
        return response


class HealthMiddleware:
    """Answers /healthz and /readyz whatever name the prober calls us by."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        probe = PROBES.get(request.path)
        return self.get_response(request) if probe is None else probe(request)


class FailureMiddleware:
    """A database that is gone, full or locked is a 503 that says when to come back; unreadable input a 400."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        with watched():
            return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Turn what is nobody's bug into an honest answer; everything else stays a 500."""
        if isinstance(error, OperationalError | InterfaceError):
            logger.error("the database does not answer: %s", error)
            refusal = answer(request, 503, "unavailable", _("The server cannot do that now. Try again."))
            refusal["Retry-After"] = SECONDS_TO_RETRY
            return refusal
        if isinstance(error, DataError | UnicodeError | RecursionError) or _is_nul(error):
            return answer(request, 400, "bad_input", _("The server could not read that request."))
        return None


class PrivatePagesMiddleware:
    """Pages made for somebody who is signed in are kept by no cache."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if request.user.is_authenticated and not response.has_header("Cache-Control"):
            response["Cache-Control"] = "private, no-store"
        return response


def _is_nul(error: Exception) -> bool:
    """PostgreSQL's driver refuses NUL characters in text with a ValueError."""
    return isinstance(error, ValueError) and "NUL" in str(error)


def answer(request: HttpRequest, status: int, code: str, sentence: str) -> HttpResponse:
    """A problem for programs (/api/), a plain page for people."""
    if request.path.startswith("/api/"):
        body = {"type": "about:blank", "title": code, "status": status, "code": code, "detail": sentence}
        return JsonResponse(body, status=status, content_type="application/problem+json")
    template = "503.html" if status == 503 else "400.html"
    return render(None, template, {"sentence": sentence}, status=status)  # type: ignore[arg-type]
