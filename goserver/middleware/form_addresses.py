"""Redirect browsers that open a URL for forms to the page above it."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import Resolver404, resolve
from django.utils.http import escape_leading_slashes

FOR_PROGRAMS = ("/api/", "/oauth/", "/mail/inbound")
"""Paths for programs, where a wrong method gets a 405 with the allowed ones."""


class RedirectFromPostUrlsMiddleware:
    """Redirects GET requests for a URL that accepts only POST to the nearest page above it. People open such a URL by
    signing in, reloading or typing, and would see a blank page, because a 405 response is empty."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        is_form = response.status_code == 405 and request.method in ("GET", "HEAD")
        if not is_form or request.path.startswith(FOR_PROGRAMS):
            return response
        return redirect(nearest_page_above(request.path))


def nearest_page_above(path: str) -> str:
    """Return the nearest path above this one that has a page."""
    while (path := path.rstrip("/").rpartition("/")[0] + "/") != "/":
        try:
            resolve(path)
        except Resolver404:
            continue
        return escape_leading_slashes(path)
    return "/"
