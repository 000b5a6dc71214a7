"""The previews of pages, as tags of their heads; and the panel of what can be shared of a game."""

from __future__ import annotations

from typing import Any

from django import template
from django.conf import settings
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from accounts.models import Player
from games.models import Game
from ratings.standing import label_of
from rules import Board
from sharing.panel import Share
from sharing.previews import Preview, of_game

register = template.Library()


@register.simple_tag
def game_preview(game: Game, number: int) -> SafeString:
    """A game after so many moves."""
    return _written(of_game(game, number))


@register.simple_tag
def share_of(game: Game, number: int, position: Board) -> Share:
    """What can be shared of a game after so many moves, with the position as its viewer sees it."""
    return Share(game, number, position)


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
