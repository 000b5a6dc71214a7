"""What a browser keeps for us."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse

A_YEAR = 365 * 24 * 3600
"""Seconds."""


def keep(request: HttpRequest, response: HttpResponse, name: str, value: str) -> None:
    """Have the browser keep this for a year, out of reach of scripts; by HTTPS only when it came so."""
    response.set_cookie(name, value, max_age=A_YEAR, secure=request.is_secure(), httponly=True, samesite="Lax")
