"""Middleware for every request: its arrival time, responses while a dependency is down, and responses that are never
cached."""

from __future__ import annotations

import logging
import uuid
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import structlog
from django.conf import settings
from django.contrib import messages
from django.core.exceptions import DisallowedHost
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import translation
from django.utils.translation import gettext as _

from accounts.middleware import too_many_requests_page
from foundation import rate_limits, timesource
from foundation.clients import client_network
from foundation.limits import count_hit
from foundation.text import whole_number
from goserver.middleware import bodies, headers
from goserver.middleware.queue_delay import MAX_QUEUE_DELAY, queue
from goserver.operations import watchdog
from goserver.views.errors import error_response, known_error_response, service_unavailable
from goserver.views.health import probe_views
from wording import words

logger = logging.getLogger(__name__)
FOR_PROGRAMS = ("/api/v1/", "/oauth/token", "/oauth/revoke", "/oauth/userinfo")
"""The beginnings of paths to which programs send secrets."""
GetResponse = Callable[[HttpRequest], HttpResponse]


class ReceivedAtMiddleware:
    """The first middleware. Records when the server received the request, which is the time that counts for clocks
    (R53), gives the request an id for log lines, and adds common headers."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        with suppress(
            DatabaseError
        ):  # nothing confirms the time: anyone who needs it asks again, and fails as the database does
            request.received_at = timesource.now()  # type: ignore[attr-defined]
        request_id = uuid.uuid4().hex[:12]
        bound = structlog.contextvars.bind_contextvars(request=request_id)
        try:
            response = self.get_response(request)
        finally:
            structlog.contextvars.reset_contextvars(**bound)
        response["X-Request-Id"] = request_id
        response.headers.setdefault(headers.PERMISSIONS, headers.NO_DEVICES)
        is_static = request.path.startswith(settings.STATIC_URL)
        response.headers.setdefault(headers.RESOURCES, headers.FOR_ALL_SITES if is_static else headers.OURS_ONLY)
        return response


class HealthMiddleware:
    """Serves /healthz and /readyz for any host name."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response
        self.probes = probe_views()

    def __call__(self, request: HttpRequest) -> HttpResponse:
        probe = self.probes.get(request.path)
        return self.get_response(request) if probe is None else probe(request)


