"""Readers' variations for the review of a finished game, and players' invitations of teachers (C35)."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.core.audit import StaffContext, record_staff_action
from accounts.core.guests import check_not_guest
from accounts.core.restrictions import check_allowed
from accounts.models import Player
from accounts.models.restriction import RestrictionKind
from accounts.privacy.blocking import is_blocked_between
from accounts.security.staff_permissions import StaffPermission, may
from foundation import limits
from games import access as games_access
from games import events
from games.errors import NotAModerator, NotAPlayer, NotFinished
from games.models import Game
from games.services.idempotency import PlayerRequest
from notifications.models import Notice
from rules import RulesError, parse_vertex, vertex
from social.errors import TooManyPosts
from study.core import merging
from study.core.nodes import PASS, TreeNode, node_name
from study.core.record import RecordMoves, with_side_to_move
from study.core.tree import AddMove, TreeValue
from study.errors import CannotInviteTeacher, IllegalVariation, NoSuchMove, NotShared, ReaderTreeFull
from study.models import ReaderTree, Teacher

from . import layers, trees
from .comments import check_may_comment

MOST_NODES, LONGEST_LINE, MOST_TEACHERS = 200, 30, 3


@dataclass(frozen=True, slots=True)
class VariationLine:
    """A line of moves from the node `at` ("" means where the game ended), as vertices or "pass"."""

    at: str
    moves: Sequence[str]


def add_line_to_review(request: PlayerRequest, game_id: int, line: VariationLine) -> tuple[ReaderTree, str]:
    """Add a line to the reader's variations for a finished game. Return all of the reader's variations, and the node
    name of the line's last move. Adding the same line again changes nothing.

    Raises NoSuchGame, NotFinished, MayNotComment, NoSuchMove, IllegalVariation, ReaderTreeFull, TooManyPosts,
    NotForGuests, Muted and Suspended.
    """
    player, now = request.player, request.now
    game = _finished_game(player, game_id)
    check_may_comment(player, game)
    check_allowed(player, now, RestrictionKind.MUTED)
    check_not_guest(player)
    if not 1 <= len(line.moves) <= LONGEST_LINE:
        raise ReaderTreeFull(sentence=_("Add 1 to 30 moves at a time."))
    record = trees.trunk_of_game(game)
    at = line.at or record.head
    way = _moves_from_record_to(at, player, game, record)
    wait = limits.count_hit("messages", str(player.pk), settings.IGO_MESSAGES)
    if wait is not None:
        raise TooManyPosts(retry_after=int(wait) + 1)
    with transaction.atomic():
        ReaderTree.objects.get_or_create(game=game, author=player, defaults={"changed_at": now})
        row = ReaderTree.objects.select_for_update().get(game=game, author=player)
        tree = row.value
        for node in way:
            _append_branch(tree, node.parent, node.color, node.move)
        last = _add_line(tree, record, at, line.moves)
        if len(merging.added_nodes(tree, record)) > MOST_NODES:
            raise ReaderTreeFull
        row.nodes, row.changed_at = tree.to_json(), now
        row.save(update_fields=["nodes", "changed_at"])
        events.signal_review_changed(game.pk)
    return row, last


def delete_variations(player: Player, game_id: int) -> None:
    """Delete all variations that this reader added to a game. Comments stay. Raises NoSuchGame."""
    game = games_access.game_for(player, game_id)
    with transaction.atomic():
        if ReaderTree.objects.filter(game=game, author=player, hidden_at=None).delete()[0]:
            events.signal_review_changed(game.pk)


def hide_variations(by: StaffContext, row_id: int) -> ReaderTree:
    """Hide a reader's variations from everyone except their author, who can read the reason. Return the hidden row.
    Raises NotAModerator, NotShared."""
    if not may(by.staff, StaffPermission.MODERATE):
        raise NotAModerator
    with transaction.atomic():
        row = ReaderTree.objects.select_for_update().select_related("author").filter(pk=row_id, hidden_at=None).first()
        if row is None:
            raise NotShared
        row.hidden_at, row.hidden_reason = by.now, by.reason
        row.save(update_fields=["hidden_at", "hidden_reason"])
        record_staff_action(by, "hide_variations", row.author, game=row.game_id)
        events.signal_review_changed(row.game_id)
    return row


def invite_teacher(player: Player, game_id: int, teacher: Player, now: datetime) -> Teacher:
    """Invite this player to teach in the review of a finished public game, as one of the game's players. The teacher is
    notified once. Return the invitation.

    Raises NoSuchGame, NotAPlayer, NotFinished, CannotInviteTeacher, Suspended, Muted, NotForGuests.
    """
    game = _finished_game(player, game_id)
    if game.seat_of(player) is None:
        raise NotAPlayer
    check_allowed(player, now, RestrictionKind.MUTED)
    check_not_guest(player)
    _check_can_teach(game, teacher)
    with transaction.atomic():
        Game.objects.select_for_update(no_key=True).get(pk=game.pk)
        known = Teacher.objects.filter(game=game, player=teacher).first()
        if known is not None:
            return known
        if Teacher.objects.filter(game=game).count() >= MOST_TEACHERS:
            raise CannotInviteTeacher(sentence=_("This game already has three teachers, which is the maximum."))
        invitation = Teacher.objects.create(game=game, player=teacher, invited_by=player, at=now)
        path = f"{game.get_absolute_url()}review/"
        Notice.objects.create(player=teacher, kind="asked_to_teach", game=game, path=path, by=player, created_at=now)
    return invitation


def _check_can_teach(game: Game, teacher: Player) -> None:
    players = [seat.player_id for seat in game.seat_list()]
    is_nobody = teacher.is_guest or teacher.deleted_at is not None or not teacher.is_active
    if game.private:
        raise CannotInviteTeacher(sentence=_("You can only invite teachers to public games."))
    if teacher.pk in players:
        raise CannotInviteTeacher(sentence=_("A player can't teach their own game. Invite someone else."))
    if is_nobody or is_blocked_between(teacher.pk, *players):
        raise CannotInviteTeacher


def _finished_game(player: Player, game_id: int) -> Game:
    game = games_access.game_for(player, game_id)
    if not game.is_finished:
        raise NotFinished
    return game


def _moves_from_record_to(at: str, player: Player, game: Game, record: RecordMoves) -> list[TreeNode]:
    """Return the nodes from the game's record to this node, which can be in any layer that the player may see. Return
    [] if the node is in the record itself. Raises NoSuchMove."""
    way, nodes = [], None
    while not (record.is_root(at) or record.knows_move(at)):
        nodes = nodes or layers.all_nodes(layers.visible_layers(player, game, record, machine=True))
        if at not in nodes:
            raise NoSuchMove
        way.append(nodes[at])
        at = nodes[at].parent
    return way[::-1]


def _add_line(tree: TreeValue, record: RecordMoves, at: str, moves: Sequence[str]) -> str:
    """Add these moves to the tree, with alternating colours. Return the node name of the last move. Raises
    IllegalVariation."""
    for index, move in enumerate(moves):
        try:
            state = with_side_to_move(record.state_at(at, tree.nodes))
            assert state.to_play is not None
            word, color = _move_as_text(move, record), state.to_play
            name = node_name(at, color.letter, word)
            record.states.setdefault(name, record.state_after(state, color, word))
        except RulesError as error:
            raise IllegalVariation(error, index=index, point=move[:5]) from error
        if not record.knows_move(name):
            _append_branch(tree, at, color.letter, word)
        at = name
    return at


def _append_branch(tree: TreeValue, at: str, color: str, word: str) -> None:
    """Add a move to the tree after the node `at`, as its last branch. A move that is already there keeps its place."""
    tree.apply([AddMove(secrets.token_hex(6), tree.clock + 1, at, color, word)])


def _move_as_text(move: str, record: RecordMoves) -> str:
    """Return the move as trees store it: a vertex in upper case, or "pass". Raises BadVertex, OffBoard."""
    setup = record.setup
    return PASS if move.lower() == PASS else vertex(parse_vertex(move, setup.width, setup.height), setup.height)
