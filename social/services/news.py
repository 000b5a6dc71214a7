"""Notify followers when a followed player begins a public game, and when a followed game ends."""

from __future__ import annotations

from datetime import datetime

from accounts.models import Player
from foundation import timesource
from games import events
from games.events import GameEvent
from games.models import Game
from notifications.models import Notice
from social import announcing
from social.models import Follow, Star


def notify_followers_of_game(kind: str, player_ids: list[int], **about: object) -> None:
    """Notify followers that a public game has begun or ended. Receiver of the signal about events of games; other
    events are ignored."""
    if kind not in (GameEvent.GAME_STARTED, GameEvent.GAME_FINISHED):
        return
    game = about["game"]
    assert isinstance(game, Game)
    if not game.private:
        notify = _notify_of_start if kind == GameEvent.GAME_STARTED else _notify_of_end
        notify(game, set(player_ids), timesource.now())


def _notify_of_start(game: Game, players: set[int], now: datetime) -> None:
    """Notify the followers of these players that a game has begun. A follower with an unread notice about a player's
    game gets no second one. Bots are left out, because they begin too many games."""
    rows = Follow.objects.filter(followed__in=players, followed__is_bot=False).exclude(player__in=players)
    pairs = dict(rows.values_list("player", "followed"))
    announcing.send_game_began_event(game, pairs)
    unread = Notice.objects.unread().filter(kind="followed_began", player__in=pairs, by__in=players)
    known = set(unread.values_list("player", flat=True)) if pairs else set()
    _notify_followers("followed_began", game, {reader: by for reader, by in pairs.items() if reader not in known}, now)


def _notify_of_end(game: Game, players: set[int], now: datetime) -> None:
    rows = Star.objects.filter(game=game).exclude(player__in=players)
    readers = list(rows.values_list("player", flat=True))
    announcing.send_game_ended_event(game, readers)
    _notify_followers("followed_ended", game, dict.fromkeys(readers), now)


def _notify_followers(kind: str, game: Game, readers: dict[int, int | None], now: datetime) -> None:
    if not readers:
        return
    people = Player.objects.filter(pk__in=readers, deleted_at=None).values_list("pk", flat=True)
    Notice.objects.bulk_create(
        Notice(player_id=pk, kind=kind, game=game, by_id=readers[pk], created_at=now) for pk in people
    )
    events.signal_player_lists_changed(*readers)
