"""Error responses: a page for people, problem+json for programs."""

from __future__ import annotations

import logging
import sys

from django.db import DataError, InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views import defaults

from foundation.cpu_slots import TooBusy
from foundation.hashing import PasswordHashingBusy
from foundation.problems import CONTENT_TYPE, problem_json_body
from games.errors import RecordSealed

logger = logging.getLogger(__name__)
SECONDS_TO_RETRY = "5"
_PAGES = {408: "413.html", 413: "413.html", 503: "503.html"}
"""The templates of error pages by status; 400.html for all others."""


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Return a 404 response."""
    if request.path.startswith("/api/"):
        return error_response(request, 404, "not_found", _("This page does not exist, or it is private."))
    return defaults.page_not_found(request, exception)


def server_error(request: HttpRequest) -> HttpResponse:
    """Return a 500 response without details. Django also calls this for failures outside the views, such as loading the
    user while the database is down."""
    honest = known_error_response(request, sys.exc_info()[1])
    if honest is not None:
        return honest
    if request.path.startswith("/api/"):
        return error_response(request, 500, "server_error", pgettext("text", "Server error"))
    return defaults.server_error(request)


def known_error_response(request: HttpRequest, error: BaseException | None) -> HttpResponse | None:
    """Return the response for an error that is not a bug, or None for a bug.

    The status is 503 if the database is down, full or locked, or if there are too many requests. It is 400 for
    unreadable input, 404 for a number that is too large for an id, and 409 if the response would reveal moves that a
    game still hides.
    """
    if isinstance(error, OperationalError | InterfaceError | PasswordHashingBusy | TooBusy):
        logger.error("cannot be done now: %r", error)
        return service_unavailable(request)
    if isinstance(error, RecordSealed):
        return error_response(request, error.http_status, error.code, error.message())
    if isinstance(error, DataError | UnicodeError | RecursionError) or _is_nul_character_error(error):
        return error_response(
            request, 400, "bad_input", _("The server couldn't understand your request. Go back and try again.")
        )
    if isinstance(error, OverflowError) and "SQLite" in str(error):
        return not_found(request, error)  # PostgreSQL compares the id with the number and finds nothing.
    return None


def service_unavailable(request: HttpRequest) -> HttpResponse:
    """Return a 503 response with the time to retry."""
    refusal = error_response(request, 503, "unavailable", _("The server can't do that right now. Try again."))
    refusal["Retry-After"] = SECONDS_TO_RETRY
    return refusal


def error_response(request: HttpRequest, status: int, code: str, sentence: str) -> HttpResponse:
    """Return an error response: problem+json for programs (/api/), a page for people."""
    if request.path.startswith("/api/"):
        return JsonResponse(problem_json_body(status, code, sentence), status=status, content_type=CONTENT_TYPE)
    template = _PAGES.get(status, "400.html")
    return render(None, template, {"sentence": sentence}, status=status)  # type: ignore[arg-type]


def _is_nul_character_error(error: BaseException | None) -> bool:
    """Return whether this is the ValueError that PostgreSQL's driver raises for NUL characters in text."""
    return isinstance(error, ValueError) and "NUL" in str(error)