class AllowedHostMiddleware:
    """Refuses requests for host names that are not allowed, with a 400 and one log line."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        try:
            request.get_host()
        except DisallowedHost:
            host = request.META.get("HTTP_HOST", "")[:100]
            logger.warning("refused a request for the host %r: ALLOWED_HOSTS does not name it", host)
            sentence = _(
                "This server is not set up for this address. Its administrator can add the address to ALLOWED_HOSTS."
            )
            request.is_logged = True  # type: ignore[attr-defined]  # Django would add a line of its own
            return error_response(request, 400, "bad_input", sentence)
        return self.get_response(request)


class RequireTlsForApiMiddleware:
    """Refuses API requests without TLS. A redirect would hide from the client that the first request, including its
    token, was not encrypted. Pages are redirected (Django's SecurityMiddleware)."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.is_secure() or not settings.SECURE_SSL_REDIRECT or not request.path.startswith(FOR_PROGRAMS):
            return self.get_response(request)
        if request.path.startswith("/oauth/"):
            return JsonResponse({"error": "invalid_request", "error_description": "HTTPS only"}, status=400)
        with translation.override(translation.get_language_from_request(request)):
            return error_response(request, 403, "https_only", _("Programs must connect over HTTPS."))


class KnownErrorMiddleware:
    """Returns 503 with a retry time if the database is down, full or locked, and 400 for unreadable input.

    The 503 is returned immediately while the database is known to be down, and for a request that has waited longer
    than clients wait.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if watchdog.database.is_away:
            return _unavailable_page(request)
        if (
            settings.IGO_PROXIES
            and queue.seconds_waited_since(request.headers.get("X-Request-Start", "")) > MAX_QUEUE_DELAY
        ):
            return _unavailable_page(request)
        with watchdog.watch_database_calls():
            return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Return an error response for known exceptions. Return None for all others, which become a 500."""
        return known_error_response(request, error)


def _unavailable_page(request: HttpRequest) -> HttpResponse:
    """Return the 503 page in the browser's language, because the user is not known yet."""
    with translation.override(translation.get_language_from_request(request)):
        return service_unavailable(request)


class BodyErrorResponseMiddleware:
    """Returns the error response for a body that is too large or incomplete (bodies.py). It runs before the body is
    read, and after the language is known.

    For files that are too large, this is the page of the form with the error as a message, and status 413. The form is
    requested with GET, because nothing of the body is left.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        refused = body_error_response(request)
        if refused is None:
            return self.get_response(request)
        if refused.status_code != 413 or not _path_accepts_uploads(request):
            return refused
        request.method, request.has_no_body = "GET", True  # type: ignore[attr-defined]
        page = self.get_response(request)
        if page.status_code != 200:
            return refused
        page.status_code = 413
        return page

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: dict[str, Any]) -> None:
        """Add the error as a message, which the page of the form shows."""
        if getattr(request, "has_no_body", False):
            messages.error(request, _upload_too_large_sentence(request))


def _path_accepts_uploads(request: HttpRequest) -> bool:
    return not request.path.startswith("/api/") and bodies.largest_body_for(request.path) > bodies.LARGEST


def _upload_too_large_sentence(request: HttpRequest) -> str:
    most = words.localized_number(bodies.largest_body_for(request.path) // 1_000_000)
    return _("Your upload is too large. You can send at most %(n)s MB at a time.") % {"n": most}


def body_error_response(request: HttpRequest) -> HttpResponse | None:
    """Return the error response for a body that is too large or incomplete, None for other requests."""
    reason = getattr(request, "scope", request.META).get(bodies.MARK)
    if reason == bodies.TOO_SLOW:
        return error_response(request, 408, "too_slow", _("Your request took too long to arrive. Try again."))
    most = bodies.largest_body_for(request.path)
    if (reason == bodies.TOO_LARGE or _declared_length(request) > most) and most > bodies.LARGEST:
        return error_response(request, 413, "too_large", _upload_too_large_sentence(request))
    if reason == bodies.TOO_LARGE or _declared_length(request) > most:
        return error_response(request, 413, "too_large", _("Your request is too large. You can send at most 64 kB."))
    return None


def _declared_length(request: HttpRequest) -> int:
    return whole_number(str(request.META.get("CONTENT_LENGTH") or ""), 19) or 0


class RouteRateLimitMiddleware:
    """Applies the rate limits of expensive routes (foundation.rate_limits). Must be after the authentication
    middleware.

    API requests with a token are counted in the operations, because their accounts are identified later
    (api.base.AccountThrottle).
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: dict[str, Any]) -> HttpResponse | None:
        """Return a 429 response if there were too many requests, before the view computes anything; otherwise None."""
        if request.resolver_match is None or hasattr(getattr(view, "cls", None), "makes_offers"):
            return None  # of the API
        cost = rate_limits.rate_limit_of(request.resolver_match.route, request.method or "", kwargs.get("verb"))
        if cost is None:
            return None
        who = str(request.user.pk) if request.user.is_authenticated else client_network(request)
        wait = count_hit(f"cost-{cost.name}", who, cost.rate)
        return None if wait is None else _too_many_requests(request, wait)


def _too_many_requests(request: HttpRequest, wait: float) -> HttpResponse:
    if not request.path.startswith("/api/v1/"):
        return too_many_requests_page(request, wait)
    refusal = error_response(request, 429, "throttled", _("Too many requests. Wait a moment and try again."))
    refusal["Retry-After"] = str(int(wait) + 1)
    return refusal


class PrivatePagesMiddleware:
    """Prevents caching of signed-in users' pages, so that they cannot be seen after signing out."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        was_in = request.user.is_authenticated
        response = self.get_response(request)
        if was_in and not request.user.is_authenticated:
            response["Clear-Site-Data"] = '"cache", "storage"'
        if request.user.is_authenticated and not response.has_header("Cache-Control"):
            response["Cache-Control"] = "private, no-store"
        return response
