"""The sounds that an open page plays, according to the player's settings and muted games (C62). The page's script plays
a sound when `sound_keys` returns a new key."""

from __future__ import annotations

from django.db.models import Exists, OuterRef

from accounts.models import Player
from games.models import Game
from notifications.kinds import YOUR_ANSWER, YOUR_TURN, Channel, NoticeGroup, notice_group_of
from notifications.models import GameMute, Notice
from notifications.preferences import NoticePreferences, settings_or_defaults, wants_notice
from rules import Phase

MOST_TURNS = 100
MOST_NOTICES = 20


def sound_keys(player: Player) -> list[str]:
    """Return a key for each turn and each notice that has a sound. An open page plays the sound when a key is new to
    it. "g12.34" means that this player has to act in game 12 after action 34. "n56" is notice 56, read or not. Kinds of
    notices without sound, and muted games, are left out. Three queries."""
    preferences = NoticePreferences(settings_or_defaults(player))
    return [*_turn_keys(player, preferences), *_notice_keys(player, preferences)]


def are_stones_silent(player: Player, game: Game) -> bool:
    """Return whether stones played in this game make no sound for the player."""
    return not wants_notice(player, NoticeGroup.TURN, Channel.SOUND, game.pk)


def _turn_keys(player: Player, preferences: NoticePreferences) -> list[str]:
    muted = GameMute.objects.filter(player=player, game=OuterRef("pk"))
    waiting = Game.objects.awaiting(player).filter(~Exists(muted)).order_by("pk")
    return [
        f"g{pk}.{number}"
        for pk, number, phase in waiting.values_list("pk", "state_number", "phase")[:MOST_TURNS]
        if preferences.wants(notice_group_of(YOUR_TURN if phase == Phase.PLAY.value else YOUR_ANSWER), Channel.SOUND)
    ]


def _notice_keys(player: Player, preferences: NoticePreferences) -> list[str]:
    muted = GameMute.objects.filter(player=player, game=OuterRef("game"))
    newest = Notice.objects.filter(player=player).annotate(is_muted=Exists(muted)).order_by("-pk")
    return [
        f"n{pk}"
        for pk, kind, is_muted in newest.values_list("pk", "kind", "is_muted")[:MOST_NOTICES]
        if preferences.wants(notice_group_of(kind), Channel.SOUND)
        and (not is_muted or notice_group_of(kind) is NoticeGroup.TIME)
    ]
