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
class Standing:
    """What decides who sees what of a game, beside the viewer: when it changes, everybody is looked at again."""

    private: bool
    players: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class Sight:
    """What one viewer sees of a game when they come: to which audience they belong, and up to which number it is."""

    audience: str
    number: int
    standing: Standing
    viewer: Viewer


def header() -> GameQuerySet:
    """Games with their seats, without what is large; two statements."""
    return Game.objects.only("pk", "number", "private").prefetch_related("seats")


def with_actions() -> GameQuerySet:
    """Games with their seats and all that their actions are told with; two statements."""
    return Game.objects.defer("position_keys").prefetch_related("seats")


def standing_of(game: Game) -> Standing:
    """What decides who sees what of this game."""
    return Standing(game.private, tuple(seat.player_id for seat in game.seat_list()))


def sight_of(game_id: int, viewer: Viewer, *, anew: bool = False) -> Sight | None:
    """What the viewer sees of the game, None when they may not watch it. `anew`: read again who they are by now."""
    if anew and viewer.is_authenticated:
        viewer = Player.objects.get(pk=viewer.pk)
    game = header().filter(pk=game_id).first()
    if game is None or not access.may_watch(viewer, game):
        return None
    return Sight(GameView(game, viewer).audience, game.number, standing_of(game), viewer)


def sees_game(user: Any, game_id: int) -> bool:
    """Whether this person may watch the game."""
    try:
        access.game_for(user, game_id)
    except NoSuchGame:
        return False
    return True


def actions_after(game_id: int, after: int, viewer: Viewer, most: int) -> tuple[Standing | None, list[shapes.Receipt]]:
    """The next actions after this number as everybody of the viewer's audience may see them, with what decides who that
    is; no standing when there is no such game. For those whom `sight_of` has let in: where the standing is another one
    by now, they are looked at again before they get anything."""
    game = with_actions().filter(pk=game_id).first()
    return (None, []) if game is None else (standing_of(game), GameView(game, viewer).receipts(after, most))


def receipts(game_id: int, after: int, user: Any, *, most: int | None = None) -> list[shapes.Receipt]:
    """The actions after this number as this person may see them, in order, each once. Raises NoSuchGame."""
    return GameView(access.game_for(user, game_id), user).receipts(after, most)
