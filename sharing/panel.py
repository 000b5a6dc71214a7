"""The "Share" panel of the game page, for the displayed position as its viewer sees it."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode

from foundation.paths import path_of
from games.models import Game
from rules import Board
from rules.notation import COLUMNS
from wording.board_text import position_legend

from . import embedding, films, pictures
from .previews import absolute_url, game_title, position_path, position_text


@dataclass(frozen=True, slots=True)
class SharePanel:
    """The data of the share panel for the position of a game after this many moves. Private games have no pictures,
    because only their players may see them."""

    game: Game
    number: int
    position: Board

    @property
    def position_url(self) -> str:
        """Return the absolute URL of the position."""
        return absolute_url(position_path(self.game, self.number))

    @property
    def text(self) -> str:
        """Return the position as text, for an e-mail or a forum: the players, the board, the URL."""
        about = f"{game_title(self.game)} · {position_text(self.game, self.number)}"
        return "\n".join([about, "", *_text_rows(self.position), "", position_legend(self.position), self.position_url])

    @property
    def picture_url(self) -> str:
        """Return the URL of the preview picture as PNG, or "" if the game is private or no pictures can be drawn."""
        return self._url_of("preview") if pictures.can_draw_png() else ""

    @property
    def drawing_url(self) -> str:
        """Return the URL of the position as an SVG drawing, or "" for a private game."""
        return self._url_of("drawing")

    @property
    def card_url(self) -> str:
        """Return the URL of the share card as SVG, or "" for a private game."""
        return self._url_of("card")

    @property
    def animation_url(self) -> str:
        """Return the URL of the animation of a finished game, or "" if there is none."""
        return animation_path(self.game, "film")

    @property
    def end_animation_url(self) -> str:
        """Return the URL of the animation of a finished game's last moves, or "" if there is none."""
        return animation_path(self.game, "end_film")

    @property
    def openings_url(self) -> str:
        """Return the URL of the openings page for this position, or for the last position of the game within the
        opening. Return "" for variants, which have no openings."""
        if self.game.variant_name:
            return ""
        return f"{path_of('sharing:openings')}?{urlencode({'game': self.game.pk, 'move': self.number})}"

    @property
    def embed_html(self) -> str:
        """Return the HTML that embeds the board of a public game in another page, at this move or always at the current
        position. Return "" if embedding is not allowed."""
        if self.game.private or not embedding.is_allowed():
            return ""
        move = None if self.number == self.game.move_number else self.number
        return embedding.embed_code(self.game, move, embedding.frame_size(self.game))

    def _url_of(self, name: str) -> str:
        return "" if self.game.private else path_of(f"sharing:{name}", self.game.pk, self.number)


def animation_path(game: Game, name: str) -> str:
    """Return the URL of an animation of a finished public game, or "" if there is none. `name` is "film" for the whole
    game, "end_film" for its last moves."""
    if game.private or not game.is_finished or not films.can_animate():
        return ""
    return path_of(f"sharing:{name}", game.pk)


def _text_rows(position: Board) -> list[str]:
    """Return one line per row of the board, with letters above and numbers at the side."""
    rows = [f"{position.height - row:2} {' '.join(line)}" for row, line in enumerate(position.rows())]
    return ["   " + " ".join(COLUMNS[: position.width]), *rows]
