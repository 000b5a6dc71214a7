"""Read a visitor's chosen page theme and board theme from cookies."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest

from accounts.models import BoardTheme, Theme


def themes_from_cookies(request: HttpRequest) -> dict[str, str]:
    """Return `theme` ("" follows the device) and `board_theme` from the cookies. A missing or unknown theme becomes the
    default."""
    theme = request.COOKIES.get(settings.THEME_COOKIE_NAME, "")
    board = request.COOKIES.get(settings.BOARD_COOKIE_NAME, "")
    return {
        "theme": theme if theme in Theme.values else "",
        "board_theme": board if board in BoardTheme.values else BoardTheme.WOOD.value,
    }
