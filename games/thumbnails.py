"""Positions as small pictures for lists of games. A game is drawn again only after a new action.

The cache is never out of date, because its key includes the number of the game's last action, and only an action
changes the position. The key also includes the group of viewers who see the same (`game_view.drawing_viewpoint_key`),
so that no one gets a picture drawn for another viewer.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from django.utils.safestring import SafeString

from foundation.caches import LRUCache
from games import reading_cards
from games.game_view import WATCHING, GameView, drawing_viewpoint_key
from games.models import Game
from wording.board_svg import small_board_svg

if TYPE_CHECKING:
    from games.access import Viewer

Key = tuple[int, int, int | None]
kept: LRUCache[Key, SafeString] = LRUCache(2000)
"""The cached pictures, up to 8 kB each."""
LIVELY = 5
"""A game must have more moves than this to be shown large, because an empty board shows nothing."""


def thumbnails(games: Collection[tuple[int, int, int | None]], viewer: Viewer) -> dict[int, SafeString]:
    """Return small pictures of these games as the viewer sees them, by game id. Each game is given by its id, the
    number of its last action, and the viewer's colour in it (None for spectators). Access is not checked.

    Takes one query if any picture is not cached, otherwise none.
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
        for game in reading_cards.load_positions(list(missing)):
            found[game.pk] = drawn = _draw_thumbnail(game, viewer)
            kept.put((game.pk, game.number, drawing_viewpoint_key(game, missing[game.pk])), drawn)
    return found


def _draw_thumbnail(game: Game, viewer: Viewer) -> SafeString:
    show = GameView(game, viewer)
    return small_board_svg(show.board(), show.last_move())
