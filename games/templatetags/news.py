"""The banner about new moves, on pages whose viewers are reading, writing or planning (C21, C44)."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

from django import template
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from accounts.core.digits import wants_latin_digits
from games.models import Game
from rules import Color
from wording import words

register = template.Library()


@register.inclusion_tag("games/_news.html")
def news_of(game: Game) -> dict[str, Any]:
    """Return the context of the banner that reports new actions in this game. The banner is hidden until the page's
    socket reports an action that is newer than the page."""
    return {"game": game, "texts": _sentences(get_language(), wants_latin_digits())}


@lru_cache(maxsize=16)
def _sentences(language: str | None, latin_digits: bool) -> str:
    """Return the banner's sentences as JSON for the page's script. The arguments are only the cache key: they must be
    the current language and kind of digits."""
    sentences = {
        "play": {color.letter: words.played_text(color, "%(point)s") for color in Color},
        "pass": {color.letter: words.passed_text(color) for color in Color},
        "move": _("Move %(n)s: %(what)s. Go to the game"),
        "chat": _("There is a new message. Go to the game"),
        "digits": "".join(map(words.localized_number, range(10))),
    }
    return json.dumps(sentences, ensure_ascii=False)
