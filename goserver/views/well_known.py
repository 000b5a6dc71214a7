"""Well-known URLs that browsers, crawlers and security researchers request from every site."""

from __future__ import annotations

from datetime import timedelta
from functools import lru_cache
from pathlib import Path

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from foundation import timesource

ROBOTS = """User-agent: *
Disallow: /admin/
Disallow: /accounts/
Disallow: /api/
Disallow: /oauth/
"""
"""The rules for crawlers. Everything visible without an account may be indexed."""
SECURITY_TXT_LASTS = timedelta(days=180)
"""How long security.txt is valid; RFC 9116, 2.5.5 recommends less than a year."""
ICON = Path(__file__).parents[2] / "static" / "img" / "favicon.ico"


@require_safe
@cache_control(public=True, max_age=86_400)
def robots_txt(request: HttpRequest) -> HttpResponse:
    """Return the rules for crawlers (RFC 9309)."""
    return HttpResponse(ROBOTS, content_type="text/plain; charset=utf-8")


@require_safe
@cache_control(public=True, max_age=86_400)
def security_txt(request: HttpRequest) -> HttpResponse:
    """Return the contact for vulnerability reports (RFC 9116). Raises Http404 if the operator has not set one."""
    if not settings.IGO_SECURITY_CONTACT:
        raise Http404
    expires = (timesource.now() + SECURITY_TXT_LASTS).replace(hour=0, minute=0, second=0, microsecond=0)
    fields = {
        "Contact": settings.IGO_SECURITY_CONTACT,
        "Expires": expires.strftime("%Y-%m-%dT%H:%M:%SZ"),
        "Preferred-Languages": ", ".join(code for code, _name in settings.LANGUAGES),
        "Canonical": f"{settings.IGO_URL}{request.path}",
    }
    text = "".join(f"{name}: {value}\n" for name, value in fields.items())
    return HttpResponse(text, content_type="text/plain; charset=utf-8")


@require_safe
def redirect_to_change_password(request: HttpRequest) -> HttpResponse:
    """Redirect password managers to the page where a password is changed (W3C, A Well-Known URL for Changing
    Passwords)."""
    return HttpResponseRedirect(reverse("account_change_password"))


@require_safe
@cache_control(public=True, max_age=86_400)
def favicon(request: HttpRequest) -> HttpResponse:
    """Return the icon of the site, for programs that request /favicon.ico and do not read the icon links of pages."""
    return HttpResponse(_icon_bytes(), content_type="image/x-icon")


@lru_cache(maxsize=1)
def _icon_bytes() -> bytes:
    return ICON.read_bytes()
