"""Pages that are not there, and faults: a page for people, a problem for programs."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views import defaults

from goserver.middleware import answer


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """404."""
    if request.path.startswith("/api/v"):
        return answer(request, 404, "not_found", _("There is nothing here, or it is private."))
    return defaults.page_not_found(request, exception)


def fault(request: HttpRequest) -> HttpResponse:
    """500: our fault; nothing of it is told but that it happened."""
    if request.path.startswith("/api/v"):
        return answer(request, 500, "server_error", _("Our fault"))
    return defaults.server_error(request)
