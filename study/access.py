"""Decide who may see analyses. A tree is private to its owner until the game is over and the owner shares the tree (C1,
C34). This also holds for moderators and in the admin site. Events about a game contain no data of trees."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db.models import Q

from accounts.core.children import may_write_to_children_among
from accounts.core.restrictions import is_restricted
from accounts.models import Player
from accounts.models.restriction import RestrictionKind
from accounts.privacy.blocking import is_blocked_between
from games import access
from games.errors import AnalysisNotAllowed, NoSuchGame
from games.models import Game, Seat
from social.models.mutes import not_muted_or_blocked_filter
from study.errors import NoSuchTree
from study.models import ReaderTree, Sharing, StudySettings, Teacher, Tree

if TYPE_CHECKING:
    from games.access import Viewer


def seat_for_analysis(player: Player, game_id: int) -> tuple[Game, Seat]:
    """Return the game and this player's seat in it, if the player may analyse the game. Raises NoSuchTree for players
    without a seat, AnalysisNotAllowed."""
    try:
        game = access.game_for(player, game_id)
    except NoSuchGame:
        raise NoSuchTree from None
    seat = game.seat_of(player)
    if seat is None:
        raise NoSuchTree
    if not access.analysis_allowed(game):
        raise AnalysisNotAllowed
    return game, seat


def visible_trees(viewer: Viewer, game: Game) -> list[Tree]:
    """Return the players' trees of a game that the viewer may see: the viewer's own if the game's terms allow analysis
    now, and shared ones after the end of the game. Access to the game is not checked."""
    trees = Tree.objects.filter(seat__game=game).select_related("seat__player").order_by("seat__index")
    return [tree for tree in trees if _may_see_tree(viewer, game, tree)]


def _may_see_tree(viewer: Viewer, game: Game, tree: Tree) -> bool:
    owner = tree.seat.player
    if owner.pk == viewer.pk:
        return access.analysis_allowed(game)
    if not game.is_finished or not is_shared(tree):
        return False
    if not isinstance(viewer, Player):
        return True
    return may_write_to_children_among(owner, [viewer]) and not is_blocked_between(viewer.pk, owner.pk)


def is_shared(tree: Tree) -> bool:
    """Return whether others may see the tree after the game. The owner's decision about this tree counts, otherwise the
    owner's general setting. Trees of children and muted players, and trees hidden by moderators, are never shared."""
    owner = tree.seat.player
    if tree.hidden_at is not None or owner.deleted_at is not None or owner.is_child:
        return False
    if is_restricted(owner, RestrictionKind.MUTED):
        return False
    return tree.shared if tree.shared is not None else sharing_default_of(owner.pk) == Sharing.ALWAYS


def sharing_default_of(player_id: int) -> str:
    """Return the player's setting for sharing trees after games, as a value of Sharing."""
    chosen = StudySettings.objects.filter(player_id=player_id).values_list("sharing", flat=True).first()
    return chosen or Sharing.ASK


MOST_READERS = 20
"""The number of readers whose variations are shown for a game, newest first."""


def visible_reader_variations(viewer: Viewer, game: Game) -> list[ReaderTree]:
    """Return the variations that readers added to a finished game, at most MOST_READERS, the latest first. Left out are
    those that moderators have hidden from the viewer, and those of blocked or muted authors. Access to the game is not
    checked."""
    rows = ReaderTree.objects.filter(game=game).select_related("author").order_by("-changed_at", "-pk")
    if not isinstance(viewer, Player):
        return list(rows.filter(hidden_at=None)[:MOST_READERS])
    return list(
        rows.filter(Q(author=viewer) | (Q(hidden_at=None) & not_muted_or_blocked_filter(viewer)))[:MOST_READERS]
    )


def teacher_ids(game: Game) -> set[int]:
    """Return the ids of the teachers whom the players have invited to this game."""
    return set(Teacher.objects.filter(game=game).values_list("player_id", flat=True))
