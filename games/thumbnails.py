"""Positions as small pictures, for lists of games; drawn once for every number of a game.

What is kept is never out of date: a position changes with the number of its game only. It is kept by whose eyes see
it (`game_view.eyes`), so nobody gets a picture that was drawn for somebody else.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from django.utils.safestring import SafeString

from foundation.caches import LRUCache
from games import reading_cards
from games.game_view import WATCHING, GameView, eyes
from games.models import Game
from wording.board_svg import small_board_svg

if TYPE_CHECKING:
    from games.access import Viewer

Key = tuple[int, int, int | None]
kept: LRUCache[Key, SafeString] = LRUCache(2000)
"""Of up to 8 kB each."""


def thumbnails(games: Collection[tuple[int, int, int | None]], viewer: Viewer) -> dict[int, SafeString]:
    """The pictures of these games as the viewer sees them, by the number of the game. A game is named by its id, its
    number and the colour that the viewer plays in it, None for who watches. Whether they may be seen is not asked.

    One query for all that have not been drawn yet, else none.
    """
    found: dict[int, SafeString] = {}
    missing: dict[int, int | None] = {}
    for pk, number, color in games:
        drawn = kept.get((pk, number, None)) or kept.get((pk, number, color or WATCHING))
        if drawn is None:
            missing[pk] = color
        else:
            found[pk] = drawn
    if missing:
        for game in reading_cards.positions_of(list(missing)):
            found[game.pk] = drawn = _drawn(game, viewer)
            kept.put((game.pk, game.number, eyes(game, missing[game.pk])), drawn)
    return found


def _drawn(game: Game, viewer: Viewer) -> SafeString:
    show = GameView(game, viewer)
    return small_board_svg(show.board(), show.last_move())
