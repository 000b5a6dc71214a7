"""Addresses that only forms send to: a browser that opens one is led to the page above it."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import Resolver404, resolve
from django.utils.http import escape_leading_slashes

FOR_PROGRAMS = ("/api/", "/oauth/", "/mail/inbound")
"""Paths of programs, where a wrong method gets a 405 with the allowed ones."""


class FormAddressMiddleware:
    """Redirect GET of an address that takes only POST, which people come to by signing in, reloading or typing, to the
    nearest page above it. An empty 405 would be a blank page."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        is_form = response.status_code == 405 and request.method in ("GET", "HEAD")
        if not is_form or request.path.startswith(FOR_PROGRAMS):
            return response
        return redirect(page_above(request.path))


def page_above(path: str) -> str:
    """Return the nearest address above this one that there is."""
    while (path := path.rstrip("/").rpartition("/")[0] + "/") != "/":
        try:
            resolve(path)
        except Resolver404:
            continue
        return escape_leading_slashes(path)
    return "/"
