"""The look that a visitor has chosen, as the browser keeps it."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest

from accounts.models import BoardTheme, Theme


def chosen_look(request: HttpRequest) -> dict[str, str]:
    """`theme` ("" follows the device) and `board_theme`, from the cookies; what is no theme counts as not chosen."""
    theme = request.COOKIES.get(settings.THEME_COOKIE_NAME, "")
    board = request.COOKIES.get(settings.BOARD_COOKIE_NAME, "")
    return {
        "theme": theme if theme in Theme.values else "",
        "board_theme": board if board in BoardTheme.values else BoardTheme.WOOD.value,
    }
