"""The language, the theme and the time zone that a person chose."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation

from accounts.models import Player, Theme

THEME_COOKIE = "theme"
GetResponse = Callable[[HttpRequest], HttpResponse]


class PreferencesMiddleware:
    """What was saved with the account wins over the browser; after the authentication middleware."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        user = request.user
        if isinstance(user, Player):
            if user.language in dict(settings.LANGUAGES):
                translation.activate(user.language)
                request.LANGUAGE_CODE = user.language
            timezone.activate(user.zone)
        else:
            timezone.deactivate()
        return self.get_response(request)


def theme(request: HttpRequest) -> dict[str, str]:
    """Context: the theme, from the account or the cookie; "" follows the device."""
    user = getattr(request, "user", None)
    chosen = user.theme if isinstance(user, Player) else request.COOKIES.get(THEME_COOKIE, "")
    return {"theme": chosen if chosen in Theme.values else ""}
