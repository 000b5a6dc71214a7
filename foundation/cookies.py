"""Long-lived cookies."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse

A_YEAR = 365 * 24 * 3600
"""A year in seconds."""


def set_year_cookie(request: HttpRequest, response: HttpResponse, name: str, value: str) -> None:
    """Set a cookie for a year. Scripts cannot read it, and it is HTTPS-only if the request used HTTPS."""
    response.set_cookie(name, value, max_age=A_YEAR, secure=request.is_secure(), httponly=True, samesite="Lax")
