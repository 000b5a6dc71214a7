"""Send events about messages, comments and follows to players' programs, in the transaction of the change (C80 to
C82)."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from django.db.models import Q

from accounts.models import Block, Player
from games import events
from games.models import Game
from social.models import Mute, Post, Star


class SocialEvent(StrEnum):
    """The kinds of events about messages, comments and follows. The names are part of the API."""

    MESSAGE_WRITTEN = "message.written"
    TALK = "talk"
    FOLLOW_CREATED = "follow.created"
    FOLLOWED_STARTED = "followed.started"
    FOLLOWED_FINISHED = "followed.finished"


def send_message_event(post: Post, reader: Player, *, to_reader: bool) -> None:
    """Send the event of a private message to its author and, with `to_reader`, to its reader. Callers set `to_reader`
    to False if the reader has muted the conversation."""
    events.send_game_event(SocialEvent.MESSAGE_WRITTEN, [post.author_id], post=post, by=reader)
    if to_reader:
        events.send_game_event(SocialEvent.MESSAGE_WRITTEN, [reader.pk], post=post, by=post.author)


def send_comment_event(post: Post, game: Game) -> None:
    """Send the event of a spectator's comment to the game's followers. Players of the game get it only after the end.
    Players who have muted the author, or have a block with the author in either direction, do not get it."""
    players = {seat.player_id for seat in game.seat_list()}
    following = set(Star.objects.filter(game=game).values_list("player", flat=True))
    interested = following | players if game.is_finished else following - players
    muted_by = set(Mute.objects.filter(muted=post.author_id).values_list("player", flat=True))
    author = Q(player=post.author_id) | Q(blocked=post.author_id)
    apart = {pk for pair in Block.objects.filter(author).values_list("player", "blocked") for pk in pair}
    recipients = interested - muted_by - (apart - {post.author_id})
    if recipients:
        events.send_game_event(SocialEvent.TALK, sorted(recipients), game=game, post=post)


def send_new_follower_event(player: Player, by: Player) -> None:
    """Send `player` the event that the player `by` now follows them."""
    events.send_game_event(SocialEvent.FOLLOW_CREATED, [player.pk], by=by)


def send_game_began_event(game: Game, followers: Mapping[int, int]) -> None:
    """Send followers the event that a followed player has begun a public game. `followers` maps each follower's id to
    the followed player's id."""
    for followed_id in sorted(set(followers.values())):
        readers = sorted(reader for reader, who in followers.items() if who == followed_id)
        events.send_game_event(SocialEvent.FOLLOWED_STARTED, readers, game=game, by=Player(pk=followed_id))


def send_game_ended_event(game: Game, followers: list[int]) -> None:
    """Send the event of a public game's end to these followers of the game, given by player id."""
    if followers:
        events.send_game_event(SocialEvent.FOLLOWED_FINISHED, sorted(followers), game=game)
