"""The preview of a link to a page on other sites: a title, a sentence and a picture (Open Graph, ogp.me; twitter:)."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from foundation.paths import path_of
from games.models import Game
from games.sgf_export import player_names
from rules import Color
from wording import words

from .cards import board_and_rules_texts
from .pictures import can_draw_png


@dataclass(frozen=True, slots=True)
class LinkPreview:
    """The title, text and picture of a page, as other sites show them with a link. `path` is the path of the page, and
    `picture` the path of the picture. `has_board` means that other sites may embed the board of the page."""

    title: str
    text: str
    path: str
    picture: str = ""
    has_board: bool = False
    kind: str = "website"

    @property
    def url(self) -> str:
        """Return the absolute URL of the page."""
        return absolute_url(self.path)

    @property
    def image(self) -> str:
        """Return the absolute URL of the picture, or "" if none can be drawn."""
        return absolute_url(self.picture or path_of("sharing:site_preview")) if can_draw_png() else ""

    @property
    def oembed(self) -> str:
        """Return the absolute oEmbed URL of the page's board, or "" if the board may not be embedded."""
        query = urlencode({"url": self.url, "format": "json"})
        return absolute_url(f"{path_of('sharing:oembed')}?{query}") if self.has_board else ""


def absolute_url(path: str) -> str:
    """Return the absolute URL of a path on this server."""
    return f"{settings.IGO_URL}{path}"


def preview_of_game(game: Game, number: int) -> LinkPreview:
    """Return the preview of a game after this many moves, the same for every reader. A private game has the site's
    picture."""
    picture = "" if game.private else path_of("sharing:preview", game.pk, number)
    has_board = not game.private and settings.IGO_EMBED_ORIGINS != ["none"]
    return LinkPreview(game_title(game), position_text(game, number), position_path(game, number), picture, has_board)


def game_title(game: Game) -> str:
    """Return the players' names."""
    names = player_names(game)
    if game.rotates_colors:
        return names[Color.BLACK]
    if game.has_many_colors:
        return " – ".join(f"{name} ({words.COLOR_NAMES[color]})" for color, name in names.items())
    return _("{black} (Black) – {white} (White)").format(black=names[Color.BLACK], white=names[Color.WHITE])


def position_text(game: Game, number: int) -> str:
    """Return the board size, the variant, the rules and the move number as text. At the end of the game the result is
    added."""
    result = words.result_sentence_of_columns(game) if number == game.move_number else ""
    parts = [
        *board_and_rules_texts(game),
        pgettext("text", "move %(n)s") % {"n": words.localized_number(number)},
        result,
    ]
    return " · ".join(part for part in parts if part)


def position_path(game: Game, number: int) -> str:
    """Return the path of the position, which is the game's own path for the last move."""
    page = game.get_absolute_url()
    return page if number == game.move_number else f"{page}?move={number}"
