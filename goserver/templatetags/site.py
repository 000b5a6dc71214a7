"""The header and the footer of every page. The footer is cached for each language and choice of themes."""

from __future__ import annotations

from typing import Any

from django import template
from django.conf import settings
from django.template import Context
from django.template.loader import render_to_string
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from accounts import forms
from accounts.core import site
from accounts.middleware import may_use_admin_from
from accounts.models import BoardTheme
from foundation.caches import LRUCache

register = template.Library()
TOKEN, PATH = "foot-token", "foot-path"
"""Placeholders for the form secret and the page's path in cached HTML."""
NOT_PROVIDED = "NOTPROVIDED"
"""Django's token for a request without a form secret."""
_feet: LRUCache[tuple[str | None, str, str], str] = LRUCache(200)


@register.simple_tag
def site_name() -> str:
    """Return the server's name, without a query."""
    return site.name()


@register.simple_tag
def settings_tabs() -> list[tuple[str, Promise, Promise]]:
    """Return the URL, name and summary of each settings page of the account."""
    return [(address, name, summary) for address, (name, summary, _form) in forms.TABS.items()]


@register.simple_tag(takes_context=True)
def has_administration(context: Context) -> bool:
    """Return whether the admin site is available from the viewer's network."""
    return may_use_admin_from(context["request"])


BOARD_PAGES = [f"study:{name}" for name in ("boards", "new_board", "board", "change_board", "edit_board", "hide_board")]
SECTIONS = {
    "games:my_games": "mine",
    **dict.fromkeys(["challenges", "automatch"], "play"),
    **dict.fromkeys(["learn", "classes", *BOARD_PAGES], "learn"),
    **dict.fromkeys(["games:archive", "sharing:openings", "library"], "watch"),
    **dict.fromkeys(["tournaments", "ladders", "leagues", "team_matches"], "events"),
    **dict.fromkeys(["clubs", "discussion", "social:following", "social:stars"], "community"),
}
"""The header link that a page belongs to, by its view or its app."""
ENTRANCES = frozenset(
    {"challenges:new", "learn:lessons", "games:archive", "games:my_games", "tournaments:tournaments", "clubs:clubs"}
)
"""The views that the header links lead to."""


@register.simple_tag(takes_context=True)
def current(context: dict[str, Any], section: str) -> SafeString | str:
    """Return the attribute `aria-current` for a header link if the displayed page belongs to this section, otherwise
    ""."""
    match = getattr(context.get("request"), "resolver_match", None)
    name = "" if match is None else match.view_name
    if SECTIONS.get(name, SECTIONS.get(name.partition(":")[0])) != section:
        return ""
    return format_html(' aria-current="{}"', "page" if name in ENTRANCES else "true")


@register.simple_tag
def club_login() -> str:
    """Return the name of the OpenID Connect provider with which people can sign in, "" if there is none."""
    return settings.IGO_LOGIN_OIDC_NAME if settings.IGO_LOGIN_OIDC_URL else ""


@register.simple_tag(takes_context=True)
def footer(context: dict[str, Any]) -> SafeString:
    """Return the footer with language, themes and links. Its forms contain this response's CSRF token, and redirect
    back to this page."""
    token, request = context.get("csrf_token"), context.get("request")
    theme, board = context.get("theme") or "", context.get("board_theme") or ""
    if request is None or token in (None, "", NOT_PROVIDED):
        return _render_footer(theme, board, "", "")
    kept = _feet.get_or_make((get_language(), theme, board), lambda: _footer_pattern(theme, board))
    return format_html(kept, token=token, path=request.get_full_path())


def _footer_pattern(theme: str, board: str) -> str:
    """Return the rendered footer, with `{token}` and `{path}` in place of the CSRF token and the current path, for
    `format_html`."""
    made = str(_render_footer(theme, board, TOKEN, PATH)).replace("{", "{{").replace("}", "}}")
    return made.replace(TOKEN, "{token}").replace(PATH, "{path}")


def _render_footer(theme: str, board: str, token: str, path: str) -> SafeString:
    chosen = {"theme": theme, "board": board, "boards": BoardTheme.choices}
    return render_to_string("_footer.html", {**chosen, "csrf_token": token, "path": path})
