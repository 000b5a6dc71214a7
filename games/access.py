"""Look up games for a viewer. Only this module decides who may see a game.

For a game that the viewer may not see, the error is the same as for a game that does not exist.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from accounts.models import Player
from accounts.security.staff_permissions import StaffPermission, may
from games import reading, seen, storage
from games.errors import NoSuchGame, NotAModerator, NotAPlayer
from games.models import Game, Seat

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    Viewer = Player | AnonymousUser


def game_for(viewer: Viewer, game_id: int, *, people: bool = False) -> Game:
    """Return the game with its seats, and record that the viewer has seen it (`games.seen`). With `people`, also load
    the players' ratings. Raises NoSuchGame if the viewer may not watch the game."""
    game = _load_visible_game(viewer, game_id, people=people)
    while not seen.mark_seen_if_current(game, viewer):
        game = _load_visible_game(viewer, game_id, people=people)
    return game


def _load_visible_game(viewer: Viewer, game_id: int, *, people: bool) -> Game:
    """Return the game with its seats if the viewer may watch it. Raises NoSuchGame."""
    if people:
        known = reading.game_with_people(game_id)
        if (known is None or not _may_see_without_teaching(viewer, known)) and not _is_teacher_of_player_in(
            viewer, game_id
        ):  # a query for both (S02)
            raise NoSuchGame
        if known is None:
            raise NoSuchGame
        reading.load_rating_events(known)
        return known
    game = Game.objects.visible_to(viewer).with_seats().filter(pk=game_id).first()
    if game is None:
        raise NoSuchGame
    return game


def may_watch(viewer: Viewer, game: Game) -> bool:
    """Return whether the viewer may watch this loaded game, by the same rule as `GameQuerySet.visible_to`."""
    return _may_see_without_teaching(viewer, game) or _is_teacher_of_player_in(viewer, game.pk)


def _may_see_without_teaching(viewer: Viewer, game: Game) -> bool:
    """Return whether the viewer may see the game for a reason other than teaching one of its players."""
    return not game.private or game.seat_of(viewer) is not None or may(viewer, StaffPermission.MODERATE)


def _is_teacher_of_player_in(viewer: Viewer, game_id: int) -> bool:
    return Game.objects.of_children_taught_by(viewer).filter(pk=game_id).exists()


def locked_game_for(player: Player, game_id: int) -> tuple[Game, Seat]:
    """Return a game in which this person plays, locked, and their seat. Call it only inside a transaction.

    Raises NoSuchGame if they may not see the game, NotAPlayer if they may see it but do not play in it.
    """
    game = storage.locked_game(game_id)
    if game is None:
        raise NoSuchGame
    seat = game.seat_of(player)
    if seat is not None:
        return game, seat
    raise NoSuchGame if game.private and not may(player, StaffPermission.MODERATE) else NotAPlayer


def locked_game_for_moderator(player: Player, game_id: int) -> tuple[Game, None]:
    """Return the game, locked, and None in place of a seat, for a moderator who does not play in it. Call it only
    inside a transaction.

    Raises NotAModerator for everyone else who may see the game. Raises NoSuchGame for those who may not, or if the game
    does not exist.
    """
    game = storage.locked_game(game_id)
    if game is None:
        raise NoSuchGame
    if may_moderate(player, game):
        return game, None
    sees = not game.private or game.seat_of(player) is not None or may(player, StaffPermission.MODERATE)
    raise NotAModerator if sees else NoSuchGame


def analysis_allowed(game: Game) -> bool:
    """Return whether this game may be analysed now. After its end it always may; before that, only if its terms (C31)
    and its variant (V3) allow it."""
    return game.is_finished or (game.analysis and game.agreed_variant.allows_analysis)


def may_moderate(viewer: Viewer, game: Game) -> bool:
    """Return whether this person may moderate games and does not play in this one."""
    return may(viewer, StaffPermission.RULE) and game.seat_of(viewer) is None


def last_action_numbers(game_ids: Collection[int]) -> dict[int, int]:
    """Return the number of the last action of each of these games, by game id, in one query. Games that do not exist
    are left out. Access is not checked."""
    return dict(Game.objects.filter(pk__in=game_ids).values_list("pk", "number"))


def last_action_number(game_id: int) -> int:
    """Return the number of the last action of this game, in one query. Access is not checked."""
    return Game.objects.values_list("number", flat=True).get(pk=game_id)
