"""Pictures of positions: as SVG, and as the PNG that other sites show with a link.

A picture takes a tenth of a second of processor time. So pictures are cached, few are drawn at the same time
(foundation.cpu_slots), and requests are rate-limited (sharing.rate_limits). The digest of the drawing is the ETag, so
an unchanged picture is neither drawn nor sent again.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import lru_cache
from importlib.util import find_spec

from foundation.caches import LRUCache
from foundation.cpu_slots import cpu_slot
from games.models import Game
from games.stored_positions import example_position

from .cards import ShareCard, draw_share_card, make_share_card
from .drawing import board_svg_file, preview_svg_file
from .positions import find_position

_drawings: LRUCache[tuple[int, int, int, ShareCard], str] = LRUCache(300)
"""Cached share cards by game id, game number, move and text; 12 kB each."""
_previews: LRUCache[str, bytes] = LRUCache(60)
"""Cached previews by ETag, up to 150 kB each."""


@dataclass(frozen=True, slots=True)
class BoardPicture:
    """A picture of a board: the SVG, from which the PNG is drawn when it is needed."""

    source: str
    has_text: bool = False

    @property
    def etag(self) -> str:
        """Return a strong ETag, which is different for different bytes."""
        return f'"{hashlib.sha256(self.source.encode()).hexdigest()[:32]}"'

    def png(self) -> bytes:
        """Return the PNG, which is drawn once, then cached. Raises TooBusy."""
        return _previews.get_or_make(self.etag, self._draw)

    def _draw(self) -> bytes:
        from resvg_py import svg_to_bytes  # only where pictures are asked for

        with cpu_slot():
            return bytes(svg_to_bytes(svg_string=self.source, skip_system_fonts=not self.has_text))


@lru_cache(maxsize=1)
def can_draw_png() -> bool:
    """Return whether this installation can draw PNG. Without resvg-py there are no pictures of positions."""
    return find_spec("resvg_py") is not None


def find_share_card(game: Game, number: int) -> BoardPicture | None:
    """Return the share card of a public game after this many moves, or None if it has fewer moves."""
    card = make_share_card(game, number)

    def draw() -> str:
        position = find_position(game, number)
        return "" if position is None else draw_share_card(position.board, position.last, card)

    source = _drawings.get_or_make((game.pk, game.number, number, card), draw)
    return BoardPicture(source, has_text=True) if source else None


@lru_cache(maxsize=1)
def site_preview_picture() -> BoardPicture:
    """Return the preview picture for links to other pages: a middle-game position between two programs."""
    state = example_position()
    return BoardPicture(preview_svg_file(state.board, state.last_move))


def find_drawing(game: Game, number: int) -> BoardPicture | None:
    """Return a public game after this many moves as an SVG file with coordinates, or None if it has fewer moves."""
    position = find_position(game, number)
    return None if position is None else BoardPicture(board_svg_file(position.board, position.last))
