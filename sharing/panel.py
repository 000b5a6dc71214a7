"""What the panel "Share" of a game's page offers for the position that it shows, as its viewer sees it."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode

from foundation.paths import path_of
from games.models import Game
from rules import Board
from rules.notation import COLUMNS
from wording.board_text import letters_of

from . import embedding, films, pictures
from .previews import absolute, address_of, text_of, title_of


@dataclass(frozen=True, slots=True)
class Share:
    """A game after so many moves. Of a private game there are no pictures: those who play have its page."""

    game: Game
    number: int
    position: Board

    @property
    def link(self) -> str:
        """The whole address of the position."""
        return absolute(address_of(self.game, self.number))

    @property
    def text(self) -> str:
        """The position as letters, for a letter or a forum: who plays, the board, where it is."""
        about = f"{title_of(self.game)} · {text_of(self.game, self.number)}"
        return "\n".join([about, "", *_lines(self.position), "", letters_of(self.position), self.link])

    @property
    def picture(self) -> str:
        """The address of the picture, empty where there is none."""
        return self._address("preview") if pictures.can_draw() else ""

    @property
    def drawing(self) -> str:
        """The address of the drawing as SVG."""
        return self._address("drawing")

    @property
    def film(self) -> str:
        """The address of the animated picture, for finished games."""
        if self.game.private or not self.game.is_finished or not films.can_film():
            return ""
        return path_of("sharing:film", self.game.pk)

    @property
    def openings(self) -> str:
        """The address of the openings at this position, or where they end; empty for variants, which have none."""
        if self.game.variant_name:
            return ""
        return f"{path_of('sharing:openings')}?{urlencode({'game': self.game.pk, 'move': self.number})}"

    @property
    def embed(self) -> str:
        """The code that shows the board of a public game in another page: at this move, the present one always."""
        if self.game.private or not embedding.is_allowed():
            return ""
        move = None if self.number == self.game.move_number else self.number
        return embedding.code(self.game, move, embedding.size_of(self.game))

    def _address(self, name: str) -> str:
        return "" if self.game.private else path_of(f"sharing:{name}", self.game.pk, self.number)


def _lines(position: Board) -> list[str]:
    """A row a line, with letters above and numbers at the side."""
    rows = [f"{position.height - row:2} {' '.join(line)}" for row, line in enumerate(position.rows())]
    return ["   " + " ".join(COLUMNS[: position.width]), *rows]
