"""Read the new actions of a game in progress for one viewer.

A follower stores the number of the last action it received. On every change signal, and at regular intervals without
one, it reads the actions after that number, so lost, duplicate and reordered signals do no harm. WebSockets
(consumers.py) and event streams (programs/api/streams.py) both use this module.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import api_types as shapes
from accounts.models import Player
from games import access, seen
from games.errors import NoSuchGame
from games.game_view import GameView
from games.models import Game

if TYPE_CHECKING:
    from games.access import Viewer
    from games.models.game import GameQuerySet


@dataclass(frozen=True, slots=True)
class VisibilityKey:
    """The properties of a game that decide what viewers may see. If a game's key changes, the access of all its viewers
    is checked again."""

    private: bool
    players: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class ViewerState:
    """The data with which a socket starts to follow a game: the viewer's audience, the number of the game's last
    action, and the game's visibility key."""

    audience: str
    number: int
    visibility: VisibilityKey
    viewer: Viewer


def games_with_seats() -> GameQuerySet:
    """Return a queryset of games with their seats but without the large columns, in two queries."""
    return Game.objects.only("pk", "number", "private").prefetch_related("seats")


def games_for_receipts() -> GameQuerySet:
    """Return a queryset of games with their seats and all columns that receipts of actions need, in two queries."""
    return Game.objects.defer("position_keys").prefetch_related("seats")


def visibility_key_of(game: Game) -> VisibilityKey:
    """Return the game's visibility key."""
    return VisibilityKey(game.private, tuple(seat.player_id for seat in game.seat_list()))


def viewer_state_of(game_id: int, viewer: Viewer, *, reload: bool = False) -> ViewerState | None:
    """Return the viewer's state, or None if they may not watch the game. With `reload`, the viewer is first read from
    the database again."""
    if reload and viewer.is_authenticated:
        viewer = Player.objects.get(pk=viewer.pk)
    game = games_with_seats().filter(pk=game_id).first()
    if game is None or not access.may_watch(viewer, game):
        return None
    return ViewerState(GameView(game, viewer).audience, game.number, visibility_key_of(game), viewer)


def record_visit_if_may_watch(user: Any, game_id: int) -> bool:
    """Return whether this user may watch the game. If so, also record that they have seen it."""
    try:
        access.game_for(user, game_id)
    except NoSuchGame:
        return False
    return True


def actions_after(
    game_id: int, after: int, viewer: Viewer, most: int
) -> tuple[VisibilityKey | None, list[shapes.Receipt]]:
    """Return the visibility key and the next receipts after this number, at most `most`, as the viewer's audience may
    see them.

    The key is None if the game does not exist. Call this function only for viewers that `viewer_state_of` has allowed.
    If the key has changed, check their access again before sending.
    """
    if viewer.is_authenticated:
        seen.mark_all_seen(viewer.pk, [game_id])
    game = games_for_receipts().filter(pk=game_id).first()
    return (None, []) if game is None else (visibility_key_of(game), GameView(game, viewer).receipts(after, most))


def receipts(game_id: int, after: int, user: Any, *, most: int | None = None) -> list[shapes.Receipt]:
    """Return the receipts of the game's actions after the number `after`, in order, as this user may see them, at most
    `most`. Raises NoSuchGame."""
    return GameView(access.game_for(user, game_id), user).receipts(after, most)
