"""The previews of pages, as tags of their heads; and the panel of what can be shared of a game."""

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
from ratings.standing import label_of
from rules import Board
from sharing.films import can_film
from sharing.panel import Share
from sharing.pictures import can_draw
from sharing.previews import Preview, of_game

register = template.Library()


@register.simple_tag
def game_preview(game: Game, number: int) -> SafeString:
    """A game after so many moves."""
    return _of_games.get_or_make(("preview", *_all_of(game, number)), lambda: _written(of_game(game, number)))


@register.simple_tag
def share_panel(game: Game, number: int, position: Board) -> SafeString:
    """What can be shared of a game after so many moves, with the position as its viewer sees it."""
    key = ("panel", *_all_of(game, number), position.cells)
    return _of_games.get_or_make(key, lambda: _written_panel(Share(game, number, position)))


def _written_panel(share: Share) -> SafeString:
    is_present = share.number == share.game.move_number
    return render_to_string("sharing/_share.html", {"game": share.game, "share": share, "is_present": is_present})


def _all_of(game: Game, number: int) -> tuple[object, ...]:
    """All that is said of a game after so many moves depends on it: who reads, the game as it is, and the settings."""
    reader = (get_language(), wants_latin_digits())
    names = tuple(seat.player.shown_name for seat in game.seat_list())
    about = (game.pk, game.number, number, game.private, game.is_finished)
    return (*reader, *names, *about, settings.IGO_URL, tuple(settings.IGO_EMBED_ORIGINS), can_draw(), can_film())


_of_games: LRUCache[tuple[object, ...], SafeString] = LRUCache(1000)
"""Previews and panels as they are written, up to 6 kB each, by all that they are written from."""


@register.simple_tag
def dump_licence() -> str:
    """The licence under which finished public games are published; empty where they are not."""
    return str(settings.IGO_DUMP_LICENCE) if settings.IGO_DUMP else ""


@register.simple_tag
def person_preview(person: Player, text: str) -> SafeString:
    """A person, with the rank; `text` is what is found there."""
    rank = label_of(person)
    title = f"{person.shown_name} {rank}" if rank else person.shown_name
    return _written(Preview(title, text, person.get_absolute_url(), kind="profile"))


@register.simple_tag
def page_preview(title: str, text: str, path: str) -> SafeString:
    """A page of the site."""
    return _written(Preview(title, text, path))


def _written(preview: Preview, **more: Any) -> SafeString:
    return render_to_string("sharing/_preview.html", {"preview": preview, **more})
