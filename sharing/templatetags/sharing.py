"""Template tags: previews of pages for the HTML head, and the panel to share a game."""

from __future__ import annotations

from typing import Any

from django import template
from django.conf import settings
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from accounts.core.digits import wants_latin_digits
from accounts.models import Player
from foundation.caches import LRUCache
from games.models import Game
from ratings.standing import rank_label_of
from rules import Board
from sharing.films import can_animate
from sharing.panel import SharePanel, animation_path
from sharing.pictures import can_draw_png
from sharing.previews import LinkPreview, preview_of_game

register = template.Library()


@register.simple_tag
def game_preview(game: Game, number: int) -> SafeString:
    """Return the HTML of the preview of a game after this many moves."""
    return _of_games.get_or_make(
        ("preview", *_cache_key(game, number)), lambda: _render_preview(preview_of_game(game, number))
    )


@register.simple_tag
def share_panel(game: Game, number: int, position: Board) -> SafeString:
    """Return the share panel of a game after this many moves, with the position as its viewer sees it."""
    key = ("panel", *_cache_key(game, number), position.cells)
    return _of_games.get_or_make(key, lambda: _render_panel(SharePanel(game, number, position)))


@register.simple_tag
def end_film_of(game: Game) -> str:
    """Return the URL of the animation of the last moves of a finished public game, or "" if there is none."""
    return animation_path(game, "end_film")


def _render_panel(share: SharePanel) -> SafeString:
    is_present = share.number == share.game.move_number
    return render_to_string("sharing/_share.html", {"game": share.game, "share": share, "is_present": is_present})


def _cache_key(game: Game, number: int) -> tuple[object, ...]:
    """Return the values on which the cached output depends: the reader's language and digits, the players' names, the
    current state of the game, and the settings."""
    reader = (get_language(), wants_latin_digits())
    names = tuple(seat.player.shown_name for seat in game.seat_list())
    about = (game.pk, game.number, number, game.private, game.is_finished)
    return (*reader, *names, *about, settings.IGO_URL, tuple(settings.IGO_EMBED_ORIGINS), can_draw_png(), can_animate())


_of_games: LRUCache[tuple[object, ...], SafeString] = LRUCache(1000)
"""Cached HTML of previews and panels, up to 6 kB each, by everything that it depends on."""


@register.simple_tag
def dump_licence() -> str:
    """Return the name of the licence under which this server publishes games, or "" if it does not publish them."""
    return str(settings.IGO_DUMP_LICENCE) if settings.IGO_DUMP else ""


@register.simple_tag
def person_preview(person: Player, text: str) -> SafeString:
    """Return the HTML of the preview of a player's page, with the rank; `text` describes the page."""
    rank = rank_label_of(person)
    title = f"{person.shown_name} {rank}" if rank else person.shown_name
    return _render_preview(LinkPreview(title, text, person.get_absolute_url(), kind="profile"))


@register.simple_tag
def page_preview(title: str, text: str, path: str) -> SafeString:
    """Return the HTML of the preview of a page of the site."""
    return _render_preview(LinkPreview(title, text, path))


def _render_preview(preview: LinkPreview, **more: Any) -> SafeString:
    return render_to_string("sharing/_preview.html", {"preview": preview, **more})
