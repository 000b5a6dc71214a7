"""Share trees after a game, as each owner decides, and hide inappropriate trees as a moderator."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from django.db import transaction

from accounts.core.audit import StaffContext, record_staff_action
from accounts.core.guests import check_not_guest
from accounts.core.restrictions import check_allowed
from accounts.models import Player
from accounts.models.restriction import RestrictionKind
from accounts.security.staff_permissions import StaffPermission, may
from games import events
from games.access import game_for
from games.errors import NotAModerator, NotFinished
from games.models import Game
from study import access
from study.core.record import RecordMoves
from study.errors import NotShared
from study.models import Sharing, StudySettings, Tree

from . import trees
from .layers import StudyLayer, visible_layers

if TYPE_CHECKING:
    from games.access import Viewer


@dataclass(frozen=True, slots=True)
class Review:
    """A finished game with its moves, and the layers that a viewer may see."""

    game: Game
    layers: list[StudyLayer]
    record: RecordMoves

    @property
    def trees(self) -> list[Tree]:
        """Return the database rows of the players' shared trees."""
        return [layer.row for layer in self.layers if isinstance(layer.row, Tree)]


def set_tree_shared(player: Player, game_id: int, shared: bool | None, now: datetime) -> Tree:
    """Set whether the player's tree of this game is shared after the game. None means that the player's default setting
    applies. Return the tree.

    Raises NoSuchTree, AnalysisNotAllowed, Suspended, Muted, NotForGuests.
    """
    game, seat = access.seat_for_analysis(player, game_id)
    check_allowed(player, now)
    if shared:
        _check_may_publish(player, now)
    with transaction.atomic():
        tree = trees.lock_or_create_tree(seat)
        tree.shared = shared
        tree.save(update_fields=["shared"])
        if game.is_finished:
            events.signal_review_changed(game.pk)
    return tree


def set_sharing_default(player: Player, sharing: Sharing, now: datetime) -> None:
    """Set whether the player's trees are shared by default. Raises Suspended, Muted, NotForGuests."""
    if sharing == Sharing.ALWAYS:
        _check_may_publish(player, now)
    check_allowed(player, now)
    StudySettings.objects.update_or_create(player=player, defaults={"sharing": sharing})


def _check_may_publish(player: Player, now: datetime) -> None:
    """Raise Suspended, Muted or NotForGuests if the player may not publish texts."""
    check_allowed(player, now, RestrictionKind.MUTED)
    check_not_guest(player)


def load_review(viewer: Viewer, game_id: int) -> Review:
    """Return the review of a game. Raises NoSuchGame, NotFinished."""
    game = game_for(viewer, game_id)
    if not game.is_finished:
        raise NotFinished
    record = trees.trunk_of_game(game)
    return Review(game, visible_layers(viewer, game, record, machine=True), record)


def hide_tree(by: StaffContext, tree_id: int) -> Tree:
    """Hide a tree from everyone except its owner, who can read the reason. Return the tree. Raises NotAModerator,
    NotShared."""
    if not may(by.staff, StaffPermission.MODERATE):
        raise NotAModerator
    with transaction.atomic():
        tree = Tree.objects.select_for_update().select_related("seat__player", "seat__game").filter(pk=tree_id).first()
        if tree is None or tree not in access.visible_trees(by.staff, tree.seat.game):
            raise NotShared
        tree.hidden_at, tree.hidden_reason = by.now, by.reason
        tree.save(update_fields=["hidden_at", "hidden_reason"])
        record_staff_action(by, "hide_analysis", tree.seat.player, game=tree.seat.game_id)
        events.signal_review_changed(tree.seat.game_id)
    return tree
