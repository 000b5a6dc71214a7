"""Following games while they go on: cursors over what is stored, and hints that something is new.

Anyone who follows knows the number of the last thing it got. At every hint, and every so often without one, it reads
what came after that. So lost, doubled and reordered hints do no harm. Sockets (consumers.py) and streams
(programs/api/streams.py) share this.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import api_types as shapes
from accounts.models import Player
from games import access
from games.errors import NoSuchGame
from games.game_view import GameView
from games.models import Game

if TYPE_CHECKING:
    from games.access import Viewer
    from games.models.game import GameQuerySet


@dataclass(frozen=True, slots=True)
class VisibilityKey:
    """What decides who sees what of a game, beside the viewer: when it changes, everybody is looked at again."""

    private: bool
    players: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class ViewerState:
    """What one viewer sees of a game when they come: to which audience they belong, and up to which number it is."""

    audience: str
    number: int
    standing: VisibilityKey
    viewer: Viewer


def header() -> GameQuerySet:
    """Games with their seats, without what is large; two statements."""
    return Game.objects.only("pk", "number", "private").prefetch_related("seats")


def with_actions() -> GameQuerySet:
    """Games with their seats and all that their actions are told with; two statements."""
    return Game.objects.defer("position_keys").prefetch_related("seats")


def visibility_key_of(game: Game) -> VisibilityKey:
    """What decides who sees what of this game."""
    return VisibilityKey(game.private, tuple(seat.player_id for seat in game.seat_list()))


def viewer_state_of(game_id: int, viewer: Viewer, *, anew: bool = False) -> ViewerState | None:
    """What the viewer sees of the game, None when they may not watch it. `anew`: read again who they are by now."""
    if anew and viewer.is_authenticated:
        viewer = Player.objects.get(pk=viewer.pk)
    game = header().filter(pk=game_id).first()
    if game is None or not access.may_watch(viewer, game):
        return None
    return ViewerState(GameView(game, viewer).audience, game.number, visibility_key_of(game), viewer)


def sees_game(user: Any, game_id: int) -> bool:
    """Whether this person may watch the game."""
    try:
        access.game_for(user, game_id)
    except NoSuchGame:
        return False
    return True


def actions_after(
    game_id: int, after: int, viewer: Viewer, most: int
) -> tuple[VisibilityKey | None, list[shapes.Receipt]]:
    """Return the visibility key and the next receipts after this number, as the viewer's audience may see them.

    The key is None if there is no such game. Only for viewers that `viewer_state_of` has let in: if the key has
    changed, ask it again before anything is sent.
    """
    game = with_actions().filter(pk=game_id).first()
    return (None, []) if game is None else (visibility_key_of(game), GameView(game, viewer).receipts(after, most))


def receipts(game_id: int, after: int, user: Any, *, most: int | None = None) -> list[shapes.Receipt]:
    """The actions after this number as this person may see them, in order, each once. Raises NoSuchGame."""
    return GameView(access.game_for(user, game_id), user).receipts(after, most)
