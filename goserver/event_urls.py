"""The URLs of the apps that an operator can disable (IGO_APPS_OFF)."""

from __future__ import annotations

from importlib import import_module

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import URLPattern, URLResolver, include, path

from foundation.apps_off import is_on
from goserver.conf.setting_kinds import APPS_THAT_CAN_BE_OFF
from tournaments import urls as tournaments
from tournaments.api import urls as tournaments_api

Patterns = list[URLPattern | URLResolver]


def api_patterns_of_enabled_apps() -> Patterns:
    """Return the URLs of the API operations of all apps that are not disabled. Operations on single tournaments are
    included as long as leagues are enabled, because leagues use them."""
    found: list[URLPattern | URLResolver] = []
    if is_on("tournaments"):
        found.append(path("api/v1/", include(tournaments_api.of_all)))
    if is_on("tournaments") or is_on("leagues"):
        found.append(path("api/v1/", include(tournaments_api.of_one)))
    above = [app for app in APPS_THAT_CAN_BE_OFF if app != "tournaments" and is_on(app)]
    return [*found, *(path("api/v1/", include(f"{app}.api.urls")) for app in above)]


def page_patterns_of_optional_apps() -> Patterns:
    """Return the URL patterns of the pages of all apps that can be disabled. The pages of a disabled app return 404,
    but their URL names exist, because old notices contain links to them."""
    return [path("", include(_page_patterns_of(app))) for app in APPS_THAT_CAN_BE_OFF]


def _page_patterns_of(app: str) -> tuple[Patterns, str]:
    patterns: Patterns = import_module(f"{app}.urls").urlpatterns
    if is_on(app):
        return patterns, app
    kept = tournaments.of_one if app == "tournaments" else []
    return [one if one in kept else _not_found_pattern(one) for one in patterns], app


def _not_found_pattern(pattern: URLPattern | URLResolver) -> URLPattern | URLResolver:
    assert isinstance(pattern, URLPattern)
    return URLPattern(pattern.pattern, _not_found, name=pattern.name)


def _not_found(request: HttpRequest, **_: object) -> HttpResponse:
    raise Http404
