"""The head and the foot of every page; the foot is made once for each language and choice of themes."""

from __future__ import annotations

from typing import Any

from django import template
from django.conf import settings
from django.template import Context
from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from accounts.core import site
from accounts.middleware import may_come_from
from accounts.models import BoardTheme
from foundation.caches import LRUCache

register = template.Library()
TOKEN, PATH = "foot-token", "foot-path"
"""What stands for the secret of the forms, and for the address of the page, in what is kept."""
NOT_PROVIDED = "NOTPROVIDED"
"""What Django says instead of the secret."""
_feet: LRUCache[tuple[str | None, str, str], str] = LRUCache(200)


@register.simple_tag
def site_name() -> str:
    """What the server is called; asks no database."""
    return site.name()


@register.simple_tag(takes_context=True)
def has_administration(context: Context) -> bool:
    """Return whether the admin site is available from the viewer's network."""
    return may_come_from(context["request"])


SECTIONS = {"challenges": "play", "learn": "learn", "games:archive": "watch", "games:my_games": "mine"}
"""Which link of the header an address belongs to, by its view or its room."""
ENTRANCES = frozenset({"challenges:new", "learn:lessons", "games:archive", "games:my_games"})
"""The pages that these links lead to."""


@register.simple_tag(takes_context=True)
def current(context: dict[str, Any], section: str) -> SafeString | str:
    """For a link of the header: aria-current when its page is shown, or another one of its section."""
    match = getattr(context.get("request"), "resolver_match", None)
    name = "" if match is None else match.view_name
    if SECTIONS.get(name, SECTIONS.get(name.partition(":")[0])) != section:
        return ""
    return format_html(' aria-current="{}"', "page" if name in ENTRANCES else "true")


@register.simple_tag
def club_login() -> str:
    """What the other place is called by whose accounts people sign in here; empty for none."""
    return settings.IGO_LOGIN_OIDC_NAME if settings.IGO_LOGIN_OIDC_URL else ""


@register.simple_tag(takes_context=True)
def footer(context: dict[str, Any]) -> SafeString:
    """Language, themes and the ways out. Its forms carry the token of this answer, and lead back to this page."""
    token, request = context.get("csrf_token"), context.get("request")
    theme, board = context.get("theme") or "", context.get("board_theme") or ""
    if request is None or token in (None, "", NOT_PROVIDED):
        return _made(theme, board, "", "")
    kept = _feet.get_or_make((get_language(), theme, board), lambda: _pattern(theme, board))
    return format_html(kept, token=token, path=request.get_full_path())


def _pattern(theme: str, board: str) -> str:
    """What `format_html` fills in."""
    made = str(_made(theme, board, TOKEN, PATH)).replace("{", "{{").replace("}", "}}")
    return made.replace(TOKEN, "{token}").replace(PATH, "{path}")


def _made(theme: str, board: str, token: str, path: str) -> SafeString:
    chosen = {"theme": theme, "board": board, "boards": BoardTheme.choices}
    return render_to_string("_footer.html", {**chosen, "csrf_token": token, "path": path})
