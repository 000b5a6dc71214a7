"""The only way to get a game for a person.

What somebody may not see does not exist for them: the answer for "forbidden" and "absent" is the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from accounts.models import Player
from accounts.security.powers import Power, may
from games.errors import NoSuchGame, NotAModerator, NotAPlayer
from games.models import Game, Seat

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    Viewer = Player | AnonymousUser


def game_for(viewer: Viewer, game_id: int, *, people: bool = False) -> Game:
    """Return the game with its seats if the viewer may watch it; raise NoSuchGame otherwise. `people`: it will be shown
    with what stands beside their names."""
    rows = Game.objects.visible_to(viewer)
    game = (rows.with_people() if people else rows.with_seats()).filter(pk=game_id).first()
    if game is None:
        raise NoSuchGame
    return game


def locked_game_for(player: Player, game_id: int) -> tuple[Game, Seat]:
    """Lock the row of a game that this person plays in; inside a transaction only.

    Raises NoSuchGame when they may not even see it, NotAPlayer when they only watch.
    """
    game = Game.objects.select_for_update(no_key=True).with_seats().filter(pk=game_id).first()
    if game is None:
        raise NoSuchGame
    seat = game.seat_of(player)
    if seat is not None:
        return game, seat
    raise NoSuchGame if game.private and not may(player, Power.MODERATE) else NotAPlayer


def locked_game_for_moderator(player: Player, game_id: int) -> tuple[Game, None]:
    """Lock the row of a game for a moderator who does not play in it; inside a transaction only.

    Raises NoSuchGame for those who may not even see it, NotAModerator for the others.
    """
    game = Game.objects.select_for_update(no_key=True).with_seats().filter(pk=game_id).first()
    if game is None:
        raise NoSuchGame
    if may_decide(player, game):
        return game, None
    sees = not game.private or game.seat_of(player) is not None or may(player, Power.MODERATE)
    raise NotAModerator if sees else NoSuchGame


def may_decide(viewer: Viewer, game: Game) -> bool:
    """Whether this person has the power to act in games and has no part in this one."""
    return may(viewer, Power.RULE) and game.seat_of(viewer) is None


def number_of(game_id: int) -> int:
    """The number of the last action of a game, for whoever has been let in before."""
    return Game.objects.values_list("number", flat=True).get(pk=game_id)
