"""Spectators' comments on a public game (C82)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from accounts.core.guests import check_not_guest
from accounts.core.restrictions import check_allowed
from accounts.models import Player
from accounts.models.restriction import RestrictionKind
from accounts.privacy.blocking import is_blocked_between
from games import access
from games.models import Game
from games.services import idempotency
from games.services.idempotency import PlayerRequest
from social.announcing import send_comment_event
from social.errors import CannotCommentBecauseOfBlock, CannotMute, GameNotPublic, SpectatorCommentsSealed
from social.models import Mute, Post
from social.services.threads import TextOrQuickReply, count_towards_message_limit

if TYPE_CHECKING:
    from games.access import Viewer

LONGEST_REMARK = 1000
MOST_MUTED = 1000


def check_may_read_comments(viewer: Viewer, game: Game) -> None:
    """Raise GameNotPublic or SpectatorCommentsSealed if the viewer may not read the spectators' comments on this game.
    Access to the game is not checked."""
    if game.private:
        raise GameNotPublic
    if not game.is_finished and (not isinstance(viewer, Player) or game.seat_of(viewer) is not None):
        raise SpectatorCommentsSealed


def has_block_with_players(player: Player, game: Game) -> bool:
    """Return whether there is a block between this player and a player of the game, in either direction."""
    return is_blocked_between(player.pk, *(seat.player_id for seat in game.seat_list()))


def may_comment(player: Player, game: Game) -> bool:
    """Return whether pages show this player the form for comments on a game whose comments they may read. Guests, and
    players with a block between them and a player of the game, do not get the form."""
    return not player.is_guest and not has_block_with_players(player, game)


def visible_comments(viewer: Viewer, game: Game) -> QuerySet[Post]:
    """Return the spectators' comments on this game that the viewer may read. Raises GameNotPublic,
    SpectatorCommentsSealed."""
    check_may_read_comments(viewer, game)
    return Post.objects.readable_by(viewer).filter(game=game, node="").select_related("author")


def add_spectator_comment(request: PlayerRequest, game_id: int, words: TextOrQuickReply) -> Post:
    """Write a spectator's comment on a public game, in 1 to 1000 characters. A retry with the same idempotency key
    returns the comment of the first request.

    Raises NoSuchGame, GameNotPublic, SpectatorCommentsSealed, CannotCommentBecauseOfBlock, InvalidPostContent,
    TooManyPosts, NotForGuests, Muted and Suspended.
    """
    player, now, text = request.player, request.now, words.cleaned(LONGEST_REMARK)
    game = access.game_for(player, game_id)
    check_may_read_comments(player, game)
    with transaction.atomic():
        author = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
        check_allowed(author, now, RestrictionKind.MUTED)
        check_not_guest(author)
        wanted = idempotency.body_hash(game=game_id, verb="remark", text=text.text, quick=text.quick)
        first = idempotency.find_stored_answer(request, wanted)
        if first is not None:
            return Post.objects.select_related("author").get(pk=first["post"])
        if has_block_with_players(author, game):
            raise CannotCommentBecauseOfBlock
        count_towards_message_limit(author)
        post = Post.objects.create(
            game=game, number=game.number, author=author, text=text.text, quick=text.quick, said_at=now
        )
        idempotency.store_answer(request, wanted, {"post": post.pk})
        send_comment_event(post, game)
        return post


def mute_spectator(*, player: Player, other: Player) -> None:
    """Hide what the other player writes as a spectator from this player. Raises CannotMute."""
    if other.pk == player.pk:
        raise CannotMute(most=MOST_MUTED, sentence=_("You can't mute yourself."))
    if Mute.objects.filter(player=player).count() >= MOST_MUTED:
        raise CannotMute(most=MOST_MUTED)
    Mute.objects.get_or_create(player=player, muted=other)


def unmute_spectator(*, player: Player, other: Player) -> None:
    """Show this player again what the other player writes as a spectator."""
    Mute.objects.filter(player=player, muted=other).delete()


def players_muted_by(player: Player) -> list[Player]:
    """Return the players whom this player has muted, sorted by name."""
    numbers = Mute.objects.filter(player=player).values("muted")
    return list(Player.objects.filter(pk__in=numbers, deleted_at=None).order_by("name_key"))
