"""Comments on moves. During a game, only their authors see them (C34). After the game, they are the comments of its
review (C35). In a teaching game, both players see each other's comments immediately (C37)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import QuerySet

from accounts.core.children import may_write_to_children_among
from accounts.core.guests import check_not_guest
from accounts.core.restrictions import check_allowed
from accounts.models import Player
from accounts.models.restriction import RestrictionKind
from accounts.privacy.blocking import is_blocked_between
from games import access as games_access
from games import events
from games.models import Game
from games.services import idempotency
from games.services.idempotency import PlayerRequest
from social.errors import NoSuchPost
from social.models import LONGEST_POST, Post
from social.services.threads import TextOrQuickReply, count_towards_message_limit, post_of_first_attempt
from study.core.nodes import ROOT
from study.errors import MayNotComment, NoSuchMove

from . import layers, trees

if TYPE_CHECKING:
    from games.access import Viewer

LONGEST_COMMENT = LONGEST_POST


def visible_comments(viewer: Viewer, game: Game) -> QuerySet[Post]:
    """Return the comments on moves of this game that the viewer may read. Access to the game is not checked."""
    return Post.objects.readable_by(viewer).filter(game=game).exclude(node="").select_related("author")


def are_comments_author_only(game: Game) -> bool:
    """Return whether comments on this game's moves are currently visible only to their authors."""
    return not game.is_finished and not game.teaching


def check_may_comment(player: Player, game: Game) -> None:
    """Raise MayNotComment if the player may not comment on the game's moves. Access to the game is not checked."""
    others = [seat.player_id for seat in game.seat_list() if seat.player_id != player.pk]
    plays = game.seat_of(player) is not None
    if not game.is_finished and not plays:
        raise MayNotComment
    if not plays and is_blocked_between(player.pk, *others):
        raise MayNotComment
    if not may_write_to_children_among(player, [seat.player for seat in game.seat_list()]):
        raise MayNotComment


def add_comment(request: PlayerRequest, game_id: int, at: str, text: str) -> Post:
    """Comment on a move, in 1 to 2000 characters. `at` is the name of the move's node, "" for the current position. A
    retry with the same key returns the first comment.

    Raises NoSuchGame, MayNotComment, NoSuchMove, InvalidPostContent, TooManyPosts, NotForGuests, Muted and Suspended.
    """
    player, now, cleaned = request.player, request.now, TextOrQuickReply(text).cleaned(LONGEST_COMMENT)
    game = games_access.game_for(player, game_id)
    check_may_comment(player, game)
    node, number = _find_node_and_depth(player, game, at)
    with transaction.atomic():
        author = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
        check_allowed(author, now, RestrictionKind.MUTED)
        check_not_guest(author)
        wanted = idempotency.body_hash(game=game_id, verb="comment", node=node, text=cleaned.text)
        first = idempotency.find_stored_answer(request, wanted)
        if first is not None:
            return post_of_first_attempt(first["post"])
        count_towards_message_limit(author)
        post = Post.objects.create(game=game, node=node, number=number, author=author, text=cleaned.text, said_at=now)
        idempotency.store_answer(request, wanted, {"post": post.pk})
        if game.is_finished:
            events.signal_review_changed(game.pk)
        return post


def withdraw_comment(player: Player, game_id: int, comment_id: int) -> None:
    """Delete the player's own comment on a move, unless moderators have hidden it. Reports keep a copy. Raises
    NoSuchGame and NoSuchPost."""
    game = games_access.game_for(player, game_id)
    with transaction.atomic():
        mine = Post.objects.filter(game=game_id, author=player, pk=comment_id, hidden_at=None).exclude(node="")
        if not mine.delete()[0]:
            raise NoSuchPost
        if game.is_finished:
            events.signal_review_changed(game.pk)


def _find_node_and_depth(player: Player, game: Game, at: str) -> tuple[str, int]:
    """Return the node's name, and the number of moves that lead to the node. In a game in progress, it must be a move
    of the record. Raises NoSuchMove."""
    record = trees.trunk_of_game(game)
    at = at or record.head
    if record.is_root(at):
        return ROOT, 0
    if record.knows_move(at):
        return at, record.stones[at].number
    number = layers.depth_of_node(at, layers.visible_layers(player, game, record), record) if game.is_finished else None
    if number is None:
        raise NoSuchMove
    return at, number
